import { ApiFailure, codeOf } from '../../api/failure.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { readJson } from '../transport/read.ts'
import type { Transport } from '../transport/transport.ts'
import { unreadable } from '../unreadable.ts'
import type { Discovery } from './discovered.ts'

const CONCURRENT_REQUESTS = 8

interface ApiResourceList {
  readonly resources?: readonly {
    readonly name: string
    readonly kind: string
    readonly namespaced: boolean
    readonly singularName?: string
    readonly verbs?: readonly string[]
    readonly shortNames?: readonly string[]
    readonly categories?: readonly string[]
  }[]
}

interface GroupList {
  readonly groups: readonly {
    readonly name: string
    readonly preferredVersion?: { readonly groupVersion: string }
    readonly versions: readonly { readonly groupVersion: string }[]
  }[]
}

/** The core group of a server that does not aggregate discovery. */
export function discoverCoreLegacy(transport: Transport, body: object, signal?: AbortSignal): Promise<Discovery> {
  const { versions } = body as { versions: readonly string[] }
  return discoverGroupVersions(transport, versions, signal)
}

/**
 * The other groups, preferred version first. Such a server lists a group even when nothing answers behind it: the
 * request for its types then fails, which makes that group unreadable and no other.
 */
export function discoverGroupsLegacy(transport: Transport, body: object, signal?: AbortSignal): Promise<Discovery> {
  const groupVersions = (body as GroupList).groups.flatMap(group => {
    const all = group.versions.map(version => version.groupVersion)
    const first = group.preferredVersion?.groupVersion
    return first === undefined ? all : [first, ...all.filter(groupVersion => groupVersion !== first)]
  })
  return discoverGroupVersions(transport, groupVersions, signal)
}

async function discoverGroupVersions(
  transport: Transport,
  groupVersions: readonly string[],
  signal?: AbortSignal,
): Promise<Discovery> {
  const found: ResourceType[][] = groupVersions.map(() => [])
  const failed: Unreadable[] = []
  await mapConcurrently(CONCURRENT_REQUESTS, groupVersions, async (groupVersion, index) => {
    const { group, version } = parseApiVersion(groupVersion)
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
    try {
      const { body } = await readJson(transport, { method: 'GET', path, ...(signal && { signal }) })
      found[index] = listed(group, version, body as ApiResourceList)
    } catch (error) {
      // 404: the group version went away since it was listed.
      if (codeOf(error) === 404) return
      if (!(error instanceof ApiFailure) || error.fault.kind === 'aborted') throw error
      failed.push(unreadable(`*.${group}`, error))
    }
  })
  return { types: found.flat(), unreadable: failed }
}

function listed(group: string, version: string, list: ApiResourceList): ResourceType[] {
  return (list.resources ?? [])
    .filter(resource => !resource.name.includes('/'))
    .map(resource => ({
      group,
      version,
      plural: resource.name,
      kind: resource.kind,
      singular: resource.singularName || resource.kind.toLowerCase(),
      shortNames: resource.shortNames ?? [],
      categories: resource.categories ?? [],
      namespaced: resource.namespaced,
      verbs: resource.verbs ?? [],
    }))
}
