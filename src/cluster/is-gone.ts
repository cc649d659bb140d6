import { isAbsence } from '../api/absence.ts'
import { ApiFailure, codeOf } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { objectPath } from '../api/path.ts'
import { type ResourceType, resourceName } from '../api/resource-type.ts'
import { ShapeError } from '../api/shape.ts'
import { readKubeObject } from './read-object.ts'
import { readJson } from './transport/read.ts'
import type { Transport } from './transport/transport.ts'

const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' } as const
const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', plural: 'apiservices' } as const

/** "onstart" on those of built-in groups. */
const AUTOMANAGED = 'kube-aggregator.kubernetes.io/automanaged'

/** Documents of discovery read meanwhile, by path: each group is asked for once, however many types went at once. */
export type Documents = Map<string, Promise<Document>>

/** undefined: a plain 404. */
type Document = Fields | undefined

type Fields = Readonly<Record<string, unknown>>

/**
 * Whether the failure of a request for an object proves that it is gone: the server says so by its name, or its type
 * went as a whole (`isTypeGone`). Never rejects: what cannot be read is no proof.
 */
export async function isGone(
  error: unknown,
  transport: Transport,
  type: ResourceType,
  name: string,
  signal?: AbortSignal,
): Promise<boolean> {
  // A write in a namespace that is missing is a 404 too, which names the namespace (kubernetes-deletion.md 2.6): the
  // object is there.
  if (
    error instanceof ApiFailure &&
    error.fault.kind === 'status' &&
    error.fault.status.details?.kind === 'namespaces' &&
    resourceName(type) !== 'namespaces'
  )
    return false
  return isAbsence(error, name) || isTypeGone(error, transport, type, signal)
}

/**
 * Whether a request for objects of a type failed because the type is gone: a CustomResourceDefinition takes its
 * instances along (kubernetes-deletion.md 4.1), and then the path itself is a 404 that names nothing. Proof is that the
 * definition is gone, and that only definitions serve the version, or no version of the group has the type, by answers
 * that say so: a 404 of a path may be a route that a gateway, or an aggregated server, lost. Never rejects. Costs one
 * request, unless the definition is gone.
 */
export async function isTypeGone(
  error: unknown,
  transport: Transport,
  type: ResourceType,
  signal?: AbortSignal,
  documents: Documents = new Map(),
): Promise<boolean> {
  if (codeOf(error) !== 404 || type.group === '') return false
  const server = asking(transport, documents, signal)
  try {
    const definition = await server.object(DEFINITIONS, resourceName(type))
    return definition === undefined && ((await isOfDefinitions(type, server)) || (await isUnserved(type, server)))
  } catch {
    return false
  }
}

type Server = ReturnType<typeof asking>

/** Each answers undefined for a 404 (an object: only for one that names it), and rejects with ApiFailure otherwise. */
function asking(transport: Transport, documents: Documents, signal: AbortSignal | undefined) {
  const cancel = signal && { signal }
  const read = async (path: string): Promise<Document> => {
    try {
      return (await readJson(transport, { method: 'GET', path, ...cancel })).body as Document
    } catch (error) {
      if (codeOf(error) === 404) return undefined
      throw error
    }
  }
  return {
    async object(type: typeof DEFINITIONS | typeof API_SERVICES, name: string): Promise<KubeObject | undefined> {
      try {
        return await readKubeObject(transport, { method: 'GET', path: objectPath(type, name), ...cancel })
      } catch (error) {
        if (isAbsence(error, name)) return undefined
        throw error
      }
    },
    document(path: string): Promise<Document> {
      const reading = documents.get(path) ?? read(path)
      documents.set(path, reading)
      return reading
    },
  }
}

/**
 * Whether the server made the APIService itself, for definitions: then nothing else serves the version. The group's
 * documents show a type for seconds after its definition went.
 */
async function isOfDefinitions({ group, version }: ResourceType, server: Server): Promise<boolean> {
  const apiService = await server.object(API_SERVICES, `${version}.${group}`).catch(() => undefined)
  return apiService?.metadata.labels?.[AUTOMANAGED] === 'true' && !isBackedByService(apiService)
}

/** By the group's own documents: what the server aggregates of all groups comes seconds later. */
async function isUnserved({ group, plural }: ResourceType, server: Server): Promise<boolean> {
  for (const version of await versionsOf(group, server)) {
    const document = await server.document(`/apis/${group}/${version}`)
    // Another server behind this one may answer for it: a 404 then does not say what this one has stored.
    const mayBeServed =
      document === undefined
        ? isBackedByService(await server.object(API_SERVICES, `${version}.${group}`))
        : listIn(document, 'resources').some(({ name }) => name === plural)
    if (mayBeServed) return false
  }
  return true
}

/** The versions of a group; that there is none is told by the list of all groups, not by a 404 of the group's path. */
async function versionsOf(group: string, server: Server): Promise<readonly string[]> {
  const own = await server.document(`/apis/${group}`)
  const groups = own === undefined ? listIn((await server.document('/apis')) ?? {}, 'groups') : [own]
  const found = groups.find(each => each.name === group)
  if (own !== undefined && found === undefined) throw new ShapeError(`this is not the group ${group}`)
  return found === undefined ? [] : listIn(found, 'versions').map(({ version }) => String(version))
}

function isBackedByService(apiService: KubeObject | undefined): boolean {
  return Boolean((apiService?.spec as { service?: unknown } | undefined)?.service)
}

/** Throws a ShapeError for a document that has no such list: it proves nothing. */
function listIn(document: Fields, field: string): readonly Fields[] {
  const list = document[field]
  const isList = Array.isArray(list) && list.every(each => typeof each === 'object' && each !== null)
  if (!isList) throw new ShapeError(`${field} is not an array`)
  return list
}
