import type { V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import type { Facts } from '../facts.ts'
import { accountsOf, isHeldBy } from './holders.ts'
import { grantOf } from './rbac-grants.ts'
import type { Workload } from './workloads.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** A type, and the namespace of an object of it. */
export interface Place {
  readonly group: string
  readonly plural: string
  readonly namespace: string | undefined
}

/**
 * Whether a workload is an operator of other namespaces, that never could change objects here and lost nothing: RoleBindings
 * there let it change the type, and no binding of this namespace names it. Of one that wrote the finalizer, by its name,
 * only where it may do so in its own namespace alone: then each namespace may have its own, of the same name.
 */
export function isConfined(
  workload: Workload,
  isWriter: boolean,
  { group, plural, namespace }: Place,
  facts: Facts,
): boolean {
  if (namespace === undefined || namespace === workload.namespace) return false
  const [bindings, roles, clusterRoles] = ['rolebindings', 'roles', 'clusterroles'].map(resource => {
    const list = facts.read({ about: 'list', resource: `${resource}.${RBAC}` })
    return list.state === 'known' ? list.value : []
  })
  const own = bindings!
    .map(object => object as unknown as V1RoleBinding & KubeObject)
    .filter(({ subjects, metadata }) =>
      accountsOf(subjects).some(({ namespace: place = metadata.namespace ?? '', name }) =>
        isHeldBy({ namespace: place, name }, workload),
      ),
    )
  const grants = ({ roleRef, metadata }: V1RoleBinding & KubeObject): boolean => {
    const role = (roleRef.kind === 'Role' ? roles! : clusterRoles!).find(
      each =>
        each.metadata.name === roleRef.name &&
        (roleRef.kind === 'ClusterRole' || each.metadata.namespace === metadata.namespace),
    ) as unknown as V1ClusterRole | undefined
    return grantOf(role?.rules, group, plural) !== undefined
  }
  const places = new Set(own.filter(grants).map(({ metadata }) => metadata.namespace))
  const isNamedThere = own.some(({ metadata }) => metadata.namespace === namespace)
  if (isNamedThere || places.size === 0) return false
  return !isWriter || (places.size === 1 && places.has(workload.namespace))
}
