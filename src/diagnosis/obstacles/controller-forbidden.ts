import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import type { Quote } from '../../statements/quote.ts'
import { roleFor } from '../controller/account-rules.ts'
import { askRight, giveRight, isGrantable, notTied } from '../controller/give-right.ts'
import { isHeldBy } from '../controller/holders.ts'
import {
  accountOf,
  accountText,
  type LostRight,
  neverListed,
  rightToFinish,
  toldForbidden,
} from '../controller/lost-right.ts'
import { grantBasisOf, type Tie, tieOf } from '../controller/tie.ts'
import { type Case, lastingErrors, living, removal, tieOfCandidate } from '../dossier/dossier.ts'
import { isOfSpec } from '../dossier/refused-account.ts'
import { mayFinish, stateOf } from '../dossier/state.ts'
import { type Evidence, evidenceOf, toInspect, toRepair } from '../explanation.ts'
import { isAbsentNamespace } from '../namespaces/missing.ts'
import { closedNamespace, nothingCreated } from '../namespaces/terminating-namespaces.ts'
import { describeCommand } from '../shell-quote.ts'
import { type Blocker, blocker } from '../stuck-object.ts'

/** What a controller needs to take its name off the spec of Namespaces. */
const TO_FINALIZE = { verbs: ['get', 'list', 'watch', 'update'], resources: ['namespaces/finalize', 'namespaces'] }

/** ControllerForbidden: its controller runs, and by the authorizer its account may neither patch nor update it. */
export function controllerForbidden(found: Case): Blocker | undefined {
  const state = stateOf(found)
  if (state.is !== 'forbidden') return undefined
  const { held, finalizer } = found
  const { workload, evidence } = state.who
  const isSpec = isOfSpec(held, finalizer)
  const account = accountOf(workload)
  const right = isSpec ? { account, ...TO_FINALIZE } : rightToFinish(account, [held.ref], found.context.facts)
  const summary = message('MayNoLongerChange', {
    workload: `${workload.kind} ${workload.namespace}/${workload.name}`,
    resource: held.ref.resource,
  })
  const fact = isSpec
    ? message('AccountMayNot', { account: state.user, verbs: ['update'], resource: 'namespaces/finalize' })
    : message('AccountMayNeither', { account: state.user, resource: held.ref.resource })
  const told = [...evidence, { fact, source: 'subjectaccessreviews' }]
  return forbidden(found, right, isSpec ? 'update' : 'patch', summary, told, tieOfCandidate(found, state.who))
}

/** ControllerForbidden: the object repeats a refusal of what the cleanup needs, and the authorizer still says so. */
export function refusalTold(found: Case): Blocker | undefined {
  const { reports, context, finalizer } = found
  const texts = [...reports.failures, ...lastingErrors(found)]
  const lost = toldForbidden(texts, context) ?? listsInVain(texts, found)
  if (lost === undefined || !mayFinish(found)) return undefined
  const { right, told } = lost
  const { account, verbs, resources } = right
  const who = accountText(account)
  const summary = message('LacksNeededRight', { finalizer, account: who, verb: verbs[0]!, resource: resources[0]! })
  const denied = factFrom('subjectaccessreviews', 'AccountMayNot', {
    account: who,
    verbs: verbs.slice(0, 1),
    resource: resources[0]!,
  })
  const tie = tieOfAccount(account, found)
  return forbidden(found, right, verbs[0]!, summary, [evidenceOf(told), denied], tie, told.source)
}

/** The account of what lives of its controller, where it may not list what the object waits to have listed. */
function listsInVain(texts: readonly Quote[], found: Case): ReturnType<typeof neverListed> {
  const [who, ...others] = living(found)
  if (who === undefined || others.length > 0) return undefined
  return neverListed(texts, accountOf(who.workload), found.held.ref.namespace, found.context)
}

/**
 * The holding by a right that an account lacks; a tie that users of a namespace could have made gives nothing, and is
 * `unknown`. `source`: of the text that names the right, where one does; `isSure`: the controller needs the right.
 */
