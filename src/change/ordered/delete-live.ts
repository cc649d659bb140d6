import { ApiFailure, codeOf } from '../../api/failure.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { deleteObject } from '../delete-object.ts'
import type { Step } from '../outcome.ts'
import type { LiveObject } from './live-groups.ts'
import type { OrderedTools } from './ordered-tools.ts'

/** Of a DELETE that the object's own changes turn down; they have nothing to do with what was shown. */
const MOST_TRIES = 10
const PAUSE_SECONDS = 1

/** What came of asking for the deletion of one object; undefined: it is on its way, to be waited for. */
export type Submitted = { readonly step: Step; readonly stops: boolean } | { readonly backup?: string }

/**
 * Asks for the deletion of an object by uid and resourceVersion, with a backup before. One that is being deleted already
 * is left alone: a second DELETE in the foreground would add a finalizer to it (reference 1.2). Too busy servers and
 * conflicts are tried again until the deadline; a refusal ends the run. Never rejects.
 */
export async function deleteLive(object: LiveObject, group: number, tools: OrderedTools): Promise<Submitted> {
  const { ref, type, cluster } = object
  const step = (rest: Pick<Step, 'result' | 'message' | 'guard' | 'backup'>): Step => ({
    ref,
    action: 'Delete',
    group,
    ...rest,
  })
  let backup: string | undefined
  for (let tries = 1; ; tries++) {
    try {
      const now = await readWhole(cluster.transport, type, ref)
      if (now === undefined) return { step: step({ result: 'gone', message: 'it was gone already' }), stops: false }
      if (now.metadata.uid !== ref.uid) {
        const message =
          'the object that was shown is gone, and another one of the same name is there: it is not touched'
        return { step: step({ result: 'changed', guard: 'Changed', message }), stops: true }
      }
      if (now.metadata.deletionTimestamp !== undefined) return {}
      if (tools.dryRun) {
        await deleteObject(type, now, tools.propagation, { transport: cluster.transport, dryRun: true })
        return { step: step({ result: 'planned', message: 'the server accepts it' }), stops: false }
      }
      backup = await tools.backups.keep(ref, now)
      await deleteObject(type, now, tools.propagation, { transport: cluster.transport, dryRun: false })
      return { backup }
    } catch (error) {
      if (codeOf(error) === 404) return { step: step({ result: 'gone', message: 'it was gone already' }), stops: false }
      if (isPassing(error) && tries < MOST_TRIES && tools.clock.now() < tools.deadline && !tools.signal.aborted) {
        await tools.clock.sleep(PAUSE_SECONDS, tools.signal)
        continue
      }
      const message = error instanceof Error ? error.message : String(error)
      return { step: step({ result: 'failed', message, ...(backup !== undefined && { backup }) }), stops: true }
    }
  }
}

/** The object changed, the server is busy, or the answer was lost: nothing that speaks against the deletion. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  const code = codeOf(error)
  if (code !== undefined) return code === 409 || code === 429 || (code >= 500 && !isAdmission(error))
  return error.fault.kind === 'cut' || error.fault.kind === 'unreachable' || error.fault.kind === 'refused'
}

/** A webhook that does not answer is a 500 of its own, which does not pass by itself; only its words tell. */
function isAdmission(error: ApiFailure): boolean {
  return error.fault.kind === 'status' && /calling webhook|denied the request/.test(error.message)
}
