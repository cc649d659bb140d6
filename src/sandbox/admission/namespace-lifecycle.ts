import { forbidden, namespaceNotFound } from '../answer/refusal.ts'
import type { Server } from '../server.ts'
import type { Attributes } from './hook.ts'

/** These may not be deleted (kube-node-lease may). */
const IMMORTAL = new Set(['default', 'kube-system', 'kube-public'])

/**
 * NamespaceLifecycle: writes need their namespace, creates need one that is not terminating, DELETE needs neither.
 * So objects that a forced finalize left behind can be deleted and no longer patched (kubernetes-deletion.md 2.5, 2.6).
 */
export function checkNamespace(server: Server, attributes: Attributes): void {
  const { operation, type, name, namespace } = attributes
  if (type.storage === 'namespaces') {
    if (operation === 'DELETE' && IMMORTAL.has(name)) {
      throw forbidden(type, name, 'this namespace may not be deleted')
    }
    return
  }
  if (!type.namespaced || namespace === undefined || operation === 'DELETE') return
  if (type.plural === 'localsubjectaccessreviews') return
  const found = server.store.get('namespaces', undefined, namespace)
  if (found === undefined) throw namespaceNotFound(namespace)
  if (operation !== 'CREATE' || found.metadata.deletionTimestamp === undefined) return
  throw forbidden(type, name, `unable to create new content in namespace ${namespace} because it is being terminated`, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  ])
}
