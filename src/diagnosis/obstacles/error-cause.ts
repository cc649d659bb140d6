import type { V1Service } from '@kubernetes/client-node'
import { FOREGROUND, ORPHAN } from '../../api/builtin-finalizers.ts'
import { KUBERNETES_GROUPS } from '../../api/kubernetes-groups.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { type Claim, claims, claimsOf } from '../../statements/claims.ts'
import { namesKind } from '../../statements/in-use.ts'
import type { Quote } from '../../statements/quote.ts'
import { recordOf } from '../../statements/statement.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { english } from '../../statements/words/english.ts'
import { showConfiguration } from '../admission/let-pass.ts'
import { allWebhooks } from '../admission/webhook.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { type Evidence, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { type Facts, isGroupKnown } from '../facts.ts'
import { ownerState, ownersBlockedBy } from '../ownership/owner-lookup.ts'
import { namesAnotherCluster } from '../references/references.ts'
import { answererOf } from '../service/answerer.ts'
import type { ServiceName } from '../service/backend.ts'
import { endOf, isGoneForGood } from '../serving/end.ts'
import { showServing } from '../serving/no-answer.ts'
import { restartOf } from './fix-error.ts'
import { namedIsUnwell, noneOfKind, usersOfKind, wrongField } from './kind-in-error.ts'
import { calledNothing, namedIsAbsent, soughtBefore } from './named-is-absent.ts'
import { evictionRefused, podUnanswering, withoutDaemon } from './node-in-error.ts'

/** What an error of the cleanup names, as it can be read to be: its cause, and what ends that. */
export interface ErrorCause {
  readonly key: string
  readonly evidence: readonly Evidence[]
  /** Only where the error does not say that what is to be cleaned up is gone. */
  readonly isPerhaps?: boolean
  /** `last`: the removal; `fix`: to see the error, and end what it names. */
  readonly remedies: (last: Remedy, fix: Remedy) => readonly Remedy[]
}

/** The cause of an error that is proven by what can be read; none of a controller of, or for, another cluster. */
export function causeOfError(errors: readonly Quote[], found: Case): ErrorCause | undefined {
  const { whole } = found.reports
  if (living(found).length === 0 || (whole !== undefined && namesAnotherCluster(whole))) return undefined
  const here = errors.filter(each => !claims('another cluster')(each))
  return firstCause(READERS, reader => reader(here, found))
}

/** What an error may name, each read by itself: the first whose cause is proven is it. */
const READERS: readonly ((errors: readonly Quote[], found: Case) => ErrorCause | undefined)[] = [
  (errors, found) => firstCause(claimsOf('no answer', errors), service => serverUnanswered(service, found)),
  (errors, found) => firstCause(claimsOf('unserved kind', errors), kind => kindUnserved(kind, found)),
  (errors, found) => firstCause(claimsOf('new finalizer', errors), added => finalizerAdded(added, errors, found)),
  (errors, found) => firstCause(claimsOf('denied by webhook', errors), denied => deniedByWebhook(denied, found)),
  podUnanswering,
  evictionRefused,
  withoutDaemon,
  ownerAwaited,
  noneOfKind,
  usersOfKind,
  wrongField,
  namedIsAbsent,
  namedIsUnwell,
  calledNothing,
  soughtBefore,
]

function firstCause<Of>(all: readonly Of[], causeOf: (each: Of) => ErrorCause | undefined): ErrorCause | undefined {
  for (const each of all) {
    const cause = causeOf(each)
    if (cause !== undefined) return cause
  }
  return undefined
}

/**
 * The controller adds a finalizer, often a new name of the one that is there, before it looks whether the object is
 * being deleted, and comes to nothing else (redhat-cop/namespace-configuration-operator#119).
 */
function finalizerAdded(
  { finalizers, isRemoval }: Claim<'new finalizer'>,
  errors: readonly Quote[],
  found: Case,
): ErrorCause {
  const { finalizer } = found
  // Only the API server adds these, with the request to delete: a controller writes them back from before they went.
  const isOld = finalizers === FOREGROUND || finalizers === ORPHAN
  const missed = isRemoval ? undefined : finalizer
  const gaveUp = claimsOf('gave up', errors).some(({ next }) => next === 'never')
  const args = { isOld: isOld || isRemoval, gaveUp }
  return {
    key: isRemoval ? 'adds/removing' : 'adds',
    evidence: [factFrom('metadata.finalizers', 'AddsFinalizer', { finalizers, finalizer: missed, isOld, isRemoval })],
    remedies: last => [
      // Work that is done, and only not written down, came of a copy of the object in which the other one was still.
      toRepair(message('UpdateController', args), gaveUp && args.isOld ? restartOf(found) : [], 'low'),
      isRemoval
        ? { ...last, summary: message('RemoveIfOnlyUpdateFails') }
        : { ...last, summary: message('CleanUpFirst', { next: last.summary }) },
    ],
  }
}

/** A webhook denies what the controller asks for. The error names no configuration; a provider may have none. */
export function deniedByWebhook(denied: Claim<'denied by webhook'>, { context }: Case): ErrorCause {
  const { webhook: name, quote, isPassedOn } = denied
  const { configuration } = allWebhooks(context.facts).webhooks.find(({ webhook }) => webhook.name === name) ?? {}
  const who = { webhook: name, configuration: configuration && `${configuration.kind} ${configuration.name}` }
  const pass = isPassedOn ? message('FixCallOfWebhook', who) : message('LetControllerPass', who)
  return {
    key: `denied/${name}`,
    evidence: [factFrom(configuration?.resource ?? quote.source, 'WebhookDenies', who)],
    remedies: last => [
      configuration === undefined ? toRepair(pass, []) : showConfiguration(configuration, pass),
      isPassedOn ? { ...last, summary: message('RemoveUnlessGone', { next: last.summary }) } : last,
    ],
  }
}

