import type { KubeObject } from '../../api/object.ts'
import { type ObjectRef, refOf } from '../../api/object-ref.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { lapseOf, limitedBy } from '../../cluster/transport/aborted.ts'
import type { DeletionGroups } from '../../groups/deletion-groups.ts'
import { message } from '../../messages/sentence.ts'
import type { Forecast } from '../../plan/ordered/live-groups.ts'
import type { Change, Step } from '../../plan/outcome.ts'
import { unsent } from '../../plan/plan.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { offer } from '../write/offer.ts'
import { type Planned, planAll } from '../write/plan-all.ts'
import { findSubject } from './find-subject.ts'
import type { Prepared } from './prepare.ts'
import type { ReplayRun } from './request.ts'

/** What the plan may take of a server that is silent. */
const PLAN_SECONDS = 30

/** The finalizers that the groups' system puts on the resource; undefined: those without a controller are sought. */
export function ownFinalizers(
  { finalizers }: Pick<DeletionGroups, 'finalizers'>,
  { metadata }: KubeObject,
): readonly string[] | undefined {
  return finalizers?.filter(name => metadata.finalizers?.includes(name))
}

/** Asks the guards in advance, so that a refusal of the last step is known before everything is deleted. */
export async function forecast(
  groups: Pick<DeletionGroups, 'finalizers'>,
  object: KubeObject,
  stuck: DiagnosedObject,
  run: ReplayRun,
): Promise<Forecast> {
  const all = object.metadata.finalizers ?? []
  const own = ownFinalizers(groups, object)
  if (own?.length === 0 || all.length === 0) return { finalizers: [], refused: [], others: all }
  const { removals, steps }: Planned = await planAll([stuck], { finalizers: own ?? [] }, run)
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

/**
 * Offers the resource's own finalizers for removal once every group is clear: explained again, since the groups may
 * have ended the cause, and under the same guards, consent and proof as `remove`.
 */
export async function offerFinalizer(
  { groups }: Prepared,
  { type, meta }: Finding,
  planned: Forecast,
  run: ReplayRun,
): Promise<readonly Step[]> {
  const { home, ports } = run
  const ref = refOf(type, meta)
  const transport = limitedBy(home.transport, lapseOf(PLAN_SECONDS))
  const now = await readWhole(transport, type, meta)
  if (now === undefined || now.metadata.uid !== meta.uid) {
    return unsent(finalizerChanges(ref, planned), { result: 'gone', message: message('ResourceGone') })
  }
  const own = ownFinalizers(groups, now)
  if (own?.length === 0 || (now.metadata.finalizers ?? []).length === 0) return []
  const name = { type: nameOf(type), name: meta.name }
  const where = { transport, discovery: home.discovery, namespace: meta.namespace ?? 'default' }
  const { stuck } = await findSubject(name, where, ports)
  if (stuck === undefined) return []
  const { removals, steps } = await planAll([stuck], { finalizers: own ?? [] }, { ...run, transport })
  return (await offer(removals, steps, run)).steps
}

/** With its version, for the server's preferred one may be another. */
function nameOf({ group, version, plural }: Finding['type']): string {
  return group === '' ? plural : `${plural}.${version}.${group}`
}