export function forbidden(
  found: Case,
  right: LostRight,
  verb: string,
  summary: Sentence,
  evidence: readonly Evidence[],
  tie: Tie | undefined,
  source?: string,
  isSure = true,
): Blocker {
  const { finalizer, context } = found
  const { account, resources, namespace } = right
  const isNowhere = source !== undefined && namespace !== undefined && isAbsentNamespace(namespace, context)
  if (isNowhere) return forbiddenNowhere(found, { ...right, namespace }, evidence.slice(0, 1))
  const isTerminating = closedNamespace(namespace, context) !== undefined
  const can = askRight(account, verb, resources[0]!, namespace)
  const isBelieved = source === undefined || isGrantable(right, source, found.held, context)
  const isDoubted = !isBelieved && source === 'events'
  const basis = isBelieved ? grantBasisOf(tie) : undefined
  const scope = isTerminating ? `/${namespace}` : ''
  return blocker(tie === undefined || tie.by === 'namespace' || isDoubted || !isSure ? 'unknown' : 'stuck', {
    key: `ControllerForbidden/${account.namespace}/${account.name}${scope}${verb === 'patch' ? '' : `/${verb}/${resources[0]}`}`,
    subject: { kind: 'ServiceAccount', ...account },
    summary,
    evidence: [
      ...evidence,
      // Users of the namespace may have written that it is needed.
      ...(isBelieved
        ? []
        : [factFrom(source, 'RightOnlyTold', { verb: right.verbs[0]!, resource: resources[0]!, isEvent: isDoubted })]),
      ...(grantBasisOf(tie) === undefined ? [notTied(account, found.held)] : []),
      ...(isTerminating ? [nothingCreated(namespace!)] : []),
    ],
    remedies: (_blocks, direct) => {
      const refs = [...new Map(direct.map(({ ref }) => [ref.uid, ref])).values()]
      const lost = verb === 'patch' ? rightToFinish(account, refs, context.facts) : right
      const role = lackingRole(right, found, basis !== undefined || source === undefined, isBelieved)
      if (basis === undefined) {
        const isTied = grantBasisOf(tie) !== undefined
        const look = message('AskWhoseAccount', { account: accountText(account), finalizer, isTied, role })
        return [toInspect(look, [can]), ...(isTied ? [removal(found, direct)] : [])]
      }
      const may = { account: accountText(account), verbs: lost.verbs, role }
      const what = message(isSure ? 'GrantRoleAgain' : 'GrantIfNeeded', may)
      const ask = toInspect(message('AskWhetherMay'), [can])
      return [...giveRight(basis, lost, context, what), ask, removal(found, direct)]
    },
  })
}

/** The account's role that lacks the right; by the word of others only one that users of the namespace could change. */
function lackingRole(
  { account, resources, namespace }: LostRight,
  found: Case,
  isProven: boolean,
  isBelieved: boolean,
) {
  const plural = resources[0]!.split('/')[0]!.split('.')[0]!
  const role = roleFor({ ...account, serviceAccount: account.name }, plural, namespace, found.context.facts)
  const isTheirs = role?.startsWith('Role ') && namespace === found.held.ref.namespace && plural !== 'secrets'
  return isProven || (isBelieved && isTheirs) ? role : undefined
}

/**
 * No Role can be in a namespace that does not exist. Where what it asks for there is called after the object's own
 * namespace, name and namespace are swapped (VictoriaMetrics/operator#1036).
 */
function forbiddenNowhere(
  found: Case,
  { account, verbs, resources, namespace, of }: LostRight & { readonly namespace: string },
  told: readonly Evidence[],
): Blocker {
  const { held, finalizer } = found
  const asked = { verb: verbs[0]!, resource: resources[0]!, namespace }
  const swapped = of === held.ref.namespace ? of : undefined
  return blocker('unknown', {
    key: `ControllerForbidden/${account.namespace}/${account.name}/nowhere/${held.ref.resource}/${namespace}`,
    subject: { kind: 'ServiceAccount', ...account },
    summary: message('AsksInMissingNamespace', { finalizer, ...asked, swapped }),
    evidence: [...told, factFrom('namespaces', 'NamespaceNotFound', { namespace })],
    remedies: (_blocks, direct) => [
      toRepair(message('UpdateWhatAsksThere', { swapped }), [describeCommand(held.ref)]),
      removal(found, direct),
    ],
  })
}

type Account = LostRight['account']

/** An account that only a text names: it may be that of whoever wrote the text. */
export function tieOfAccount(account: Account, { held, finalizer, search, context }: Case): Tie | undefined {
  const holder = search.holders.find(each => isHeldBy(each, { ...account, serviceAccount: account.name }))
  return tieOf({ namespace: account.namespace, account: account.name, holder }, held, finalizer, context.facts)
}
