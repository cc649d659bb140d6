import type { KubeObject } from './object.ts'
import type { ObjectRef } from './object-ref.ts'
import { objectPath } from './path.ts'
import type { ResourceType } from './resource-type.ts'

/** Namespaces, which every API server serves alike: known without discovery. */
export const NAMESPACE_TYPE: ResourceType = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  singular: 'namespace',
  shortNames: ['ns'],
  categories: [],
  namespaced: false,
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
}

/** Whether a type is that of Namespaces. */
export function isNamespaces({ group, plural }: Pick<ResourceType, 'group' | 'plural'>): boolean {
  return group === '' && plural === 'namespaces'
}

/** Whether an object is a Namespace. */
export function isNamespace({ kind, apiVersion }: Pick<ObjectRef, 'kind' | 'apiVersion'>): boolean {
  return kind === 'Namespace' && apiVersion === 'v1'
}

/** Every cluster needs them; the API server itself refuses to delete them. */
export const IMMORTAL: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/** What Kubernetes itself puts into every namespace, and which of its controllers does. */
export const IN_EVERY_NAMESPACE: ReadonlyMap<string, string> = new Map([
  ['configmaps/kube-root-ca.crt', 'root-ca-certificate-publisher-controller'],
  ['serviceaccounts/default', 'serviceaccount-controller'],
])

/** The path of the one request that changes spec.finalizers. */
export function finalizePath(name: string): string {
  return `${objectPath(NAMESPACE_TYPE, name)}/finalize`
}

/** `spec.finalizers`, which only `/finalize` changes. */
export function specFinalizersOf({ spec }: KubeObject): readonly string[] {
  return (spec as { finalizers?: readonly string[] } | undefined)?.finalizers ?? []
}

/** The whole Namespace as `/finalize` takes it: the PUT replaces all of its metadata (kubernetes-deletion.md 2.2). */
export function withoutInSpec(namespace: KubeObject, names: readonly string[]): KubeObject {
  const finalizers = specFinalizersOf(namespace).filter(name => !names.includes(name))
  return { ...namespace, spec: { ...(namespace.spec as object), finalizers } }
}

/** Whether a namespace can have this name: a label of RFC 1123. */
export function isNamespaceName(name: string): boolean {
  return name.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name)
}
