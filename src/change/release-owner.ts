import { FOREGROUND } from '../api/builtin-finalizers.ts'
import { codeOf } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { carryThrough } from './carry-through.ts'
import { deleteObject } from './delete-object.ts'
import type { Step } from './outcome.ts'
import type { Removal } from './removal.ts'
import { withoutFinalizers } from './still-as-shown.ts'
import type { Tools } from './tools.ts'

/**
 * Lets a foreground owner go without its dependents: a second DELETE, with background propagation, takes foregroundDeletion
 * off and nothing else (reference 1.2). `removed` are finalizers that this run took off before. Never rejects.
 */
export async function releaseOwner(removal: Removal, removed: readonly string[], tools: Tools): Promise<Step> {
  const finalizers = [FOREGROUND]
  const before = withoutFinalizers(removal.object, removed)
  const send = async (now: KubeObject): Promise<KubeObject> => {
    await release(removal, now, tools)
    return withoutFinalizers(now, finalizers)
  }
  const came = await carryThrough(removal, { finalizers, before, send }, tools)
  return { ref: removal.ref, action: 'Delete', finalizer: FOREGROUND, ...came }
}

/**
 * A server that is asked for one state of the object and takes the last finalizer off then looks for a state that it never
 * wrote, and answers 409 each time (1.36.3, run). Where the object is just the one that was named, it is asked
 * by uid alone: whatever state it is in by then, this DELETE takes nothing off but foregroundDeletion.
 */
async function release({ type, ref }: Removal, now: KubeObject, tools: Tools): Promise<void> {
  try {
    await deleteObject(type, now, 'Background', tools)
  } catch (error) {
    if (codeOf(error) !== 409) throw error
    const again = await readWhole(tools.transport, type, ref)
    if (again?.metadata.resourceVersion !== now.metadata.resourceVersion) throw error
    const { resourceVersion: _, ...metadata } = now.metadata
    await deleteObject(type, { ...now, metadata }, 'Background', tools)
  }
}