/** Nothing is behind a Service that was called in vain (rabbitmq/messaging-topology-operator#1206). */
function serverUnanswered({ namespace, name }: Claim<'no answer'>, found: Case): ErrorCause | undefined {
  const { facts } = found.context
  const answerer = answererOf({ service: { namespace, name, port: portOf({ namespace, name }, facts) } }, facts)
  if (!answerer.isSilent) return undefined
  const what = message('CalledByCleanup')
  const { evidence, repair } = endOf(what, answerer, facts)
  // A user of the object's namespace could have written the error: nothing is started in another one.
  const back =
    namespace === found.held.ref.namespace
      ? repair
      : toRepair(message('MakeServiceAnswer', { namespace, name, what }), [showServing(namespace)], 'low')
  const isLost = isGoneForGood(answerer, facts)
  const owner = answerer.backend.state === 'absent' ? ownerServing({ namespace, name }, found) : undefined
  if (owner !== undefined) {
    const isSure = owner.endsWith(` ${name}`)
    return {
      key: `owner/${owner}`,
      evidence: [...evidence, factFrom('ownerReferences', 'OwnerServesCleanup', { owner, service: name })],
      // What is only called after it, too, may be of another product.
      remedies: last => [
        ...(isSure ? [] : [toInspect(message('SeeWhetherOwnerServes', { owner }), [showServing(namespace)])]),
        { ...last, summary: message('RemoveWithOwner', { owner, isSure }) },
      ],
    }
  }
  return {
    key: 'unanswered',
    evidence,
    remedies: last =>
      isLost ? [{ ...last, summary: message('NothingServesAgain', { namespace, next: last.summary }) }] : [back, last],
  }
}

/** The owner after which the called Service is called, and which is being deleted, or gone (mariadb-operator#1223). */
function ownerServing({ namespace, name }: ServiceName, { held, context }: Case): string | undefined {
  const owner = held.meta.ownerReferences?.find(
    each =>
      (name === each.name || name.startsWith(`${each.name}-`)) &&
      (context.terminating.has(each.uid) || ownerState(each, held, context) === 'gone'),
  )
  return owner && namespace === held.ref.namespace ? `${owner.kind} ${owner.name}` : undefined
}

/** The error says of an owner that it is not well, which is deleted in the foreground and waits for the object. */
function ownerAwaited(errors: readonly Quote[], { held, context }: Case): ErrorCause | undefined {
  const ill = errors.filter(({ fact }) => english.has('unwell', fact))
  const owners = ill.length === 0 ? [] : ownersBlockedBy(held, context)
  const owner = owners.find(({ ref }) => ill.some(each => namesKind(each, ref.kind) || hasWord(ref.name)(each.fact)))
  if (owner === undefined || held.ref.namespace === undefined) return undefined
  const names = { owner: `${owner.ref.kind} ${owner.ref.name}`, object: `${held.ref.kind} ${held.ref.name}` }
  return {
    key: `owner/${owner.ref.uid}`,
    evidence: [factFrom('ownerReferences', 'OwnerWaitsForObject', names)],
    remedies: last => [
      toInspect(message('SeeWhetherOwnerServes', names), [showServing(held.ref.namespace!)]),
      { ...last, summary: message('RemoveWithOwner', { ...names, isSure: false }) },
    ],
  }
}

/** One that it has: at a headless Service any port is called, and an error may name none. */
function portOf(service: ServiceName, facts: Facts): number | undefined {
  const found = facts.read({ about: 'object', resource: 'services', ...service })
  return found.state === 'known' ? (found.value as unknown as V1Service).spec?.ports?.[0]?.port : undefined
}

/** No such kind is served: its CRD is gone, or the controller expects an API that is (policy/v1beta1 since 1.25). */
function kindUnserved({ kind, group, version }: Claim<'unserved kind'>, found: Case): ErrorCause | undefined {
  const { facts } = found.context
  const versions = facts.types.filter(each => each.group === group && each.kind === kind).map(each => each.version)
  if (versions.includes(version) || !isGroupKnown(group, facts)) return undefined
  const apiVersion = group === '' ? version : `${group}/${version}`
  const isOld = versions.length > 0 || KUBERNETES_GROUPS.has(group) || !group.includes('.')
  // A field may name what was never in this cluster (kubernetes-sigs/cluster-api#1566).
  const named = ([, value]: [string, unknown]) =>
    recordOf(value)?.kind === kind && recordOf(value)?.apiVersion === apiVersion
  const [field] = Object.entries(recordOf(found.reports.whole?.spec) ?? {}).find(named) ?? []
  const what = { kind, apiVersion, versions, path: field && `spec.${field}` }
  return {
    key: `unserved/${kind}/${apiVersion}`,
    evidence: [factFrom('discovery', 'KindNotServed', what)],
    remedies: last => [toRepair(message(isOld ? 'UseServedVersion' : 'InstallKindAgain', what), [], 'low'), last],
  }
}
