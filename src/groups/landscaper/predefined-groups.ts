import type { ManagedResource } from './managed-resource.ts'

export type PredefinedType = 'namespaced-resources' | 'cluster-scoped-resources' | 'crds' | 'empty'

/** Landscaper's own order where none is written: instances and namespaced objects go before what defines them. */
export const DEFAULT_ORDER: readonly PredefinedType[] = ['namespaced-resources', 'cluster-scoped-resources', 'crds']

/** Which objects a predefined group takes; the scope is the recorded one, discovery is not asked. */
export const PREDEFINED: Readonly<Record<PredefinedType, (object: ManagedResource) => boolean>> = {
  'namespaced-resources': object => !isDefinition(object) && Boolean(object.namespace),
  'cluster-scoped-resources': object => !isDefinition(object) && !object.namespace,
  crds: isDefinition,
  empty: () => false,
}

function isDefinition(object: ManagedResource): boolean {
  return object.kind === 'CustomResourceDefinition'
}
