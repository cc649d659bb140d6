import { append } from '../../api/long-lists.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from './discovered.ts'
import { Fields } from './fields.ts'

/** The order of the parameters is the one that old servers match literally. */
export const AGGREGATED_ACCEPT = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',')

/** Whether a response's content type says that it is the aggregated form. */
export function isAggregated(contentType: string | undefined): boolean {
  return contentType?.includes('as=APIGroupDiscoveryList') ?? false
}

/**
 * Reads an APIGroupDiscoveryList. A Stale group version is unknown, whatever it lists: the server could not refresh it
 * from its backend (client-go drops it too). Throws a ShapeError for anything else: types that are not listed would be
 * taken for types that do not exist.
 */
export function parseAggregated(body: unknown): Discovery {
  const types: ResourceType[] = []
  const unreadable: Unreadable[] = []
  for (const item of new Fields(body).listed('items')) {
    // That of the core is empty, and left out by some.
    const group = item.part('metadata').text('name', '')
    for (const version of item.given('versions')) {
      const name = version.text('version')
      if (version.text('freshness', '') === 'Stale') unreadable.push(staleGroup(group, name))
      else for (const resource of version.given('resources')) append(types, resourceType(group, name, resource))
    }
  }
  return { types, unreadable }
}

function resourceType(group: string, version: string, resource: Fields): ResourceType[] {
  // A parent without operations of its own has no kind: it exists only to carry subresources.
  const kind = resource.part('responseKind').text('kind', '')
  if (kind === '') return []
  return [
    {
      group,
      version,
      plural: resource.text('resource'),
      kind,
      singular: resource.text('singularResource', '') || kind.toLowerCase(),
      shortNames: resource.texts('shortNames'),
      categories: resource.texts('categories'),
      namespaced: resource.text('scope') === 'Namespaced',
      verbs: resource.texts('verbs'),
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
