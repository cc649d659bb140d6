import { ApiFailure, messageOf } from '../../api/failure.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { isGone } from '../../cluster/is-gone.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { rejectionOf } from '../../diagnosis/admission/rejection.ts'
import { deleteObject } from '../delete-object.ts'
import type { Step } from '../outcome.ts'
import type { LiveObject } from './live-groups.ts'
import type { OrderedTools } from './ordered-tools.ts'

/** How often a DELETE is sent that the object's own changes, or a busy server, turn down. */
const MOST_TRIES = 10
const PAUSE_SECONDS = 1

/** What came of asking for the deletion of one object. */
export type Submitted =
  /** It is on its way, to be waited for. */
  | { readonly state: 'deleting'; readonly backup?: string }
  /** Nothing is left to be done, or (dry run) it was accepted. */
  | { readonly state: 'ended'; readonly step: Step }
  /** It was turned down, or is another object now: the run ends with this group. */
  | { readonly state: 'stopped'; readonly step: Step }

/**
 * Asks for the deletion of an object by uid and resourceVersion, with a backup before. One that is being deleted already
 * is left alone: a second DELETE in the foreground would add a finalizer to it (reference 1.2). Too busy servers and
 * conflicts are tried again until the deadline; a refusal ends the run. Never rejects.
 */
export async function deleteLive(object: LiveObject, group: number, tools: OrderedTools): Promise<Submitted> {
  const { ref, type, cluster } = object
  let backup: string | undefined
  const step = (rest: Pick<Step, 'result' | 'message' | 'guard'>): Step => {
    return { ref, action: 'Delete', group, ...rest, ...(backup !== undefined && { backup }) }
  }
  const deleting = (): Submitted => ({ state: 'deleting', ...(backup !== undefined && { backup }) })
  const gone = (): Submitted => ({ state: 'ended', step: step({ result: 'gone', message: 'it was gone already' }) })
  for (let tries = 1; ; tries++) {
    try {
      const now = await readWhole(cluster.transport, type, ref)
      if (now === undefined) return gone()
      if (now.metadata.uid !== ref.uid) {
        const message =
          'the object that was shown is gone, and another one of the same name is there: it is not touched'
        return { state: 'stopped', step: step({ result: 'changed', guard: 'Changed', message }) }
      }
      if (now.metadata.deletionTimestamp !== undefined) return deleting()
      if (!tools.dryRun) backup = await tools.backups.keep(ref, now)
      await deleteObject(type, now, tools.propagation, { transport: cluster.transport, dryRun: tools.dryRun })
      if (!tools.dryRun) return deleting()
      return { state: 'ended', step: step({ result: 'planned', message: 'the server accepts it' }) }
    } catch (error) {
      if (await isGone(error, cluster.transport, type, ref.name)) return gone()
      if (isPassing(error) && tries < MOST_TRIES && tools.clock.now() < tools.deadline && !tools.signal.aborted) {
        await tools.clock.sleep(PAUSE_SECONDS, tools.signal)
        continue
      }
      const message = messageOf(error)
      return { state: 'stopped', step: step({ result: 'failed', message }) }
    }
  }
}

/** The object changed, the server is busy, or the answer was lost: nothing that speaks against the deletion. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  const { fault } = error
  if (fault.kind !== 'status') return fault.kind === 'cut' || fault.kind === 'unreachable' || fault.kind === 'refused'
  if (fault.code === 409 || fault.code === 429) return true
  // A webhook that does not answer is a 500 of its own, which does not pass by itself.
  return fault.code >= 500 && rejectionOf(refusedAnswer(error)).by === 'something else'
}
