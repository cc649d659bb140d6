import { ApiFailure, codeOf } from '../../api/failure.ts'
import type { Transport } from '../transport/transport.ts'
import { type AwaitRequest, awaitGone } from './await-gone.ts'

/** A type that is waited for in more namespaces than these is watched in all at once. */
const MANY_NAMESPACES = 8

/**
 * Waits as `awaitGone` does for objects of one type in any namespaces: by a watch of each namespace, or by one of the
 * cluster where they are many and the user may have it.
 */
export async function awaitGoneAnywhere(
  transport: Transport,
  request: Omit<AwaitRequest, 'namespace' | 'onlyWatched'>,
): Promise<void> {
  const left = new Map(request.objects.map(meta => [meta.uid, meta]))
  const onGone: AwaitRequest['onGone'] = (meta, state) => {
    left.delete(meta.uid)
    request.onGone(meta, state)
  }
  const namespaces = () => Map.groupBy(left.values(), ({ namespace }) => namespace)
  if (namespaces().size > MANY_NAMESPACES) {
    try {
      return await awaitGone(transport, { ...request, onGone, namespace: undefined, onlyWatched: true })
    } catch (error) {
      if (!(error instanceof ApiFailure) || (codeOf(error) !== 403 && codeOf(error) !== 405)) throw error
    }
  }
  const waiting = [...namespaces()].map(([namespace, objects]) =>
    awaitGone(transport, { ...request, onGone, namespace, objects }),
  )
  await Promise.all(waiting)
}
