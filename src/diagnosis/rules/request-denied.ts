import { deletionOf } from '../admission/deletion-probe.ts'
import { namespaceRejection } from '../admission/namespace-rejection.ts'
import { denyingPolicy } from '../admission/policy.ts'
import { probeOf } from '../admission/probe.ts'
import type { Rejection } from '../admission/rejection.ts'
import { allWebhooks } from '../admission/webhook.ts'
import { unknownConfiguration, webhookNamed } from '../admission/webhook-named.ts'
import type { Evidence, ObjectRefOrSubject, Remedy } from '../explanation.ts'
import type { Held, Holding, RuleContext } from '../held.ts'
import { commandLine } from '../shell-quote.ts'

/** So long, in seconds, a deletion that is denied to us may still be allowed to the controller that is only about to ask. */
const ASKED_WITHIN_SECONDS = 10

/**
 * RequestDenied: a webhook that answers, or an admission policy, denies the removal of the finalizer or the deletion that
 * others ask for (by the server's dry run), or what the namespace controller asks for (by its report).
 */
export function requestDenied(held: Held, context: RuleContext): readonly Holding[] {
  const reported = namespaceRejection(held, context)
  const probed = probeOf(held, context)
  return [
    ...(reported === undefined ? [] : denied(held, reported, 'conditions', context)),
    ...(probed?.rejection === undefined ? [] : denied(held, probed.rejection, 'dry run', context)),
    ...deletionDenied(held, context),
  ]
}

/**
 * Whoever has to delete it asks as another user than we do, which only time tells apart; and what is only like the object
 * that was tried may be let go.
 */
function deletionDenied(held: Held, context: RuleContext): readonly Holding[] {
  const deletion = deletionOf(held, context)
  if (deletion?.rejection === undefined) return []
  const { rejection, ofAnother, ageSeconds } = deletion
  const certain = !ofAnother && ageSeconds >= ASKED_WITHIN_SECONDS
  return denied(held, rejection, 'dry run of the deletion', context).map(holding =>
    certain ? holding : { ...holding, verdict: 'unknown' },
  )
}

function denied(held: Held, rejection: Rejection, source: string, context: RuleContext): readonly Holding[] {
  if (rejection.by === 'webhook') return byWebhook(held, rejection, source, context)
  return rejection.by === 'policy' ? byPolicy(rejection, source, context) : []
}

function byWebhook(
  held: Held,
  { webhook: name, why }: Extract<Rejection, { by: 'webhook' }>,
  source: string,
  { facts }: RuleContext,
): readonly Holding[] {
  const { state, webhooks } = allWebhooks(facts)
  const found =
    source === 'conditions'
      ? webhooks.find(({ webhook }) => webhook.name === name)
      : webhookNamed(name, held, facts, source === 'dry run' ? 'UPDATE' : 'DELETE')
  if (state === 'pending' || found === 'pending') return []
  const evidence = [{ fact: `admission webhook "${name}" denied the request: ${why}`, source }]
  const summary = `Webhook ${name} denies the change that would end the wait: ${why}`
  if (found === undefined) {
    const unread = {
      fact: 'no webhook configuration that can be read has it',
      source: 'validatingwebhookconfigurations',
    }
    return [stuck(unknownConfiguration(name), summary, [...evidence, unread], [])]
  }
  const { configuration } = found
  const resource = configuration.kind.toLowerCase()
  return [
    stuck(configuration, summary, evidence, remediesOf(resource, configuration.name, why, `the rules of ${name}`)),
  ]
}

function byPolicy(
  rejection: Extract<Rejection, { by: 'policy' }>,
  source: string,
  { facts }: RuleContext,
): readonly Holding[] {
  const policy = denyingPolicy(rejection, facts)
  if (policy === 'pending') return []
  const { kind, policy: name, binding, why } = rejection
  const evidence = [
    { fact: `${kind} '${name}' with binding '${binding}' denied request: ${why}`, source },
    ...policy.evidence,
  ]
  const remedies = remediesOf(kind.toLowerCase(), name, why, `the policy, or what its binding ${binding} covers`)
  const summary = `${kind} ${name} denies the change that would end the wait: ${why}`
  const holding = stuck(policy.subject, summary, evidence, remedies)
  return [policy.dependsOnUser ? { ...holding, verdict: 'unknown' } : holding]
}

function stuck(
  subject: ObjectRefOrSubject,
  summary: string,
  evidence: readonly Evidence[],
  remedies: readonly Remedy[],
): Holding {
  const key = `RequestDenied/${subject.kind}/${subject.name}`
  return {
    verdict: 'stuck',
    cause: { key, code: 'RequestDenied', subject, summary, evidence, remedies: () => remedies },
  }
}

/** What it says comes first: it works, and it may be right. */
function remediesOf(resource: string, name: string, why: string, what: string): readonly Remedy[] {
  return [
    {
      kind: 'inspect',
      summary: `read what it asks for, and do that if you can: ${why}`,
      commands: [commandLine('kubectl', 'get', resource, name, '-o', 'yaml')],
      risk: 'none',
      leaks: [],
    },
    {
      kind: 'repair',
      summary: `if it should not watch objects that are being deleted, change ${what} so that these changes pass`,
      commands: [commandLine('kubectl', 'edit', resource, name)],
      risk: 'medium',
      leaks: [],
    },
  ]
}
