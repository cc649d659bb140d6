import type { ResourceType } from '../api/resource-type.ts'

const SHAPE = { shortNames: [], categories: [], namespaced: true, verbs: ['create', 'get', 'patch'] } as const

export const EVENT_TYPE: ResourceType = {
  ...SHAPE,
  group: 'events.k8s.io',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  singular: 'event',
}

/** By which several processes agree on one that writes. */
export const LEASE_TYPE: ResourceType = {
  ...SHAPE,
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  singular: 'lease',
}

/** The types of this program's own objects: what it writes without being asked for each of them is of these, and of no other type. */
export function isOwnType(type: ResourceType): boolean {
  return type === EVENT_TYPE || type === LEASE_TYPE
}
