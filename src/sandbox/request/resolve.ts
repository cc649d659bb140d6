import type { ApiRequest } from '../../cluster/transport/transport.ts'
import { authorizeResource } from '../access/authorize.ts'
import { methodNotAllowed, noSuchResource, Refusal } from '../answer/refusal.ts'
import { aggregatedApi, isAvailable } from '../discovery/groups.ts'
import type { Server } from '../server.ts'
import { isCustom } from '../types/served-type.ts'
import type { ResourceRequest, Verb } from './resource-request.ts'
import type { ResourcePath } from './route.ts'
import type { User } from './user.ts'

type TypedPath = ResourcePath & { readonly plural: string }

/** Thrown where the server answers in plain text: unknown group versions and aggregated APIs that are down. */
export class TextRefusal extends Error {
  readonly code: number

  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

/** From path and method to a request of a served type: authorization first, then whether it exists, then the method. */
export function resourceRequest(server: Server, request: ApiRequest, path: TypedPath, user: User): ResourceRequest {
  const { query = {}, headers = {} } = request
  const verb = verbOf(request, path)
  const namespace = path.namespace ?? (path.plural === 'namespaces' && path.group === '' ? path.name : undefined)
  const resource = path.subresource === undefined ? path.plural : `${path.plural}/${path.subresource}`
  const name = path.name ?? selectedName(query)
  authorizeResource(server, user, { verb, group: path.group, resource, namespace, name })

  const aggregated = aggregatedApi(server, path.group, path.version)
  if (aggregated !== undefined && !isAvailable(aggregated)) throw new TextRefusal(503, 'service unavailable\n')
  const type = server.types.find(path.group, path.version, path.plural)
  if (type === undefined) {
    const group = server.types.all().some(({ group }) => group === path.group)
    if (group || aggregated !== undefined) throw noSuchResource()
    throw new TextRefusal(404, '404 page not found\n')
  }
  if (path.namespace !== undefined && !type.namespaced) throw noSuchResource()
  const { subresource } = path
  const verbs = subresource === undefined ? type.verbs : type.subresources.find(sub => sub.name === subresource)?.verbs
  if (verbs === undefined) throw noSuchResource()
  // Discovery hides the writing verbs of a terminating definition; the server still takes them
  // (kubernetes-deletion.md 4.2).
  const allowed = isCustom(type) || verbs.includes(verb)
  if (!allowed || needsNamespace(verb, path, type.namespaced)) throw methodNotAllowed()
  return {
    user,
    verb,
    type,
    namespace: path.namespace,
    name: path.name,
    subresource,
    query,
    headers,
    body: bytesOf(request.body),
    signal: request.signal,
  }
}

/** Only lists and watches of a namespaced type may leave the namespace out. */
function needsNamespace(verb: Verb, path: TypedPath, namespaced: boolean): boolean {
  return namespaced && path.namespace === undefined && verb !== 'list' && verb !== 'watch'
}

function verbOf({ method, query = {} }: ApiRequest, { name, subresource }: TypedPath): Verb {
  switch (method) {
    case 'GET':
      if (query.watch === 'true' || query.watch === '1') return 'watch'
      return name === undefined ? 'list' : 'get'
    case 'POST':
      if (name !== undefined && subresource === undefined) throw methodNotAllowed()
      return 'create'
    case 'PUT':
    case 'PATCH':
      if (name === undefined) throw methodNotAllowed()
      return method === 'PUT' ? 'update' : 'patch'
    case 'DELETE':
      return name === undefined ? 'deletecollection' : 'delete'
    default:
      throw new Refusal(405, { message: `method ${method} is not known`, reason: 'MethodNotAllowed', details: {} })
  }
}

/** A list narrowed to one name by a field selector is authorized as a request for that name. */
function selectedName(query: Readonly<Record<string, string>>): string | undefined {
  return /^metadata\.name==?([^,]+)$/.exec(query.fieldSelector ?? '')?.[1]
}

function bytesOf(body: string | Uint8Array | undefined): Uint8Array {
  if (body === undefined) return new Uint8Array()
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}
