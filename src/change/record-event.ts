import type { KubeObject } from '../api/object.ts'
import { refOf } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { attempt } from './attempt.ts'
import type { Change, Step } from './outcome.ts'
import { createObject } from './requests.ts'
import type { Tools } from './tools.ts'

/** What recording one may take. */
const MAX_SECONDS = 5

const EVENT_TYPE: ResourceType = {
  group: 'events.k8s.io',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  singular: 'event',
  shortNames: ['ev'],
  categories: [],
  namespaced: true,
  verbs: ['create'],
}

/** It tells of the run: the Outcome has no step for it. */
export function eventChange({ metadata }: KubeObject): Change {
  return { ref: { ...refOf(EVENT_TYPE, metadata), uid: '' }, action: 'Create', aside: true }
}

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
