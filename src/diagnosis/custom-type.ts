import { KUBERNETES_GROUPS } from '../api/kubernetes-groups.ts'
import type { ResourceType } from '../api/resource-type.ts'

/**
 * Whether a type is no one of Kubernetes itself, so that its own operator alone looks after it. Types of Kubernetes are
 * everybody's: many may change a ConfigMap who have nothing to do with a finalizer on it.
 */
export function isCustom({ type }: { readonly type: Pick<ResourceType, 'group'> }): boolean {
  return !KUBERNETES_GROUPS.has(type.group)
}
