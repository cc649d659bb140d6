import { CRD_CLEANUP } from '../../api/builtin-finalizers.ts'
import { conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { timestamp } from '../clock.ts'
import { withCondition } from '../types/conditions.ts'
import { admitDelete, type Deletion, deleteGenerically, kept, storedFor } from './delete-generically.ts'
import { checkPreconditions } from './preconditions.ts'

/**
 * The first DELETE of a CRD ignores policy and grace: it adds the cleanup finalizer and the Terminating condition
 * (kubernetes-deletion.md 4.1).
 */
export async function deleteDefinition(deletion: Deletion): Promise<Warned> {
  const { server, request, options } = deletion
  const { type } = request
  for (;;) {
    const stored = storedFor(server, request)
    if (stored.metadata.deletionTimestamp !== undefined) return deleteGenerically(deletion)
    checkPreconditions(type, stored, options)
    await admitDelete(deletion, stored)
    const marked = terminating(stored, server.now())
    if (options.dryRun?.includes('All')) return kept(type, marked, options)
    const written = server.store.write(type.storage, stored, marked)
    if (written !== undefined) return kept(type, written, options)
  }
}

function terminating(definition: KubeObject, now: number): KubeObject {
  const finalizers = definition.metadata.finalizers ?? []
  const condition = {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  }
  return {
    ...definition,
    metadata: {
      ...definition.metadata,
      deletionTimestamp: timestamp(now),
      finalizers: finalizers.includes(CRD_CLEANUP) ? finalizers : [...finalizers, CRD_CLEANUP],
    },
    status: {
      ...(definition.status as object | undefined),
      conditions: withCondition(conditionsIn(definition), condition, timestamp(now)),
    },
  }
}
