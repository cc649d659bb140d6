import type { ObjectRef } from '../../api/object-ref.ts'
import { matchesUpdate } from '../admission/matches.ts'
import { probeOf } from '../admission/probe.ts'
import { allWebhooks } from '../admission/webhook.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import type { Held, Holding, RuleContext } from '../held.ts'
import { commandLine } from '../shell-quote.ts'

/**
 * FinalizerReadded: the server accepts the removal and the finalizer is there all the same, because a mutating webhook
 * puts it back in the same request. Nobody else can: a terminating object takes no new finalizer
 * (kubernetes-deletion.md 1.6).
 */
export function finalizerReadded(held: Held, context: RuleContext): readonly Holding[] {
  const probed = probeOf(held, context)
  const [finalizer] = probed?.readded ?? []
  if (finalizer === undefined) return []
  const { state, webhooks } = allWebhooks(context.facts)
  if (state === 'pending') return []
  const matches = webhooks
    .filter(({ mutating }) => mutating)
    .map(found => ({ ...found, match: matchesUpdate(found.webhook, held, context.facts) }))
  if (matches.some(({ match }) => match === 'pending')) return []
  const suspects = matches.filter(({ match }) => match === 'yes' || match === 'unknown')
  const configurations = [...new Map(suspects.map(each => [each.configuration.name, each.configuration])).values()]
  const evidence: Evidence[] = [
    { fact: `a dry run of its removal is accepted, and ${finalizer} is still there`, source: 'dry run' },
    ...suspects.map(({ webhook, configuration }) => ({
      fact: `webhook ${webhook.name} of ${configuration.name} may change every update of ${held.ref.resource}`,
      source: 'mutatingwebhookconfigurations',
    })),
    ...(state === 'unreadable'
      ? [{ fact: 'the webhook configurations could not be read', source: 'mutatingwebhookconfigurations' }]
      : []),
  ]
  return [
    {
      verdict: 'stuck',
      cause: {
        key: `FinalizerReadded/${finalizer}/${keyOf(held, configurations)}`,
        code: 'FinalizerReadded',
        subject: held.ref,
        finalizer,
        summary: `${by(configurations)} puts the finalizer ${finalizer} back whenever it is removed from ${held.ref.kind} ${held.ref.name}.`,
        evidence,
        remedies: () => configurations.flatMap(remediesOf),
      },
    },
  ]
}

/** The webhook is the one thing to repair; where it is not known, each object stands for itself. */
function keyOf({ ref }: Held, configurations: readonly ObjectRef[]): string {
  return configurations.length === 0 ? ref.uid : configurations.map(({ name }) => name).join(',')
}

function by(configurations: readonly ObjectRef[]): string {
  const names = configurations.map(({ name }) => name)
  if (names.length === 0) return 'Something in the admission of the API server'
  return names.length === 1
    ? `A webhook of MutatingWebhookConfiguration ${names[0]}`
    : `A webhook of one of the MutatingWebhookConfigurations ${names.join(', ')}`
}

function remediesOf({ name }: ObjectRef): readonly Remedy[] {
  return [
    {
      kind: 'inspect',
      summary: `see what the webhooks of ${name} do, and whose they are`,
      commands: [commandLine('kubectl', 'get', 'mutatingwebhookconfiguration', name, '-o', 'yaml')],
      risk: 'none',
      leaks: [],
    },
    {
      kind: 'repair',
      summary: `let ${name} leave objects alone that are being deleted (a matchCondition, or an objectSelector)`,
      commands: [commandLine('kubectl', 'edit', 'mutatingwebhookconfiguration', name)],
      risk: 'medium',
      leaks: [],
    },
  ]
}
