import { ApiFailure } from '../../api/failure.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { ONLY_METADATA, ONLY_METADATA_LIST } from '../../cluster/metadata-accept.ts'
import { lapseOf } from '../../cluster/transport/aborted.ts'
import { listPlace, lookAt as lookAtOne, type State } from '../../cluster/watch/look-at-place.ts'
import { keyOf, type LiveObject } from '../../plan/ordered/live-groups.ts'
import type { Clusters } from './ordered-tools.ts'

const CONCURRENT_LOOKS = 16
/** What one look may take: a server that is silent does not stop the time. */
const LOOK_SECONDS = 5
/** Of so many objects of one type in one namespace on, one list takes the place of a request for each. */
const MIN_OF_LIST = 10

type Looks<Key> = ReadonlyMap<Key, State>

/** Which objects exist now, by uid; `isLast`: after an interrupt too. Never rejects: the unreadable counts as there. */
export async function lookAt(objects: readonly LiveObject[], to: Clusters, isLast = false): Promise<Looks<LiveObject>> {
  const states = new Map<LiveObject, State>()
  const places = Map.groupBy(objects, object => keyOf(object, `${object.ref.resource} ${object.ref.namespace ?? ''}`))
  await mapConcurrently(CONCURRENT_LOOKS, [...places.values()], async same => {
    const seen = same.length < MIN_OF_LIST || isLast ? undefined : await listed(same, to)
    for (const object of same) {
      const state = seen?.get(object.ref.uid)
      if (state !== undefined) states.set(object, state)
    }
  })
  // What a page of a list does not have is asked for by its name: that it is gone is shown by the server's own answer.
  await mapConcurrently(
    CONCURRENT_LOOKS,
    objects.filter(object => !states.has(object)),
    async object => {
      states.set(object, await stateOf(object, to, isLast))
    },
  )
  return states
}

/** By uid; undefined where they could not be listed. */
async function listed(same: readonly LiveObject[], to: Clusters): Promise<Looks<string> | undefined> {
  const { cluster, type, ref } = same[0]!
  const place = { type, namespace: ref.namespace, objects: same.map(({ meta }) => meta) }
  try {
    const how = { accept: ONLY_METADATA_LIST, signal: lapseOf(LOOK_SECONDS) }
    return (await listPlace(to.get(cluster.name)!.transport, place, how)).states
  } catch (error) {
    if (error instanceof ApiFailure) return undefined
    throw error
  }
}

async function stateOf({ cluster, type, meta }: LiveObject, to: Clusters, isLast: boolean): Promise<State> {
  const how = { accept: ONLY_METADATA, afterInterrupt: isLast ? true : undefined } as const
  try {
    const now = await lookAtOne(to.get(cluster.name)!.transport, type, meta, lapseOf(LOOK_SECONDS), how)
    return typeof now === 'string' ? now : 'there'
  } catch (error) {
    if (error instanceof ApiFailure) return 'there'
    throw error
  }
}
