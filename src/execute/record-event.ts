import type { KubeObject } from '../api/object.ts'
import type { Step } from '../plan/outcome.ts'
import { EVENT_TYPE, eventChange } from '../plan/plan.ts'
import { attempt } from './attempt.ts'
import { createObject } from './requests.ts'
import type { Tools } from './tools.ts'

/** What recording one may take. */
const MAX_SECONDS = 5

/** Creates an Event of a name that is new, in one try. Never rejects: what went wrong is in the step. */
export async function recordEvent(event: KubeObject, tools: Tools): Promise<Step> {
  const change = eventChange(event)
  const [step] = await attempt(
    {
      ref: change.ref,
      type: EVENT_TYPE,
      changes: () => [change],
      isNew: true,
      maxTries: 1,
      isMade: () => false,
      hindrance: () => undefined,
      send: (_, transport) => createObject(EVENT_TYPE, event, { transport, dryRun: tools.dryRun }),
      proof: async () => ({ result: tools.dryRun ? 'planned' : 'done' }),
    },
    { ...tools, waitSeconds: MAX_SECONDS },
  )
  return step!
}
