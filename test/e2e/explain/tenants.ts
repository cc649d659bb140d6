import { untilAllowed } from '../rig/allowed.ts'
import type { Thing } from '../rig/api.ts'
import { api, unique } from '../rig/rig.ts'

export const ROLES = ['view', 'edit', 'admin'] as const

export type Role = (typeof ROLES)[number]

/** A user with one of Kubernetes' own roles in one namespace, and nothing anywhere else. */
export interface Tenant {
  readonly role: Role
  readonly namespace: string
  /** Sends a request as this user. */
  send(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: string }>
}

/** Binds the role in the namespace, and waits until the server's authorizer has seen it. */
export async function tenant(role: Role, namespace: string): Promise<Tenant> {
  const user = unique(`tenant-${role}`)
  await api.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: user, namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  })
  await untilAllowed(user, { verb: 'get', resource: 'pods', namespace })
  return {
    role,
    namespace,
    send: (method, path, body) => api.raw(method, path, body, { 'impersonate-user': user }),
  }
}

/** Creates an object as a tenant, by this field manager; the answer's code. */
export async function createAs(tenant: Tenant, thing: Thing, manager?: string): Promise<number> {
  const path = await api.pathOf(thing)
  const collection = path.slice(0, path.lastIndexOf('/'))
  const query = manager === undefined ? '' : `?fieldManager=${manager}`
  const { status } = await tenant.send('POST', `${collection}${query}`, thing)
  return status
}
