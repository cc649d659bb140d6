import { refOf } from '../../api/object-ref.ts'
import type { Step } from '../../change/outcome.ts'
import type { Finding } from '../../cluster/scan/scan.ts'

/** Objects that nobody deleted: whatever the flags, they are not touched. */
export function liveSteps(live: readonly Finding[]): readonly Step[] {
  return live.map(({ type, meta }) => ({
    ref: refOf(type, meta),
    action: 'RemoveFinalizer',
    result: 'refused',
    guard: 'NotTerminating',
    message: 'it is not being deleted, and a live object is never changed; delete it first with kubectl delete',
  }))
}
