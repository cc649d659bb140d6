import { codeOf, messageOf } from '../api/failure.ts'
import { NAMESPACE_TYPE } from '../api/namespace-type.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { deleteObject } from './delete-object.ts'
import type { Step } from './outcome.ts'
import { holdsNow } from './proof.ts'
import type { Tools } from './tools.ts'
import { waitUntilGone } from './wait-until-gone.ts'

/** How often it is asked for anew because somebody wrote the Namespace meanwhile. */
const MOST_TRIES = 5

/**
 * Deletes just this Namespace (uid) in the ordinary way, which deletes everything in it, and proves that it is gone. Never
 * rejects: what went wrong is in the step.
 */
export async function deleteNamespace(ref: ObjectRef, tools: Tools): Promise<Step> {
  const step = (rest: Omit<Step, 'ref' | 'action'>): Step => ({ ref, action: 'Delete', ...rest })
  let kept: Pick<Step, 'backup'> = {}
  try {
    for (let tries = 1; ; tries++) {
      const now = await readWhole(tools.transport, NAMESPACE_TYPE, ref)
      if (now?.metadata.uid !== ref.uid) return step({ result: 'gone', message: 'somebody else deleted it', ...kept })
      kept = { backup: await tools.backups.keep(ref, now) }
      try {
        await deleteObject(NAMESPACE_TYPE, now, 'Background', tools)
        break
      } catch (error) {
        const isConflict = codeOf(error) === 409
        if (!isConflict || tries === MOST_TRIES) throw error
      }
    }
    const left = await waitUntilGone(ref, NAMESPACE_TYPE, tools)
    if (left === undefined) return step({ result: 'done', message: 'it is gone', ...kept })
    if (tools.waitSeconds === 0) return step({ result: 'done', message: 'its controller ends it', ...kept })
    const message = `it is still there after ${tools.waitSeconds} s: ${holdsNow(left)}`
    return step({ result: 'timeout', message, ...kept })
  } catch (error) {
    return step({ result: 'failed', message: messageOf(error), ...kept })
  }
}
