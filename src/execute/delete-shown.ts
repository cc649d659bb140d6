import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import type { ChangeResult, Step } from '../plan/outcome.ts'
import type { Deletion } from '../plan/plan.ts'
import { attempt } from './attempt.ts'
import { holdsNow } from './proof.ts'
import { deleteObject } from './requests.ts'
import type { Tools } from './tools.ts'
import { waitUntilGone } from './wait-until-gone.ts'

/** How often a DELETE is sent that a busy server turns down; many objects of a group are asked for at once. */
const MAX_TRIES = 10

/**
 * Deletes just this object (uid and resourceVersion), with a backup before, and proves that it is gone; one of a group only
 * that it is being deleted: `timeout`. One that is being deleted already is left alone: a second DELETE in the foreground would
 * add a finalizer to it (kubernetes-deletion.md 1.2). `keeps` is asked before each request. Never rejects: what went wrong is in
 * the step.
 */
export async function deleteShown(
  { ref, type, propagation, group }: Deletion,
  tools: Tools,
  keeps: () => Promise<ChangeResult | undefined> = async () => undefined,
): Promise<Step> {
  const after = async (message: string): Promise<ChangeResult> =>
    group === undefined ? proofOf(ref, type, tools) : { result: 'timeout', message }
  const [step] = await attempt(
    {
      ref,
      type,
      changes: () => [{ ref, action: 'Delete', group }],
      maxTries: MAX_TRIES,
      isMade: now => now?.metadata.uid !== ref.uid || now.metadata.deletionTimestamp !== undefined,
      hindrance(now) {
        if (now === undefined) return { result: 'gone', message: 'it was already gone' }
        if (now.metadata.uid !== ref.uid) return { result: 'changed', guard: 'Changed', message: ANOTHER }
        return now.metadata.deletionTimestamp === undefined ? keeps() : after('it is already being deleted')
      },
      async send(now, transport) {
        await deleteObject(type, now!, propagation, { transport, dryRun: tools.dryRun })
        return now
      },
      async proof() {
        if (tools.dryRun) return { result: 'planned', message: 'the server accepts it' }
        return after('deletion accepted; the state of the object is not known')
      },
    },
    tools,
  )
  return step!
}

const ANOTHER = 'the object that was shown is gone, and another object with its name exists: it is not changed'

async function proofOf(ref: ObjectRef, type: ResourceType, tools: Tools): Promise<ChangeResult> {
  const { waitSeconds, signal } = tools
  const seen = await waitUntilGone(ref, type, tools)
  if (seen.state === 'gone') return { result: 'done', message: 'it is gone' }
  if (seen.state === 'unknown') {
    const message = `deletion accepted; the state of the object is not known: ${seen.why}`
    return { result: signal.aborted ? 'timeout' : 'failed', message }
  }
  if (waitSeconds === 0) return { result: 'done', message: 'the namespace controller deletes it' }
  const end = signal.aborted ? 'when interrupted' : `after ${waitSeconds} s`
  return { result: 'timeout', message: `it still exists ${end}: ${holdsNow(seen.object)}` }
}
