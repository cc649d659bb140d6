import { garbled, misconfigured } from '../../api/failure.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { shaped } from '../read-object.ts'
import { readJson } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'
import { AGGREGATED_ACCEPT, isAggregated, parseAggregated } from './aggregated.ts'
import type { Discovery } from './discovered.ts'
import { discoverCoreLegacy, discoverGroupsLegacy } from './legacy.ts'

/**
 * Asks the server what it serves: two requests where it aggregates (since 1.27), else one a group version.
 * A group that fails is in `unreadable`; only a server that answers neither endpoint is an ApiFailure.
 */
export async function discover(transport: Transport, signal?: AbortSignal): Promise<Discovery> {
  const [core, groups] = await Promise.all([
    discoverEndpoint(transport, '/api', signal),
    discoverEndpoint(transport, '/apis', signal),
  ])
  return { types: [...core.types, ...groups.types], unreadable: [...core.unreadable, ...groups.unreadable] }
}

/** The one version of each type to read it in: the first, in the server's order, that can be listed. */
export function preferredTypes(types: readonly ResourceType[]): ResourceType[] {
  const chosen = new Map<string, ResourceType>()
  for (const type of types) {
    const name = resourceName(type)
    if (type.verbs.includes('list') && !chosen.has(name)) chosen.set(name, type)
  }
  return [...chosen.values()]
}

/** The other versions that a type can be read in: one of them may need no conversion. */
export function otherVersionsOf(type: ResourceType, served: readonly ResourceType[]): readonly ResourceType[] {
  const name = resourceName(type)
  return served.filter(
    each => each.version !== type.version && resourceName(each) === name && each.verbs.includes('list'),
  )
}

async function discoverEndpoint(
  transport: Transport,
  path: '/api' | '/apis',
  signal?: AbortSignal,
): Promise<Discovery> {
  const request = { method: 'GET', path, headers: { accept: AGGREGATED_ACCEPT }, signal } as const
  const { headers, body } = await readJson(transport, request)
  // Each endpoint decides by its own content type: old proxies pass one through and not the other.
  if (isAggregated(headers['content-type'])) return shaped(request, () => parseAggregated(body))
  if (path === '/api' && 'versions' in body) return shaped(request, () => discoverCoreLegacy(transport, body, signal))
  if (path === '/apis' && 'groups' in body) return shaped(request, () => discoverGroupsLegacy(transport, body, signal))
  throw garbled(`${transport.server} does not answer like a Kubernetes API server: check the server's address`)
}

/** The type that the server prefers. Throws ApiFailure where it does not tell of it. */
export function requiredType(resource: string, { types }: Discovery): ResourceType {
  const found = preferredTypes(types).find(each => resourceName(each) === resource)
  if (found !== undefined) return found
  throw misconfigured(`the server does not show its ${resource}`)
}
