import { refOf } from '../../api/object-ref.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import { lapseOf, limitedBy } from '../../cluster/transport/aborted.ts'
import { message } from '../../messages/sentence.ts'
import type { Cluster, Forecast } from '../../plan/ordered/live-groups.ts'
import type { Step } from '../../plan/outcome.ts'
import { unsent } from '../../plan/plan.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'
import { offer } from '../write/offer.ts'
import { planAll } from '../write/plan-all.ts'
import { findSubject } from './find-subject.ts'
import { finalizerChanges, ownFinalizers } from './own-finalizers.ts'
import type { Prepared } from './prepare.ts'

/** What the plan may take of a server that is silent. */
const PLAN_SECONDS = 30

/**
 * Offers the resource's own finalizers for removal once every group is clear: explained again, since the groups may
 * have ended the cause, and under the same guards, consent and proof as `remove`.
 */
export async function offerFinalizer(
  { groups }: Prepared,
  { type, meta }: Finding,
  planned: Forecast,
  home: Cluster,
  write: WriteOptions,
  ports: Ports,
): Promise<readonly Step[]> {
  const ref = refOf(type, meta)
  const limited = { ...home, transport: limitedBy(home.transport, lapseOf(PLAN_SECONDS)) }
  const now = await readWhole(limited.transport, type, meta)
  if (now === undefined || now.metadata.uid !== meta.uid) {
    return unsent(finalizerChanges(ref, planned), { result: 'gone', message: message('ResourceGone') })
  }
  const own = ownFinalizers(groups, now)
  if (own?.length === 0 || (now.metadata.finalizers ?? []).length === 0) return []
  const name = { type: nameOf(type), name: meta.name }
  const { stuck } = await findSubject(name, limited, meta.namespace ?? 'default', ports)
  if (stuck === undefined) return []
  const { removals, steps } = await planAll([stuck], { finalizers: own ?? [] }, write, limited.transport, ports)
  return (await offer(removals, steps, write, home.transport, ports)).steps
}

/** With its version, for the server's preferred one may be another. */
function nameOf({ group, version, plural }: Finding['type']): string {
  return group === '' ? plural : `${plural}.${version}.${group}`
}
