import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { timestamp } from '../clock.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import { admitDelete, type Deletion, deleteGenerically, kept, storedFor } from './delete-generically.ts'
import { withGcFinalizers } from './gc-finalizers.ts'
import { checkNamespacePreconditions } from './preconditions.ts'
import { specFinalizers } from './update.ts'

/**
 * DELETE of a Namespace: the first sets deletionTimestamp (no grace field) and phase Terminating; later ones do nothing
 * while spec.finalizers holds it (kubernetes-deletion.md 2.1).
 */
export async function deleteNamespace(deletion: Deletion): Promise<Warned> {
  const { server, request, options } = deletion
  const { type } = request
  for (;;) {
    const stored = storedFor(server, request)
    checkNamespacePreconditions(type, stored, options)
    if (stored.metadata.deletionTimestamp !== undefined) {
      if (specFinalizers(stored).length > 0) {
        // Admission is asked all the same: default and kube-system stay protected.
        await admitDelete(deletion, stored)
        return kept(type, stored, options)
      }
      return deleteGenerically(deletion)
    }
    await admitDelete(deletion, stored)
    const marked = terminating(stored, options, request, server.now())
    if (options.dryRun?.includes('All')) return kept(type, marked, options)
    const written = server.store.write('namespaces', stored, marked)
    if (written !== undefined) return kept(type, written, options)
  }
}

function terminating(namespace: KubeObject, options: DeleteOptions, request: ResourceRequest, now: number): KubeObject {
  const before = namespace.metadata.finalizers ?? []
  // orphanDependents=false adds foregroundDeletion on a Namespace, against its meaning everywhere else
  // (kubernetes-deletion.md 1.1).
  const meant = options.orphanDependents === false ? { propagationPolicy: 'Foreground' } : options
  const finalizers = withGcFinalizers(before, meant, request.type)
  return {
    ...namespace,
    metadata: {
      ...namespace.metadata,
      deletionTimestamp: timestamp(now),
      ...(finalizers.length > 0 && { finalizers }),
    },
    status: { ...(namespace.status as object | undefined), phase: 'Terminating' },
  }
}
