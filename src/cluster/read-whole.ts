import { parseExactJson } from '../api/exact-json.ts'
import { codeOf } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { objectPath } from '../api/path.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readJson } from './transport/read.ts'
import type { Transport } from './transport/transport.ts'

interface Named {
  readonly name: string
  readonly namespace?: string
}

/**
 * One object with all its fields (Secrets too), as it is now: whole numbers that a number of JavaScript cannot hold are
 * bigints. undefined when the server says 404. Rejects with ApiFailure.
 */
export async function readWhole(
  transport: Transport,
  type: ResourceType,
  { name, namespace }: Named,
  signal?: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    const path = objectPath(type, name, namespace)
    const { body } = await readJson(transport, { method: 'GET', path, ...(signal && { signal }) }, parseExactJson)
    return body as KubeObject
  } catch (error) {
    if (codeOf(error) === 404) return undefined
    throw error
  }
}
