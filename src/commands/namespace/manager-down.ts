import type { Refusal } from '../../change/guard.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { controllerManager } from '../../diagnosis/controller-manager/lease.ts'
import { askUntilKnown } from '../ask-until-known.ts'
import type { Errand } from './errand.ts'

/**
 * The refusal to create and delete a namespace while nobody would end it, by the Lease of kube-controller-manager; undefined
 * where that is fresh, or proves nothing: not there, or not to be read.
 */
export async function managerDown({ transport, context }: Errand): Promise<Refusal | undefined> {
  const discovery = await discover(transport, context.signal)
  const source = { transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal: context.signal }
  const { answer: manager } = await askUntilKnown(source, context.clock.now(), controllerManager)
  if (manager.state !== 'stale') return undefined
  return {
    guard: 'RepairFirst',
    why: `kube-controller-manager does not run, which alone ends a namespace: ${manager.evidence.fact}`,
    instead: 'start it again: without it the namespace is left Terminating',
  }
}
