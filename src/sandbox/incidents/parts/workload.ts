import type { KubeObject, OwnerReference } from '../../../api/object.ts'
import type { Sandbox } from '../../sandbox.ts'
import { pod } from './pod.ts'
import { ago, DAY } from './time.ts'

/** By which a Pod is told to be of a Deployment. */
const HASH = '5d8f7c9b64'

export interface WorkloadOptions {
  readonly replicas?: number
  readonly image?: string
  readonly serviceAccount?: string
  readonly age?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

/** A healthy Deployment with its ReplicaSet and one running Pod per replica; with zero replicas nothing runs. */
export function deployment(sandbox: Sandbox, namespace: string, name: string, options: WorkloadOptions = {}): void {
  const {
    replicas = 1,
    image = `registry.example.com/${name}:1.4.2`,
    serviceAccount = 'default',
    age = 60 * DAY,
  } = options
  const labels = { app: name, ...options.labels }
  const template = {
    metadata: { labels: { app: name } },
    spec: { serviceAccountName: serviceAccount, containers: [{ name: 'app', image }] },
  }
  const spec = { replicas, selector: { matchLabels: { app: name } }, template }
  const counts =
    replicas === 0 ? {} : { replicas, readyReplicas: replicas, availableReplicas: replicas, updatedReplicas: replicas }
  const created = ago(sandbox, age)
  const metadata = {
    namespace,
    labels,
    creationTimestamp: created,
    ...(options.annotations && { annotations: options.annotations }),
  }
  const owner = sandbox.put(
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { ...metadata, name },
      spec,
      status: { observedGeneration: 1, ...counts, conditions: [availableSince(created)] },
    },
    { manager: 'helm' },
  )
  const set = sandbox.put({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { ...metadata, name: `${name}-${HASH}`, ownerReferences: [controllerOf(owner)] },
    spec,
    status: { observedGeneration: 1, replicas, readyReplicas: replicas, availableReplicas: replicas },
  })
  const own = { image, serviceAccount, age, labels: { app: name, 'pod-template-hash': HASH } }
  for (let index = 0; index < replicas; index += 1) {
    const suffix = sandbox.server.identity.suffix()
    pod(sandbox, namespace, `${set.metadata.name}-${suffix}`, { ...own, owner: controllerOf(set) })
  }
}

function availableSince(lastTransitionTime: string) {
  return {
    type: 'Available',
    status: 'True',
    lastTransitionTime,
    reason: 'MinimumReplicasAvailable',
    message: 'Deployment has minimum availability.',
  }
}

/** An ownerReference as controllers write it: controller and blockOwnerDeletion set. */
export function controllerOf({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true }
}
