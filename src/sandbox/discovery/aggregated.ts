import { createHash } from 'node:crypto'
import type { Warned } from '../answer/answer.ts'
import type { Server } from '../server.ts'
import type { ServedType } from '../types/served-type.ts'
import { type DiscoveredGroup, type DiscoveredVersion, discoveredGroups } from './groups.ts'

const CONTENT_TYPE = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/**
 * APIGroupDiscoveryList v2 for `/api` (core) or `/apis`: every type in one answer, with an ETag
 * (kubernetes-deletion.md 6.3).
 */
export function aggregatedDiscovery(server: Server, root: '/api' | '/apis', ifNoneMatch: string | undefined): Warned {
  const groups = discoveredGroups(server).filter(({ name }) => (name === '') === (root === '/api'))
  const value = {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(groupItem),
  }
  const etag = `"${createHash('sha512').update(JSON.stringify(value)).digest('hex').toUpperCase()}"`
  const headers = { etag, vary: 'Accept' }
  if (ifNoneMatch === etag) return { kind: 'unchanged', headers }
  return { kind: 'json', status: 200, value, contentType: CONTENT_TYPE, headers }
}

function groupItem({ name, versions }: DiscoveredGroup): unknown {
  return {
    metadata: name === '' ? {} : { name },
    versions: versions.map(versionItem),
  }
}

function versionItem({ version, stale, types }: DiscoveredVersion): unknown {
  return { version, resources: types.map(resourceItem), freshness: stale ? 'Stale' : 'Current' }
}

function resourceItem(type: ServedType): unknown {
  const own = {
    group: type.definition === undefined ? '' : type.group,
    version: type.definition === undefined ? '' : type.version,
  }
  return {
    resource: type.plural,
    responseKind: { ...own, kind: type.kind },
    scope: type.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: type.singular,
    verbs: type.verbs,
    ...(type.shortNames.length > 0 && { shortNames: type.shortNames }),
    ...(type.categories.length > 0 && { categories: type.categories }),
    ...(type.subresources.length > 0 && {
      subresources: type.subresources.map(({ name, kind, group, version, verbs }) => ({
        subresource: name,
        responseKind: { group: group ?? own.group, version: version ?? own.version, kind },
        verbs,
      })),
    }),
  }
}
