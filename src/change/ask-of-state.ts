import type { KubeObject } from '../api/object.ts'

/** How often it is asked anew because somebody wrote the object meanwhile. */
const MOST_TRIES = 5

/**
 * What `ask` answers of the object as it is now. A refusal of a state that is past says nothing of the change itself (409,
 * and the 422 of a patch that no longer fits: reference 1.5), so it is asked again of the next state, within bounds.
 * undefined when the object is not there. Rejects as `read` and `ask` do.
 */
export async function askOfState<Answer>(
  read: () => Promise<KubeObject | undefined>,
  ask: (object: KubeObject) => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
): Promise<Answer | undefined> {
  let object = await read()
  for (let tries = 1; object !== undefined; tries++) {
    const answer = await ask(object)
    if (!isRefused(answer) || tries === MOST_TRIES) return answer
    const now = await read()
    if (now?.metadata.resourceVersion === object.metadata.resourceVersion) return answer
    object = now
  }
  return undefined
}
