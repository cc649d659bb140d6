import type { ObjectRef } from '../../api/object-ref.ts'
import { finalizationsOf } from '../admission/finalize-probe.ts'
import { letPass, showConfiguration } from '../admission/let-pass.ts'
import { mutatorsOf } from '../admission/mutators.ts'
import { probeOf } from '../admission/probe.ts'
import type { Evidence } from '../explanation.ts'
import { toWait } from '../remedy.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * FinalizerReadded: the server accepts the removal and the finalizer is there all the same, because a mutating webhook or policy
 * puts it back in the same request. Nobody else can: a terminating object takes no new finalizer
 * (kubernetes-deletion.md 1.6).
 */
export function finalizerReadded(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const [ofMetadata] = probeOf(held, context)?.readded ?? []
  const [ofSpec] = finalizationsOf(held, context).flatMap(({ readded = [] }) => readded)
  const finalizer = ofMetadata ?? ofSpec
  if (finalizer === undefined) return []
  const operation = ofMetadata === undefined ? 'UPDATE finalize' : 'UPDATE'
  const { state, mutators: suspects } = mutatorsOf(held, operation, context.facts)
  const configurations = [...new Map(suspects.map(each => [each.configuration.name, each.configuration])).values()]
  const evidence: Evidence[] = [
    { fact: `a dry run of its removal is accepted, and ${finalizer} is still on the object`, source: 'dry run' },
    ...suspects.map(({ webhook, configuration }) => ({
      fact: `${webhook === undefined ? configuration.kind : `webhook ${webhook.name} of`} ${configuration.name} may change every update of ${held.ref.resource}`,
      source: configuration.resource.split('.')[0]!,
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
        summary: `${by(configurations)} adds the finalizer ${finalizer} again whenever it is removed from ${held.ref.kind} ${held.ref.name}.`,
        evidence,
        remedies: () => [
          ...configurations.map(each => showConfiguration(each, `see what ${each.name} does, and who owns it`)),
          ...suspects.map(each =>
            letPass(
              each,
              `have ${each.webhook?.name ?? each.configuration.name} ignore objects that are being deleted`,
            ),
          ),
          // Its update succeeded, as far as its controller knows: it comes again with its next full list.
          ...(operation === 'UPDATE'
            ? []
            : [toWait('then wait: the namespace controller tries again within 5 minutes')]),
        ],
      },
    },
  ]
}

/** The webhook is the one thing to repair; where it is not known, each object stands for itself. */
function keyOf({ ref }: StuckObject, configurations: readonly ObjectRef[]): string {
  return configurations.length === 0 ? ref.uid : configurations.map(({ name }) => name).join(',')
}

function by(configurations: readonly ObjectRef[]): string {
  const names = configurations.map(({ name }) => name)
  if (names.length === 0) return 'Something in the admission of the API server'
  const [{ kind } = { kind: '' }] = configurations
  if (names.length > 1) return `One of ${configurations.map(each => `${each.kind} ${each.name}`).join(', ')}`
  return kind === 'MutatingAdmissionPolicy' ? `${kind} ${names[0]}` : `A webhook of ${kind} ${names[0]}`
}
