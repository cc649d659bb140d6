import type { KubeObject } from '../api/object.ts'
import type { RefusedProbe } from './guard.ts'

/** How often it is asked anew because somebody wrote the object meanwhile. */
const MOST_TRIES = 5

/**
 * What `ask` answers of the object as it is now. A refusal of a state that is past says nothing of the change itself (409,
 * and the 422 of a patch that no longer fits: reference 1.5), so it is asked again of the next state, within bounds.
 * `gone`: the object is not there. `restless`: each state was past before the server looked. Rejects as `read` and `ask` do.
 */
export async function askOfState<Answer>(
  read: () => Promise<KubeObject | undefined>,
  ask: (object: KubeObject) => Promise<Answer>,
  refusalIn: (answer: Answer) => RefusedProbe | undefined,
): Promise<Answer | 'gone' | 'restless'> {
  let object = await read()
  for (let tries = 1; object !== undefined; tries++) {
    const answer = await ask(object)
    const refusal = refusalIn(answer)
    if (refusal === undefined) return answer
    const now = await read()
    if (now?.metadata.resourceVersion === object.metadata.resourceVersion) return answer
    if (tries === MOST_TRIES && now !== undefined) return refusal.ofPast ? 'restless' : answer
    object = now
  }
  return 'gone'
}

/** What is said of a restless object, in a step that is `changed`. */
export const RESTLESS = `it changed ${MOST_TRIES} times while the server was asked: somebody writes it all the time; run it again`
