import { isAbsence } from '../api/absence.ts'
import { codeOf } from '../api/failure.ts'
import { objectPath } from '../api/path.ts'
import { type ResourceType, resourceName } from '../api/resource-type.ts'
import { discover } from './discovery/discovery.ts'
import { ONLY_METADATA } from './metadata-accept.ts'
import { readJson } from './transport/read.ts'
import type { Transport } from './transport/transport.ts'

const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' } as const

/**
 * Whether the failure of a request for an object is proof that the object is not there: the server says so by its name, or
 * its type went as a whole. A CustomResourceDefinition takes its instances along (reference 4.1), and then the path itself
 * is a 404 that names nothing. Never rejects: what cannot be read is no proof.
 */
export async function isGone(
  error: unknown,
  transport: Transport,
  type: ResourceType,
  name: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (isAbsence(error, name)) return true
  if (codeOf(error) !== 404 || type.group === '') return false
  return (await isUndefined(transport, type, signal)) && (await isUnserved(transport, type, signal))
}

async function isUndefined(transport: Transport, type: ResourceType, signal?: AbortSignal): Promise<boolean> {
  const name = resourceName(type)
  const path = objectPath(DEFINITIONS, name)
  const request = { method: 'GET', path, headers: { accept: ONLY_METADATA }, ...(signal && { signal }) } as const
  return readJson(transport, request).then(
    () => false,
    error => isAbsence(error, name),
  )
}

/** In no version, by a discovery that is whole as far as its group goes. */
async function isUnserved(transport: Transport, type: ResourceType, signal?: AbortSignal): Promise<boolean> {
  try {
    const { types, unreadable } = await discover(transport, signal)
    const gap = unreadable.some(({ resource }) => resource === `*.${type.group}`)
    return !gap && !types.some(served => resourceName(served) === resourceName(type))
  } catch {
    return false
  }
}
