import { parseExactJson } from '../api/exact-json.ts'
import { ApiFailure } from '../api/failure.ts'
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
 * bigints. undefined when the server says that just this object is not there. Rejects with ApiFailure, also for a 404 that
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
    const { body } = await readJson(transport, { method: 'GET', path, ...(signal && { signal }) }, parseExactJson)
    return body as KubeObject
  } catch (error) {
    if (isAbsence(error, name)) return undefined
    throw error
  }
}

function isAbsence(error: unknown, name: string): boolean {
  if (!(error instanceof ApiFailure) || error.fault.kind !== 'status') return false
  const { code, status } = error.fault
  return code === 404 && status.details?.name === name
}
