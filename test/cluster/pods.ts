import type { ResourceType } from '../../src/api/resource-type.ts'

export const pods: ResourceType = {
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  singular: 'pod',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list', 'watch'],
}
