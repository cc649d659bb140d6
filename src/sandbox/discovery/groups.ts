import type { KubeObject } from '../../api/object.ts'
import type { Server } from '../server.ts'
import { conditionStatus } from '../types/conditions.ts'
import type { ServedType } from '../types/served-type.ts'

export interface DiscoveredGroup {
  readonly name: string
  readonly versions: readonly DiscoveredVersion[]
}

export interface DiscoveredVersion {
  readonly version: string
  /** Stale: an aggregated API that does not answer; its resources are unknown, not absent. */
  readonly stale: boolean
  readonly types: readonly ServedType[]
}

const API_SERVICES = 'apiservices.apiregistration.k8s.io'

interface ApiServiceSpec {
  readonly group: string
  readonly version: string
  readonly service?: { readonly namespace: string; readonly name: string; readonly port?: number } | null
}

export function apiServiceSpec(apiService: KubeObject): ApiServiceSpec {
  return apiService.spec as ApiServiceSpec
}

/** The aggregated API of a group version, or undefined when the server itself serves it, or it is not served. */
export function aggregatedApi(server: Server, group: string, version: string): KubeObject | undefined {
  const found = server.store.get(API_SERVICES, undefined, `${version}.${group}`)
  return found !== undefined && apiServiceSpec(found).service ? found : undefined
}

export function isAvailable(apiService: KubeObject): boolean {
  return conditionStatus(apiService, 'Available') === 'True'
}

/** All groups with their versions in preference order: the server's own first, then aggregated ones. */
export function discoveredGroups(server: Server): DiscoveredGroup[] {
  const groups = new Map<string, Map<string, ServedType[]>>()
  for (const type of server.types.all()) {
    const versions = groups.get(type.group) ?? new Map<string, ServedType[]>()
    groups.set(type.group, versions)
    versions.set(type.version, [...(versions.get(type.version) ?? []), type])
  }
  const own = [...groups].map(([name, versions]) => ({
    name,
    versions: [...versions].map(([version, types]) => ({ version, stale: false, types })),
  }))
  const aggregated = server.store
    .list(API_SERVICES)
    .filter(apiService => apiServiceSpec(apiService).service)
    .map(apiService => {
      const { group, version } = apiServiceSpec(apiService)
      return { name: group, versions: [{ version, stale: !isAvailable(apiService), types: [] }] }
    })
  return [...own, ...aggregated]
}
