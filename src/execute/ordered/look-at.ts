import { ApiFailure } from '../../api/failure.ts'
import { listPath, objectPath } from '../../api/path.ts'
import { isGone } from '../../cluster/is-gone.ts'
import { listPages } from '../../cluster/list-pages.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { ONLY_METADATA, ONLY_METADATA_LIST } from '../../cluster/metadata-accept.ts'
import { readKubeObject } from '../../cluster/read-object.ts'
import { lapseOf } from '../../cluster/transport/aborted.ts'
import { keyOf, type LiveObject } from '../../plan/ordered/live-groups.ts'

const CONCURRENT_LOOKS = 16
/** What one look may take: a server that is silent does not stop the time. */
const LOOK_SECONDS = 5
/** Of so many objects of one type in one namespace on, one list takes the place of a request for each. */
const MIN_OF_LIST = 10
/** Objects of the one page that is read: of a larger place the rest is asked for by name. */
const MIN_PAGE_SIZE = 500

export type State = 'there' | 'gone' | 'recreated'

/**
 * Which of the objects are there, by uid, at this moment; `isLast`: after an interrupt too. Never rejects: what cannot be
 * looked at is there.
 */
export async function lookAt(objects: readonly LiveObject[], isLast = false): Promise<ReadonlyMap<LiveObject, State>> {
  const states = new Map<LiveObject, State>()
  const places = Map.groupBy(objects, object => keyOf(object, `${object.ref.resource} ${object.ref.namespace ?? ''}`))
  await mapConcurrently(CONCURRENT_LOOKS, [...places.values()], async same => {
    const seen = same.length < MIN_OF_LIST || isLast ? undefined : await listed(same)
    for (const object of same) if (seen?.has(object.ref.uid)) states.set(object, 'there')
  })
  // What a list does not have is asked for by its name: that it is gone is shown by the server's own answer.
  await mapConcurrently(
    CONCURRENT_LOOKS,
    objects.filter(object => !states.has(object)),
    async object => {
      states.set(object, await stateOf(object, isLast))
    },
  )
  return states
}

/** The uids of objects of their type in their namespace; undefined where they could not be listed. */
async function listed(same: readonly LiveObject[]): Promise<ReadonlySet<string> | undefined> {
  const { cluster, type, ref } = same[0]!
  const pageSize = Math.max(MIN_PAGE_SIZE, 2 * same.length)
  const path = listPath(type, ref.namespace)
  const request = {
    path,
    pageSize,
    headers: { accept: ONLY_METADATA_LIST },
    signal: lapseOf(LOOK_SECONDS),
  }
  try {
    const page = await listPages(cluster.transport, request).next()
    return new Set(page.done ? [] : page.value.map(({ metadata }) => metadata.uid))
  } catch (error) {
    if (error instanceof ApiFailure) return undefined
    throw error
  }
}

async function stateOf({ cluster, type, ref }: LiveObject, isLast: boolean): Promise<State> {
  const signal = lapseOf(LOOK_SECONDS)
  try {
    const { metadata } = await readKubeObject(cluster.transport, {
      method: 'GET',
      path: objectPath(type, ref.name, ref.namespace),
      headers: { accept: ONLY_METADATA },
      signal,
      afterInterrupt: isLast ? true : undefined,
    })
    return metadata.uid === ref.uid ? 'there' : 'recreated'
  } catch (error) {
    return (await isGone(error, cluster.transport, type, ref.name, signal)) ? 'gone' : 'there'
  }
}
