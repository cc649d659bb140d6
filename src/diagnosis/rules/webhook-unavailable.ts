import { factFrom, message } from '../../messages/sentence.ts'
import type { Rejection } from '../../statements/rejection.ts'
import { namespaceRejection } from '../admission/namespace-rejection.ts'
import { probeOf } from '../admission/probe.ts'
import { allWebhooks, matches, type Operation, unknownConfiguration, webhookNamed } from '../admission/webhook.ts'
import { eachTogether } from '../answered.ts'
import { stepsToEnd } from '../controller-manager/deletion-probe.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { answererOf } from '../service/answerer.ts'
import { unansweredWebhook, webhookUnreachable } from '../serving/unanswered-webhook.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * WebhookUnavailable: a webhook with failurePolicy Fail that nothing answers, so that the API server rejects every
 * change that it would have to be asked about: the removal of a finalizer, a deletion that others ask for, a Pod's
 * report that it ended. Proven by the server's dry run, or by what the namespace controller reports; where the user may
 * not do that, by a configuration that matches and names a Service with nothing behind it.
 */
export function webhookUnavailable(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const { facts } = context
  const reported = namespaceRejection(held, context)
  const ofContent = [
    ...(reported?.by === 'silent webhook' ? byReport(reported, facts) : []),
    ...stepsToEnd(held, context).flatMap(({ operation, state, rejection }) => {
      if (rejection?.by === 'silent webhook') return byDryRun(held, rejection, operation, context.facts)
      return state === 'unknown' ? byReading(held, operation, context.facts) : []
    }),
  ]
  const probed = probeOf(held, context)
  if (probed === undefined || probed.state === 'accepted') return ofContent
  const { rejection } = probed
  if (rejection?.by === 'silent webhook') return [...ofContent, ...byDryRun(held, rejection, 'UPDATE', facts)]
  const unanswered = probed.state === 'unknown' || rejection?.by === 'probe'
  return unanswered ? [...ofContent, ...byReading(held, 'UPDATE', facts)] : ofContent
}

type Silent = Extract<Rejection, { by: 'silent webhook' }>

function byDryRun(held: StuckObject, silent: Silent, operation: Operation, facts: Facts): readonly Blocker[] {
  const found = webhookNamed(silent.webhook, held, facts, operation)
  if (found !== undefined) return [unansweredWebhook(found, said(silent, 'dry run'), facts, silent.why)]
  // Where all can be read, none of them watches this object: it was another one of its like that was rejected.
  return allWebhooks(facts).state === 'unreadable' ? [unconfigured(silent, 'dry run')] : []
}

/** The namespace controller was rejected on objects of any type: the webhook's name is all there is to find it by. */
function byReport(silent: Silent, facts: Facts): readonly Blocker[] {
  const { state, webhooks } = allWebhooks(facts)
  const found = webhooks.find(({ webhook }) => webhook.name === silent.webhook)
  if (found !== undefined) return [unansweredWebhook(found, said(silent, 'conditions'), facts, silent.why)]
  // The report may be older than the repair.
  return state === 'unreadable' ? [unconfigured(silent, 'conditions')] : []
}

/** Every webhook that matches and has a Service with nothing behind it. */
function byReading(held: StuckObject, operation: Operation, facts: Facts): readonly Blocker[] {
  const failing = allWebhooks(facts).webhooks.filter(({ webhook }) => (webhook.failurePolicy ?? 'Fail') === 'Fail')
  return eachTogether(failing, found => {
    const { webhook, configuration } = found
    if (matches(webhook, held, operation, facts) !== 'yes') return []
    if (!answererOf(webhook.clientConfig ?? {}, facts).isSilent) return []
    const fact = message('WebhookCalledFor', { webhook: webhook.name, operation, resource: held.ref.resource })
    return [unansweredWebhook(found, { fact, source: configuration.resource.split('.')[0]! }, facts)]
  }).flat()
}

function said({ webhook, why, service }: Silent, source: string): Evidence {
  return factFrom(source, 'WebhookCallFailed', { webhook, why: service ?? why })
}

function unconfigured(silent: Silent, source: string): Blocker {
  const unread = factFrom('validatingwebhookconfigurations', 'WebhookConfigurationsNotRead')
  const evidence = [said(silent, source), unread]
  const subject = unknownConfiguration(silent.webhook)
  return webhookUnreachable(`?/${silent.webhook}`, subject, { webhook: silent.webhook }, evidence, () => [])
}
