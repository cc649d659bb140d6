import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { DeletionGroups } from '../../groups/deletion-groups.ts'
import type { Forecast } from '../../plan/ordered/live-groups.ts'
import type { Change } from '../../plan/outcome.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import type { Ports } from '../ports.ts'
import { type Planned, planAll } from '../write/plan-all.ts'

/** The finalizers that the groups' system puts on the resource; undefined: those without a controller are sought. */
export function ownFinalizers(
  { finalizers }: Pick<DeletionGroups, 'finalizers'>,
  { metadata }: KubeObject,
): readonly string[] | undefined {
  return finalizers?.filter(name => metadata.finalizers?.includes(name))
}

/** Asks the guards in advance, so that nobody deletes everything to learn only then that the last step is refused. */
export async function forecast(
  groups: Pick<DeletionGroups, 'finalizers'>,
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

/** The changes that take the finalizers off the resource in the end. */
export function finalizerChanges(ref: ObjectRef, { finalizers }: Forecast): readonly Change[] {
  return finalizers.map(finalizer => ({ ref, action: 'RemoveFinalizer', finalizer }))
}
