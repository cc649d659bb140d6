import { createHash } from 'node:crypto'
import type { Warned } from '../answer/answer.ts'
import { noSuchResource } from '../answer/refusal.ts'
import type { Server } from '../server.ts'
import type { ServedType } from '../types/served-type.ts'
import { type DiscoveredGroup, discoveredGroups } from './groups.ts'

const ADDRESSES = [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:443' }]

/** `/api` and `/apis` as servers before 1.27 answer them; an unavailable aggregated group is listed all the same. */
export function legacyRoot(server: Server, root: '/api' | '/apis'): Warned {
  if (root === '/api') {
    return ok({ kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: ADDRESSES })
  }
  const groups = discoveredGroups(server).filter(({ name }) => name !== '')
  return ok({ kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupItem) })
}

/** `/apis/<group>`; undefined when there is no such group (that is a plain-text 404). */
export function legacyGroup(server: Server, group: string): Warned | undefined {
  const found = discoveredGroups(server).find(({ name }) => name === group && name !== '')
  return found && ok({ kind: 'APIGroup', apiVersion: 'v1', ...groupItem(found) })
}

/** `/api/v1` and `/apis/<group>/<version>`: the types and their subresources. */
export function legacyVersion(server: Server, group: string, version: string): Warned {
  const types = server.types.all().filter(type => type.group === group && type.version === version)
  if (types.length === 0) throw noSuchResource()
  return ok({
    kind: 'APIResourceList',
    apiVersion: group === '' ? undefined : 'v1',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: types.flatMap(resourceItems),
  })
}

function groupItem({ name, versions }: DiscoveredGroup) {
  const items = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }))
  return { name, versions: items, preferredVersion: items[0] }
}

function resourceItems(type: ServedType): unknown[] {
  const item = {
    name: type.plural,
    singularName: type.singular,
    namespaced: type.namespaced,
    kind: type.kind,
    verbs: type.verbs,
    shortNames: type.shortNames.length > 0 ? type.shortNames : undefined,
    categories: type.categories.length > 0 ? type.categories : undefined,
    storageVersionHash: type.verbs.includes('watch') ? storageVersionHash(type) : undefined,
  }
  const subresources = type.subresources.map(({ name, kind, group, version, verbs }) => ({
    name: `${type.plural}/${name}`,
    singularName: '',
    namespaced: type.namespaced,
    ...(group !== undefined && { group, version }),
    kind,
    verbs,
  }))
  return [item, ...subresources]
}

/** Eight bytes of the hash of what is stored: clients see by it that the storage version changed. */
function storageVersionHash({ group, storageVersion, kind }: ServedType): string {
  return createHash('sha256').update(`${group}/${storageVersion}/${kind}`).digest().subarray(0, 8).toString('base64')
}

function ok(value: unknown): Warned {
  return { kind: 'json', status: 200, value }
}
