import { ApiFailure, codeOf, messageOf } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { readWhole } from '../cluster/read-whole.ts'
import type { Step } from './outcome.ts'
import { proofOf } from './proof.ts'
import type { Removal } from './removal.ts'
import { changeSince, withoutFinalizers } from './still-as-shown.ts'
import type { Tools } from './tools.ts'

/** How often a request is made anew because the object changed in ways that decide nothing, or nobody answered. */
const MOST_TRIES = 5

/** One request that takes finalizers off an object. */
export interface Change {
  readonly finalizers: readonly string[]
  /** What the object has to be like when it is sent. */
  readonly before: KubeObject
  /** Sends it for just this state of the object, and answers what that then is. Rejects with ApiFailure. */
  send(now: KubeObject): Promise<KubeObject>
}

type Came = Pick<Step, 'result' | 'guard' | 'cause' | 'message' | 'backup'>

/**
 * Reads the object anew, compares it with what was shown, keeps a backup, sends the change for just that state, and proves
 * what came of it; again, when the state was another one by then and what was shown still holds. Never rejects.
 */
export async function carryThrough(removal: Removal, change: Change, tools: Tools): Promise<Came> {
  const after = withoutFinalizers(change.before, change.finalizers)
  let kept: Pick<Step, 'backup'> = {}
  let unheard: string | undefined
  const failed = (message: string): Came => ({
    result: 'failed',
    message: unheard === undefined ? message : `${message}. Whether it was done before is not known: ${unheard}`,
    ...kept,
  })
  try {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const now = await readWhole(tools.transport, removal.type, removal.ref)
      // Nobody heard the answer to a request that may have been granted: the object tells.
      if (unheard !== undefined && !tools.dryRun) {
        if (now?.metadata.uid !== removal.ref.uid) return { result: 'done', message: 'it is gone', ...kept }
        if (changeSince(after, now) === undefined) {
          return { ...(await proven(removal, change.finalizers, now, tools)), ...kept }
        }
      }
      if (now === undefined) return { result: 'gone', message: 'it was gone before anything was changed' }
      const difference = changeSince(change.before, now)
      if (difference !== undefined) return { ...changed(`${difference}; run it again`), ...kept }
      if (!tools.dryRun) kept = { backup: await tools.backups.keep(removal.ref, now) }
      const answer = await change.send(now).catch((error: unknown) => error as Error)
      if (!(answer instanceof Error)) return { ...(await proven(removal, change.finalizers, answer, tools)), ...kept }
      unheard = isUnheard(answer) ? messageOf(answer) : undefined
      if (unheard === undefined && !isOtherState(answer)) return failed(messageOf(answer))
    }
    return unheard === undefined
      ? { ...changed(`it changed ${MOST_TRIES} times while it was patched: somebody writes it all the time`), ...kept }
      : failed(`no answer came, ${MOST_TRIES} times`)
  } catch (error) {
    return failed(messageOf(error))
  }
}

async function proven(...asked: Parameters<typeof proofOf>): Promise<Came> {
  try {
    return await proofOf(...asked)
  } catch (error) {
    const message = `removed, but what became of the object could not be read: ${messageOf(error)}`
    return { result: 'failed', message }
  }
}

function changed(message: string): Came {
  return { result: 'changed', guard: 'Changed', message }
}

/** The request went out, and whether it was granted is not known. */
export function isUnheard(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false
  return ['cut', 'unreachable', 'garbled'].includes(error.fault.kind) || codeOf(error) === 504
}

/**
 * The object is not in the state that the request was for: 409, the 422 without details that every JSON patch that no
 * longer fits is answered with (reference 1.5), or gone. A namespace that is missing is another 404 (reference 2.6).
 */
export function isOtherState(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.fault.kind !== 'status') return false
  const { code, status } = error.fault
  const { kind, causes = [] } = status.details ?? {}
  return (
    code === 409 ||
    (code === 404 && kind !== 'namespaces') ||
    (code === 422 && kind === undefined && causes.length === 0)
  )
}
