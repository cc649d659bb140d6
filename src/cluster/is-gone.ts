import { isAbsence } from '../api/absence.ts'
import { codeOf } from '../api/failure.ts'
import { objectPath } from '../api/path.ts'
import { type ResourceType, resourceName } from '../api/resource-type.ts'
import { ONLY_METADATA } from './metadata-accept.ts'
import { readJson } from './transport/read.ts'
import type { Transport } from './transport/transport.ts'

const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' } as const

/**
 * Whether the failure of a request for an object is proof that the object is not there: the server says so by its name, or
 * its type went as a whole (`isTypeGone`). Never rejects: what cannot be read is no proof.
 */
export async function isGone(
  error: unknown,
  transport: Transport,
  type: ResourceType,
  name: string,
  signal?: AbortSignal,
): Promise<boolean> {
  return isAbsence(error, name) || isTypeGone(error, transport, type, signal)
}

/**
 * Whether the failure of a request for objects of a type comes of it that the type went: a CustomResourceDefinition takes
 * its instances along (reference 4.1), and then the path itself is a 404 that names nothing. Proof is that there is no such
 * definition, and that no version of the group has the type. Never rejects.
 */
export async function isTypeGone(
  error: unknown,
  transport: Transport,
  type: ResourceType,
  signal?: AbortSignal,
): Promise<boolean> {
  if (codeOf(error) !== 404 || type.group === '') return false
  const cancel = signal && { signal }
  const name = resourceName(type)
  const definition = { path: objectPath(DEFINITIONS, name), headers: { accept: ONLY_METADATA }, ...cancel }
  const undefinedNow = await readJson(transport, { method: 'GET', ...definition }).then(
    () => false,
    failure => isAbsence(failure, name),
  )
  return undefinedNow && (await isUnserved(transport, type, cancel))
}

/** By the group's own documents: what the server aggregates of all groups comes seconds later. */
async function isUnserved(
  transport: Transport,
  { group, version, plural }: ResourceType,
  cancel: { readonly signal: AbortSignal } | undefined,
): Promise<boolean> {
  const read = async (path: string): Promise<object | undefined> => {
    try {
      return (await readJson(transport, { method: 'GET', path, ...cancel })).body as object
    } catch (error) {
      if (codeOf(error) === 404) return undefined
      throw error
    }
  }
  try {
    const { versions = [] } = ((await read(`/apis/${group}`)) ?? {}) as { versions?: readonly { version: string }[] }
    for (const each of new Set([version, ...versions.map(listed => listed.version)])) {
      const { resources = [] } = ((await read(`/apis/${group}/${each}`)) ?? {}) as {
        resources?: readonly { name: string }[]
      }
      if (resources.some(({ name }) => name === plural)) return false
    }
    return true
  } catch {
    return false
  }
}
