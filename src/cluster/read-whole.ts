import { parseExactJson } from '../api/exact-json.ts'
import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { objectPath } from '../api/path.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { isGone } from './is-gone.ts'
import { readKubeObject } from './read-object.ts'
import type { Transport } from './transport/transport.ts'

type Named = Pick<ObjectRef, 'name' | 'namespace'>

/**
 * One object with all its fields (Secrets too), as it is now: whole numbers that a number of JavaScript cannot hold are
 * bigints. undefined when it is proven that it is not there (`isGone`). Rejects with ApiFailure, also for a 404 that
 * names no object: its version is not served any more, and the object may well be there in another.
 */
export async function readWhole(
  transport: Transport,
  type: ResourceType,
  { name, namespace }: Named,
  signal?: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    const path = objectPath(type, name, namespace)
    const request = { method: 'GET', path, signal } as const
    return await readKubeObject(transport, request, { parse: parseExactJson })
  } catch (error) {
    if (await isGone(error, transport, type, name, signal)) return undefined
    throw error
  }
}
