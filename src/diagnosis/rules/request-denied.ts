import { factFrom, message, type Sentence } from '../../messages/sentence.ts'
import { demandsInWords, type Rejection, wordsOf } from '../../statements/rejection.ts'
import { demandsOf } from '../admission/demand.ts'
import { type Gift, give } from '../admission/give.ts'
import { conditionedWebhook, deleteByName, denyingPolicy, letPass, showConfiguration } from '../admission/let-pass.ts'
import { asks, lostWithNamespace } from '../admission/lost-with-namespace.ts'
import { missingParams } from '../admission/missing-params.ts'
import { namespaceRejection } from '../admission/namespace-rejection.ts'
import { probeOf } from '../admission/probe.ts'
import { refuserOf } from '../admission/refusal-words.ts'
import { allWebhooks, type Operation, unknownConfiguration, webhookNamed } from '../admission/webhook.ts'
import { together } from '../answered.ts'
import { stepsToEnd } from '../controller-manager/deletion-probe.ts'
import { type Evidence, type ObjectRefOrSubject, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { commandLine, yamlCommand } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { ASKED_WITHIN_SECONDS } from '../thresholds.ts'

/**
 * RequestDenied: a webhook that answers, an admission policy, or an admission plugin denies the removal of the
 * finalizer or another required request (by the server's dry run), or one of the namespace controller (by its
 * conditions). A rejection that is not recognized is quoted, and is `unknown`.
 */
export function requestDenied(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const reported = namespaceRejection(held, context)
  const probed = probeOf(held, context)
  const update: Denied = { operation: 'UPDATE', source: 'dry run', rejected: 'update' }
  const content: Denied = { operation: 'DELETE', source: 'conditions', rejected: 'content' }
  return [
    ...(reported === undefined ? [] : denied(held, reported, content, context)),
    ...(probed?.rejection === undefined ? [] : denied(held, probed.rejection, update, context)),
    ...endDenied(held, context),
  ]
}

/**
 * Whoever has to end it asks as another user than we do, which only time tells apart; and what is only like the object
 * that was tried may be let go.
 */
function endDenied(held: StuckObject, context: RuleContext): readonly Blocker[] {
  return stepsToEnd(held, context).flatMap(({ operation, rejection, ofAnother, ageSeconds }) => {
    if (rejection === undefined) return []
    const certain = !ofAnother && ageSeconds >= ASKED_WITHIN_SECONDS
    const isFirst = operation === 'DELETE' && context.together?.isLive(held.ref.uid)
    const rejected = isFirst ? 'deletion' : 'update'
    return denied(held, rejection, { operation, source: message('DryRunOf', { operation }), rejected }, context).map(
      holding => (certain ? holding : { ...holding, verdict: 'unknown' as const }),
    )
  })
}

function denied(held: StuckObject, rejection: Rejection, what: Denied, context: RuleContext): readonly Blocker[] {
  switch (rejection.by) {
    case 'webhook':
      return byWebhook(held, rejection, what, context)
    case 'policy':
      return byPolicy(held, rejection, what, context)
    case 'something else':
      return rejection.passing || what.source === 'conditions' ? [] : byWords(held, rejection.why, what, context)
    // The rules for what is not valid look at the removal of metadata.finalizers.
    case 'validation':
      return what.operation === 'UPDATE finalize'
        ? byWords(held, rejection.causes.map(wordsOf).join('; '), what, context)
        : []
    case 'mutation':
      return what.operation === 'UPDATE finalize' ? byWords(held, rejection.why, what, context) : []
    default:
      return []
  }
}

function byWebhook(
  held: StuckObject,
  { webhook: name, why }: Extract<Rejection, { by: 'webhook' }>,
  { operation, source, rejected }: Denied,
  context: RuleContext,
): readonly Blocker[] {
  const { facts } = context
  const found =
    source === 'conditions'
      ? allWebhooks(facts).webhooks.find(({ webhook }) => webhook.name === name)
      : webhookNamed(name, held, facts, operation)
  const evidence = [factFrom(source, 'WebhookDenied', { webhook: name, why })]
  const summary = message('CompletingUpdateRejected', { by: `Webhook ${name}`, rejected, why })
  if (found === undefined) {
    const unread = factFrom('validatingwebhookconfigurations', 'NoConfigurationOfWebhook')
    return [stuck(unknownConfiguration(name), summary, [...evidence, unread], [])]
  }
  const { configuration } = found
  const gift = source === 'conditions' ? undefined : give(demandsInWords(why), `webhook ${name}`, held, context)
  const lost = lostWithNamespace(held, why, context)
  if (!isOfOneBeingDeleted(held, source)) {
    const change = edit(configuration.kind.toLowerCase(), configuration.name, name)
    const look = showConfiguration(configuration, source === 'conditions' ? lost.asks : asks(why))
    const more = source === 'conditions' ? lost.evidence : []
    const byName = source === 'conditions' ? deleteByName(held, found.webhook, context) : undefined
    const remedies = [...(byName === undefined ? [] : [byName]), look, change]
    return [stuck(configuration, summary, [...evidence, ...more], remedies, gift)]
  }
  const pass = letPass(conditionedWebhook(found), lost.when)
  const look = showConfiguration(configuration, lost.asks)
  const remedies = lost.isCertain ? [pass, look] : [look, pass]
  return [stuck(configuration, summary, [...evidence, ...lost.evidence], remedies, gift)]
}

function byPolicy(
  held: StuckObject,
  rejection: Extract<Rejection, { by: 'policy' }>,
  { operation, source, rejected }: Denied,
  context: RuleContext,
): readonly Blocker[] {
  const [policy, params] = together(
    () => denyingPolicy(rejection, context.facts),
    () => missingParams(rejection, held, context),
  )
  const { kind, policy: name, binding, why } = rejection
  const evidence = [factFrom(source, 'PolicyDenied', { kind, policy: name, binding, why }), ...policy.evidence]
  const { target } = policy
  const summary = message('CompletingUpdateRejected', { by: `${kind} ${name}`, rejected, why })
  if (params !== undefined) return [stuck(policy.subject, summary, [...evidence, ...params.evidence], params.remedies)]
  const root = operation === 'DELETE' ? 'oldObject' : 'object'
  const demands = source === 'conditions' ? undefined : demandsOf(policy.expression ?? '', root)
  const gift = give(demands, `${kind} ${name}`, held, context)
  const lost = lostWithNamespace(held, why, context)
  const show = [commandLine('kubectl', 'get', kind.toLowerCase(), name, '-o', 'yaml')]
  const canPass = target !== undefined && isOfOneBeingDeleted(held, source)
  if (policy.dependsOnUser && policy.expression?.includes('.metadata.finalizers')) {
    const look = toInspect(message('LeaveToAllowedUser', { policy: `${kind} ${name}` }), show)
    return [{ ...stuck(policy.subject, summary, evidence, [look]), verdict: 'unknown' }]
  }
  const repair = canPass ? letPass(target, lost.when) : edit(kind.toLowerCase(), name)
  const inspect = toInspect(lost.asks, show)
  const remedies = canPass && lost.isCertain ? [repair, inspect] : [inspect, repair]
  const holding = stuck(policy.subject, summary, [...evidence, ...lost.evidence], remedies, gift)
  return [policy.dependsOnUser ? { ...holding, verdict: 'unknown' } : holding]
}

/**
 * A condition on deletionTimestamp leaves it out: what has not been deleted has none, and that is what the namespace
 * controller speaks of, whose DELETE of it is denied.
 */
function isOfOneBeingDeleted({ meta }: StuckObject, source: Denied['source']): boolean {
  return meta.deletionTimestamp !== undefined && source !== 'conditions'
}

function edit(resource: string, name: string, webhook?: string): Remedy {
  return toRepair(message('LetChangesPass', { webhook }), [commandLine('kubectl', 'edit', resource, name)], 'medium')
}

interface Denied {
  readonly operation: Operation
  readonly source: Sentence
  readonly rejected: 'content' | 'deletion' | 'update'
}

/** A refusal in words that name no object: a plugin that a row knows, else the object with the words, and no claim. */
function byWords(held: StuckObject, why: string, what: Denied, { facts }: RuleContext): readonly Blocker[] {
  const refuser = refuserOf(why, held, facts)
  const { ref } = held
  const evidence = [{ fact: why, source: what.source }]
  const of = `${ref.kind} ${ref.name}`
  const summary = message('CompletingUpdateRejected', { of, rejected: what.rejected, why })
  if (refuser !== undefined) return [stuck(refuser.subject, summary, evidence, refuser.remedies)]
  const look = toInspect(message('CheckRejectedObject'), [yamlCommand(ref)])
  return [{ ...stuck(ref, summary, evidence, [look]), verdict: 'unknown' }]
}

function stuck(
  subject: ObjectRefOrSubject,
  summary: Sentence,
  evidence: readonly Evidence[],
  remedies: readonly Remedy[],
  gift?: Gift,
): Blocker {
  const one = 'uid' in subject && !/Configuration$|Policy$/.test(subject.kind) ? subject.uid : subject.name
  const key = `RequestDenied/${subject.kind}/${one}` as const
  const all = [...evidence, ...(gift?.evidence ?? [])]
  return blocker('stuck', {
    ...{ key, subject, summary, evidence: all },
    remedies: (_blocks, direct) => [...(gift === undefined ? [] : [gift.remedy(direct)]), ...remedies],
  })
}
