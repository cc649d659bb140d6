import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import type { Step } from '../../change/outcome.ts'

/** Every cluster needs them; the API server itself lets nobody delete them. */
const IMMORTAL: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/** The refusal for a namespace that nobody deleted, or nobody may delete, whatever the flags; undefined for another. */
export function refusedLive(name: string, object: KubeObject | undefined): Step | undefined {
  const ref = refOf(NAMESPACE_TYPE, object?.metadata ?? { name, uid: '' })
  const refused = (message: string): Step => ({
    ref,
    action: 'FinalizeNamespace',
    result: 'refused',
    guard: 'NotTerminating',
    message,
  })
  if (IMMORTAL.has(name)) return refused(`the cluster cannot be without namespace ${name}: it is never ended`)
  if (object === undefined || object.metadata.deletionTimestamp !== undefined) return undefined
  return refused(
    'the namespace is not being deleted, and a live namespace is never changed; delete it first with kubectl delete',
  )
}
