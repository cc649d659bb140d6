import type { V1ClusterRole, V1RoleBinding } from '@kubernetes/client-node'
import type { KubeObject } from '../../../api/object.ts'
import { accountsOf, isForEverybody, isHeldBy, isOfServer } from '../../../diagnosis/controller/holders.ts'
import { grantOf } from '../../../diagnosis/controller/rbac-grants.ts'
import type { StorageTools } from '../sources/helm-storage.ts'
import { listWhole } from './list-type.ts'

/** As what Pods run. */
export interface Account {
  readonly namespace: string
  readonly serviceAccount: string
}

/** A service account whose role names a type with its status or finalizers, as the roles of controllers do. */
export interface Server {
  readonly namespace: string
  /** `*`: every service account of the namespace. */
  readonly name: string
  /** In all namespaces, by a ClusterRoleBinding: whoever administers one namespace cannot write that. */
  readonly everywhere: boolean
}

/** Tells for a CRD, by its name, who may be its controller. */
export type ServersOf = (definition: string) => readonly Server[]

type Binding = V1RoleBinding & KubeObject
type Role = V1ClusterRole & KubeObject

/** Reads all roles and bindings. Rejects with ApiFailure where one list is unreadable: the others prove nothing. */
export async function readServers(tools: StorageTools): Promise<ServersOf> {
  const list = (plural: string) => listWhole(`${plural}.rbac.authorization.k8s.io`, tools)
  const [clusterRoles, roles, clusterBindings, bindings] = await Promise.all([
    list('clusterroles'),
    list('roles'),
    list('clusterrolebindings'),
    list('rolebindings'),
  ])
  const byName = new Map<string, Role>([
    ...clusterRoles.map(role => [`ClusterRole/${role.metadata.name}`, role as unknown as Role] as const),
    ...roles.map(role => [`Role/${role.metadata.namespace}/${role.metadata.name}`, role as unknown as Role] as const),
  ])
  const roleOf = ({ roleRef, metadata }: Binding): Role | undefined =>
    byName.get(`${roleRef.kind}/${roleRef.kind === 'Role' ? `${metadata.namespace}/` : ''}${roleRef.name}`)
  return definition => {
    const [plural = '', ...group] = definition.split('.')
    const serversBy = (everywhere: boolean) => (object: KubeObject) => {
      const binding = object as unknown as Binding
      const role = roleOf(binding)
      if (role === undefined || isForEverybody(role) || isOfServer(role)) return []
      if (grantOf(role.rules, group.join('.'), plural) !== 'marked') return []
      return accountsOf(binding.subjects).map(({ namespace = binding.metadata.namespace ?? '', name }) => ({
        namespace,
        name,
        everywhere,
      }))
    }
    return [...clusterBindings.flatMap(serversBy(true)), ...bindings.flatMap(serversBy(false))]
  }
}

export function isServedBy(server: Server, accounts: readonly Account[]): boolean {
  return accounts.some(account => isHeldBy(server, account))
}
