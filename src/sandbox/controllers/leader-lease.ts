import type { KubeObject } from '../../api/object.ts'
import { put } from '../put.ts'
import type { Server } from '../server.ts'
import type { Controller } from './controller.ts'

const STORAGE = 'leases.coordination.k8s.io'
const NAME = 'kube-controller-manager'
const RENEWED_EVERY_SECONDS = 2
/** It was there before anything that got stuck: since so many milliseconds. */
export const MANAGER_RUNS_FOR = 40 * 86_400_000
const SERVER = 'apiserver-sandbox'
const SERVER_RENEWED_EVERY_SECONDS = 10

/** The API server says that it lives, whatever its controllers do. */
export const identity: Controller = { name: 'identity', reconcile: renewIdentity }

/** Renews the Lease first of all: a controller manager that does not hold it does nothing. */
export const leaderElection: Controller = { name: 'leader-election', reconcile: renewLease }

/** The Lease by which an API server shows that it is there. */
export function renewIdentity(server: Server): void {
  const now = server.now()
  const known = server.store.get(STORAGE, 'kube-system', SERVER)
  const renewed = (known?.spec as { renewTime?: string } | undefined)?.renewTime ?? ''
  if (now - Date.parse(renewed) < SERVER_RENEWED_EVERY_SECONDS * 1000) return
  const spec = { holderIdentity: `${SERVER}_sandbox`, leaseDurationSeconds: 3600, renewTime: microTime(now) }
  if (known !== undefined) {
    server.store.write(STORAGE, known, { ...known, spec } as KubeObject)
    return
  }
  const labels = { 'apiserver.kubernetes.io/identity': 'kube-apiserver' }
  const metadata = { name: SERVER, namespace: 'kube-system', labels }
  put(server, { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec })
}

/** The Lease by which kube-controller-manager shows that it works; a stale one means that no deletion is finished. */
export function renewLease(server: Server): void {
  const now = server.now()
  const known = server.store.get(STORAGE, 'kube-system', NAME)
  const spec = known?.spec as { acquireTime: string; renewTime: string } | undefined
  if (spec !== undefined && now - Date.parse(spec.renewTime) < RENEWED_EVERY_SECONDS * 1000) return
  const renewTime = microTime(now)
  const lease = {
    holderIdentity: 'sandbox-control-plane_7f3c1a0e-0b1f-4f7e-9d53-1f0c6c1d7a11',
    leaseDurationSeconds: 15,
    acquireTime: spec?.acquireTime ?? microTime(now - MANAGER_RUNS_FOR),
    renewTime,
    leaseTransitions: 0,
  }
  if (known === undefined) {
    put(server, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: NAME, namespace: 'kube-system' },
      spec: lease,
    })
    return
  }
  server.store.write(STORAGE, known, { ...known, spec: lease } as KubeObject)
}

/** `metav1.MicroTime` as JSON. */
function microTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 23)}000Z`
}
