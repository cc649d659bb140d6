import type { KubeObject } from './object.ts'

/** One listable type of the API server in the one version chosen for it, as discovery describes it. */
export interface ResourceType {
  /** API group, "" for the core group. */
  readonly group: string
  readonly version: string
  /** Plural name in the URL: `pods`. */
  readonly plural: string
  readonly kind: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

export interface TypedObject {
  readonly type: ResourceType
  readonly object: KubeObject
}

/** `v1` or `apps/v1`: what stands in an object's apiVersion. */
export function apiVersionOf(type: { group: string; version: string }): string {
  return type.group === '' ? type.version : `${type.group}/${type.version}`
}

/** `pods` or `widgets.example.com`: how kubectl and our JSON name a resource. */
export function resourceName(type: { group: string; plural: string }): string {
  return type.group === '' ? type.plural : `${type.plural}.${type.group}`
}

/** Splits an apiVersion into group and version; the core group is "". */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/')
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) }
}

const KINDS_OF_CORE: ReadonlySet<string> = new Set([
  'Service',
  'Secret',
  'ConfigMap',
  'Pod',
  'Node',
  'Event',
  'Namespace',
])

/** `Service (serving.knative.dev)`: its kind, with the group where another one is meant by the kind alone. */
export function kindText({ kind, group }: Pick<ResourceType, 'kind' | 'group'>): string {
  return group !== '' && KINDS_OF_CORE.has(kind) ? `${kind} (${group})` : kind
}
