import type { ResourceType } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from './discovered.ts'

/** The order of the parameters is the one that old servers match literally. */
export const AGGREGATED_ACCEPT = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',')

interface GroupDiscoveryList {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string }
    readonly versions?: readonly VersionDiscovery[]
  }[]
}

interface VersionDiscovery {
  readonly version: string
  readonly freshness?: string
  readonly resources?: readonly ResourceDiscovery[]
}

interface ResourceDiscovery {
  readonly resource: string
  readonly responseKind?: { readonly kind?: string } | null
  readonly scope: string
  readonly singularResource?: string
  readonly verbs?: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
}

/** Whether a response's content type says that it is the aggregated form. */
export function isAggregated(contentType: string | undefined): boolean {
  return contentType?.includes('as=APIGroupDiscoveryList') ?? false
}

/**
 * Reads an APIGroupDiscoveryList. A Stale group version is not known now, whatever it lists: the server could not
 * refresh it from its backend (client-go drops it too).
 */
export function parseAggregated(body: unknown): Discovery {
  const types: ResourceType[] = []
  const unreadable: Unreadable[] = []
  for (const item of (body as GroupDiscoveryList).items ?? []) {
    const group = item.metadata?.name ?? ''
    for (const version of item.versions ?? []) {
      if (version.freshness === 'Stale') unreadable.push(staleGroup(group, version.version))
      else for (const resource of version.resources ?? []) types.push(...resourceType(group, version.version, resource))
    }
  }
  return { types, unreadable }
}

function resourceType(group: string, version: string, resource: ResourceDiscovery): ResourceType[] {
  // A parent without operations of its own has no kind: it exists only to carry subresources.
  const kind = resource.responseKind?.kind
  if (!kind) return []
  return [
    {
      group,
      version,
      plural: resource.resource,
      kind,
      singular: resource.singularResource || kind.toLowerCase(),
      shortNames: resource.shortNames ?? [],
      categories: resource.categories ?? [],
      namespaced: resource.scope === 'Namespaced',
      verbs: resource.verbs ?? [],
    },
  ]
}

function staleGroup(group: string, version: string): Unreadable {
  return {
    resource: `*.${group}`,
    reason: 'StaleDiscovery',
    message: `stale GroupVersion discovery: ${group}/${version}: the server behind this API does not answer`,
  }
}
