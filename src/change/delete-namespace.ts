import { NAMESPACE_TYPE } from '../api/namespace-type.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { attempt } from './attempt.ts'
import type { Came, Step } from './outcome.ts'
import { holdsNow } from './proof.ts'
import { deleteObject } from './requests.ts'
import type { Tools } from './tools.ts'
import { waitUntilGone } from './wait-until-gone.ts'

/**
 * Deletes just this Namespace (uid) in the ordinary way, which deletes everything in it, and proves that it is gone. Never
 * rejects: what went wrong is in the step.
 */
export async function deleteNamespace(ref: ObjectRef, tools: Tools): Promise<Step> {
  const [step] = await attempt(
    {
      ref,
      type: NAMESPACE_TYPE,
      changes: () => [{ ref, action: 'Delete' }],
      isMade: now => now?.metadata.uid !== ref.uid || now.metadata.deletionTimestamp !== undefined,
      hindrance: now =>
        now?.metadata.uid === ref.uid ? undefined : { result: 'gone', message: 'another client deleted it' },
      async send(now, transport) {
        await deleteObject(NAMESPACE_TYPE, now!, 'Background', { transport, dryRun: tools.dryRun })
        return now
      },
      proof: () => proofOf(ref, tools),
    },
    tools,
  )
  return step!
}

async function proofOf(ref: ObjectRef, tools: Tools): Promise<Came> {
  const { waitSeconds, signal } = tools
  const seen = await waitUntilGone(ref, NAMESPACE_TYPE, tools)
  if (seen.state === 'gone') return { result: 'done', message: 'it is gone' }
  if (seen.state === 'unknown') {
    const message = `deletion accepted; what became of it is not known: ${seen.why}`
    return { result: signal.aborted ? 'timeout' : 'failed', message }
  }
  if (waitSeconds === 0) return { result: 'done', message: 'the namespace controller deletes it' }
  const end = signal.aborted ? 'when interrupted' : `after ${waitSeconds} s`
  return { result: 'timeout', message: `it is still there ${end}: ${holdsNow(seen.object)}` }
}
