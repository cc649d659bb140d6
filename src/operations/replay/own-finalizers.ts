import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { DeletionGroups } from '../../groups/deletion-groups.ts'
import type { Change, Step } from '../../plan/outcome.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import { inWords } from '../../render/words/in-words.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import type { Ports } from '../ports.ts'
import { type Planned, planAll } from '../write/plan-all.ts'

/** What is known, before the groups are run, of the removal that comes after them. */
export interface Forecast {
  /** The finalizers that will be offered for removal. */
  readonly finalizers: readonly string[]
  /** Guards that refuse it as things are now. */
  readonly refused: readonly Step[]
  /** What the resource keeps. */
  readonly others: readonly string[]
}

/** The finalizers that the groups' system puts on the resource; undefined: which have lost their controller is found out. */
export function ownFinalizers(
  { finalizers }: Pick<DeletionGroups, 'finalizers'>,
  { metadata }: KubeObject,
): readonly string[] | undefined {
  return finalizers?.filter(name => metadata.finalizers?.includes(name))
}

/** Asks the guards in advance, so that nobody deletes everything to learn only then that the last step is refused. */
export async function forecast(
  groups: DeletionGroups,
  object: KubeObject,
  stuck: DiagnosedObject,
  write: WriteOptions,
  transport: Transport,
  ports: Ports,
): Promise<Forecast> {
  const all = object.metadata.finalizers ?? []
  const own = ownFinalizers(groups, object)
  if (own?.length === 0 || all.length === 0) return { finalizers: [], refused: [], others: all }
  const { removals, steps }: Planned = await planAll([stuck], { finalizers: own ?? [] }, write, transport, ports)
  const refused = steps.filter(({ result }) => result === 'refused')
  const chosen = own ?? [
    ...removals.flatMap(({ allowed }) => allowed),
    ...refused.flatMap(({ finalizer }) => finalizer ?? []),
  ]
  return { finalizers: chosen, refused, others: all.filter(name => !chosen.includes(name)) }
}

/** What the plan says of the resource itself. */
export function afterwardsTexts({ finalizers, refused, others }: Forecast, wanted: boolean): readonly string[] {
  if (!wanted) return ['the resource keeps its finalizers (--no-finalizer)']
  const kept = others.length === 0 ? [] : [`the resource stays after that, held by ${others.join(', ')}`]
  if (finalizers.length === 0) return ['the resource has no finalizer that is to be removed', ...kept]
  const names = finalizers.join(', ')
  const plural = finalizers.length > 1 ? 's' : ''
  return [
    `the removal of finalizer${plural} ${names} is offered, with the guards of remove`,
    ...refused.map(
      ({ finalizer, guard, message }) => `as things are now, ${guard} refuses ${finalizer}: ${inWords(message ?? '')}`,
    ),
    ...kept,
  ]
}

/** The changes that take the finalizers off the resource in the end. */
export function finalizerChanges(ref: ObjectRef, { finalizers }: Forecast): readonly Change[] {
  return finalizers.map(finalizer => ({ ref, action: 'RemoveFinalizer', finalizer }))
}
