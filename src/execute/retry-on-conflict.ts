import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readWhole } from '../cluster/read-whole.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import { message } from '../messages/sentence.ts'
import type { RefusedProbe } from '../plan/guard.ts'
import type { Step } from '../plan/outcome.ts'

/** How often it is retried because somebody wrote the object meanwhile. */
const MAX_TRIES = 5

interface Place {
  readonly transport: Transport
  readonly type: ResourceType
  readonly ref: ObjectRef
  readonly signal: AbortSignal
  /** The whole object as it was read a moment ago: it is asked about first, and read only where that is refused. */
  readonly asRead?: KubeObject | undefined
}

/** Why nothing could be asked about the object, as a step tells it. */
export type Unanswerable = Pick<Step, 'result' | 'guard' | 'message' | 'advice'>

const GONE: Unanswerable = { result: 'gone', message: message('DeletedMeanwhile') }

/** Each state was past before the server looked. */
const RESTLESS: Unanswerable = {
  result: 'changed',
  guard: 'Changed',
  message: message('StillConflicting', { attempts: MAX_TRIES }),
}

/**
 * What `ask` answers of just this object (uid) as it is now. A refusal of an outdated state says nothing of the change
 * itself (409, and the 422 of a patch that no longer fits: kubernetes-deletion.md 1.5), so it is asked again of the
 * next state, within bounds. Rejects with ApiFailure when the object cannot be read, and as `ask` does.
 */
export async function retryOnConflict<Answer>(
  { transport, type, ref, signal, asRead }: Place,
  ask: (object: KubeObject) => Promise<Answer>,
  refusalIn: (answer: Answer) => RefusedProbe | undefined,
): Promise<Answer | Unanswerable> {
  const read = async (): Promise<KubeObject | undefined> => {
    const object = await readWhole(transport, type, ref, signal)
    return object?.metadata.uid === ref.uid ? object : undefined
  }
  let object = asRead ?? (await read())
  for (let tries = 1; object !== undefined; tries++) {
    const answer = await ask(object)
    const refusal = refusalIn(answer)
    if (refusal === undefined) return answer
    const now = await read()
    if (now?.metadata.resourceVersion === object.metadata.resourceVersion) return answer
    if (tries === MAX_TRIES && now !== undefined) return refusal.ofPast ? RESTLESS : answer
    object = now
  }
  return GONE
}
