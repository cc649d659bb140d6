import type { ObjectRef } from '../../api/object-ref.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { finalizationsOf } from '../admission/finalize-probe.ts'
import { letPass, showConfiguration } from '../admission/let-pass.ts'
import { mutatorsOf } from '../admission/mutators.ts'
import { probeOf } from '../admission/probe.ts'
import { type Evidence, toWait } from '../explanation.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'

/**
 * FinalizerReadded: the server accepts the removal and the finalizer is still there, because a mutating webhook or
 * policy puts it back in the same request. No other request can: a terminating object takes no new finalizer
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
    factFrom('dry run', 'FinalizerStillThere', { finalizer }),
    ...suspects.map(({ webhook, configuration }) =>
      factFrom(configuration.resource.split('.')[0]!, 'MayChangeEveryUpdate', {
        who: `${webhook === undefined ? configuration.kind : `webhook ${webhook.name} of`} ${configuration.name}`,
        resource: held.ref.resource,
      }),
    ),
    ...(state === 'unreadable' ? [factFrom('mutatingwebhookconfigurations', 'WebhookConfigurationsNotRead')] : []),
  ]
  return [
    blocker('stuck', {
      key: `FinalizerReadded/${finalizer}/${keyOf(held, configurations)}`,
      subject: held.ref,
      finalizer,
      summary: message('FinalizerAddedAgain', {
        by: configurations.map(({ kind, name }) => ({ kind, name })),
        finalizer,
        object: `${held.ref.kind} ${held.ref.name}`,
      }),
      evidence,
      remedies: () => [
        ...configurations.map(each =>
          showConfiguration(each, message('SeeConfiguration', { name: each.name, doing: 'does' })),
        ),
        ...suspects.map(each => letPass(each)),
        // Its update succeeded, as far as its controller knows: it comes again with its next full list.
        ...(operation === 'UPDATE' ? [] : [toWait(message('NamespaceControllerTriesAgain'))]),
      ],
    }),
  ]
}

/** The webhook is the one thing to repair; where it is not known, each object stands for itself. */
function keyOf({ ref }: StuckObject, configurations: readonly ObjectRef[]): string {
  return configurations.length === 0 ? ref.uid : configurations.map(({ name }) => name).join(',')
}
