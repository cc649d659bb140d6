import type { KubeObject, ObjectMeta } from '../../src/api/object.ts'
import { ago } from '../../src/sandbox/incidents/parts/time.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'

/** As an object is after a DELETE some seconds ago that its finalizers kept. */
export function deleted(sandbox: Sandbox, seconds: number, ...finalizers: string[]): Partial<ObjectMeta> {
  return { deletionTimestamp: ago(sandbox, seconds), deletionGracePeriodSeconds: 0, finalizers }
}

/** A ConfigMap; `metadata` says what is special about it. */
export function configMap(
  sandbox: Sandbox,
  namespace: string,
  name: string,
  metadata: Partial<ObjectMeta> = {},
): KubeObject {
  return sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name, ...metadata } })
}

/** The Lease of a kube-controller-manager that renewed it so many seconds ago, and, where said, got it so long ago. */
export function lease(sandbox: Sandbox, seconds: number, acquired?: number): void {
  const known = sandbox.get('coordination.k8s.io/v1', 'Lease', 'kube-controller-manager', 'kube-system')!
  const time = (age: number) => ago(sandbox, age).replace('Z', '.000000Z')
  const since = acquired === undefined ? {} : { acquireTime: time(acquired) }
  sandbox.put({ ...known, spec: { ...(known.spec as object), ...since, renewTime: time(seconds) } })
}

/** A cluster in which nothing holds this Lease any more. */
export function withoutLease(sandbox: Sandbox): void {
  const known = sandbox.get('coordination.k8s.io/v1', 'Lease', 'kube-controller-manager', 'kube-system')!
  sandbox.server.store.remove('leases.coordination.k8s.io', known)
}
