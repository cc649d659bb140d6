import type { Cluster } from '../../change/ordered/live-groups.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { CommandContext } from '../command.ts'
import { planAll } from '../remove/plan-all.ts'
import { type Offered, offer } from '../write/offer.ts'
import type { WriteOptions } from '../write/write-flags.ts'
import { findSubject } from './find-subject.ts'
import type { Prepared } from './prepare.ts'

/** The finalizers that the groups' system puts on the resource; none: which have lost their controller is found out. */
function ownFinalizers({ object, groups }: Pick<Prepared, 'object' | 'groups'>): readonly string[] {
  return groups.finalizers?.filter(name => object.metadata.finalizers?.includes(name)) ?? []
}

/** What the plan says of the resource itself. */
export function afterwardsText(prepared: Pick<Prepared, 'object' | 'groups'>, wanted: boolean): string {
  if (!wanted) return 'the resource keeps its finalizers (--no-finalizer)'
  const own = ownFinalizers(prepared)
  if (own.length > 0)
    return `the finalizer ${own.join(', ')} of the resource is offered for removal, under the guards of remove`
  if (prepared.groups.finalizers !== undefined)
    return 'the resource has no finalizer of this system: nothing is left to remove'
  return 'those finalizers of the resource that have lost their controller are offered for removal, under the guards of remove'
}

/**
 * Offers the resource's own finalizers for removal once every group is clear: explained anew, since what the groups deleted
 * may have ended it, and under the same guards, consent and proof as `remove`.
 */
export async function offerFinalizer(
  prepared: Prepared,
  { type, meta }: Finding,
  home: Cluster,
  namespace: string,
  write: WriteOptions,
  context: CommandContext,
): Promise<Offered> {
  const now = await readWhole(home.transport, type, meta)
  if (now === undefined || now.metadata.uid !== meta.uid) {
    context.terminal.stderr.write(`${prepared.object.kind} ${meta.name} is gone already.\n`)
    return { steps: [], interrupted: false }
  }
  const finalizers = ownFinalizers({ ...prepared, object: now })
  if (prepared.groups.finalizers !== undefined && finalizers.length === 0) return { steps: [], interrupted: false }
  const { stuck } = await findSubject(
    { type: type.group === '' ? type.plural : `${type.plural}.${type.version}.${type.group}`, name: meta.name },
    home,
    meta.namespace ?? namespace,
    context,
  )
  if (stuck === undefined) return { steps: [], interrupted: false }
  const planned = await planAll([stuck], { finalizers }, write, home.transport, context)
  return offer(planned.removals, planned.steps, write, home.transport, context)
}
