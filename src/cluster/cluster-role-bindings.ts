import type { V1ClusterRoleBinding } from '@kubernetes/client-node'
import { ApiFailure } from '../api/failure.ts'
import type { KubeObject } from '../api/object.ts'
import { listPath } from '../api/path.ts'
import { listAll } from './list-pages.ts'
import type { Transport } from './transport/transport.ts'
import { orFailure } from './unreadable.ts'

const BINDINGS = { group: 'rbac.authorization.k8s.io', version: 'v1', plural: 'clusterrolebindings' }
/** Objects a page. */
const PAGE_SIZE = 500

/**
 * Every ClusterRoleBinding, which no user of a namespace can write, or every RoleBinding of a namespace; none where
 * they cannot be read, so that only one that is there proves anything.
 */
export async function clusterRoleBindings(
  transport: Transport,
  signal: AbortSignal,
  namespace?: string,
): Promise<readonly (KubeObject & V1ClusterRoleBinding)[]> {
  const path = listPath(namespace === undefined ? BINDINGS : { ...BINDINGS, plural: 'rolebindings' }, namespace)
  const bindings = await orFailure(listAll(transport, { path, pageSize: PAGE_SIZE, signal }))
  return bindings instanceof ApiFailure ? [] : (bindings as readonly (KubeObject & V1ClusterRoleBinding)[])
}
