import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import type { Draft, Thing } from '../rig/api.ts'
import { api } from '../rig/rig.ts'

/** A text in a file of its own; its path. */
export function file(text: string, name = 'order.yaml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-replay-'))
  removeAtEnd(folder)
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

export function configMap(name: string, namespace: string, metadata: object = {}): Draft {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, ...metadata } }
}

export function secret(name: string, namespace: string, metadata: object = {}): Draft {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace, ...metadata }, data: {} }
}

export function service(name: string, namespace: string, metadata: object = {}): Draft {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace, ...metadata },
    spec: { clusterIP: 'None', selector: { app: name }, ports: [{ port: 80 }] },
  }
}

/** Its Pods are never scheduled: no kubelet has to agree to their end. */
export function deployment(name: string, namespace: string, replicas = 1, podSpec: object = {}): Draft {
  const labels = { app: name }
  const containers = [{ name: 'main', image: 'registry.example.com/none' }]
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers, ...podSpec } },
    },
  }
}

export function clusterRole(name: string, metadata: object = {}): Draft {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name, ...metadata }, rules: [] }
}

/** As `ownerReferences` of what it owns. */
export function ownedBy({ apiVersion, kind, metadata: { name, uid } }: Thing, rest: object = {}): object {
  return { ownerReferences: [{ apiVersion, kind, name, uid, ...rest }] }
}

export async function createAll(drafts: readonly Draft[]): Promise<Thing[]> {
  return Promise.all(drafts.map(draft => api.create(draft)))
}

/** Takes a finalizer off that a test put on an object, and waits until the object is gone. */
export async function release(object: Thing): Promise<void> {
  await api.patch(object, { metadata: { finalizers: null } })
  await api.waitGone(object)
}
