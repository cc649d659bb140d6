import { setTimeout as pause } from 'node:timers/promises'
import type { Thing } from '../rig/api.ts'
import { api, unique } from '../rig/rig.ts'

const LOOK_MILLISECONDS = 150
const RBAC = 'rbac.authorization.k8s.io'
const HELD = 'external-provisioner.volume.kubernetes.io/finalizer'
const MANAGER = 'csi-provisioner'

/** A CSI driver of this test alone, and the kubelet of the node on which its Pods, and those that use its volumes, are. */
export interface ActingDriver extends AsyncDisposable {
  readonly deployment: Thing
  /** A claim of its namespace that is bound to a volume of it, of reclaim policy Delete, and a Pod that uses it. */
  volume(): Promise<{ readonly claim: Thing; readonly volume: Thing; readonly pod: Thing }>
}

/** Installs a driver in a namespace, and does its work: a volume whose claim is gone is deleted as long as its Pod is there. */
export async function actingDriver(place: string, node: Thing): Promise<ActingDriver> {
  const name = unique('disk')
  const driver = `${name}.csi.example.com`
  const metadata = { name, namespace: place }
  await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const verbs = ['get', 'list', 'watch', 'create', 'delete', 'patch']
  const rules = [{ apiGroups: [''], resources: ['persistentvolumes'], verbs }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, rules })
  await api.create({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: place }],
  })
  const labels = { app: name }
  const containers = [
    { name: 'driver', image: 'registry.example.com/disk:v1', args: [`--drivername=${driver}`] },
    { name: 'csi-provisioner', image: 'registry.k8s.io/sig-storage/csi-provisioner:v5.1.0' },
  ]
  const deployment = await api.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { serviceAccountName: name, containers, nodeName: node.metadata.name } },
    },
  })
  const over = new AbortController()
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const isAlive = await runPods(place)
      if (isAlive(labels.app)) await deleteVolumes(driver)
      await pause(LOOK_MILLISECONDS, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const worked = work()
  await api.waitFor(deployment, ({ status }) => status?.readyReplicas === 1)
  return {
    deployment,
    volume: () => boundVolume(place, driver, node),
    async [Symbol.asyncDispose]() {
      over.abort()
      await worked
    },
  }
}

/** What a kubelet does of Pods; and whether one of an app is left that is not being deleted. */
async function runPods(namespace: string): Promise<(app: string) => boolean> {
  const pods = (await api.list({ apiVersion: 'v1', kind: 'Pod', namespace })).map(
    pod => ({ ...pod, apiVersion: 'v1', kind: 'Pod' }) as Thing,
  )
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: new Date().toISOString() }]
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp !== undefined) await api.delete(pod, { gracePeriodSeconds: 0 }).catch(() => {})
    else if (pod.status?.phase !== 'Running')
      await api.patch(pod, { status: { phase: 'Running', conditions } }, { subresource: '/status' }).catch(() => {})
  }
  return app => pods.some(({ metadata: { labels, deletionTimestamp } }) => labels?.app === app && !deletionTimestamp)
}

async function deleteVolumes(driver: string): Promise<void> {
  const volumes = await api.list({ apiVersion: 'v1', kind: 'PersistentVolume' })
  for (const { spec, status, metadata } of volumes) {
    if (spec.csi?.driver !== driver || status?.phase !== 'Released') continue
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata } as Thing
    await api.delete(volume).catch(() => {})
    const finalizers = metadata.finalizers?.filter((each: string) => each !== HELD) ?? []
    await api.patch(volume, { metadata: { finalizers } }).catch(() => {})
  }
}

async function boundVolume(place: string, driver: string, node: Thing) {
  const name = unique('volume')
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: '' }
  const claim = await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: place },
    spec: { ...spec, volumeName: name, resources: { requests: { storage: '1Gi' } } },
  })
  const volume = await api.send('POST', `/api/v1/persistentvolumes?fieldManager=${MANAGER}`, {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, finalizers: [HELD], annotations: { 'pv.kubernetes.io/provisioned-by': driver } },
    spec: {
      ...spec,
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        name: 'data',
        namespace: place,
        uid: claim.metadata.uid,
      },
      csi: { driver, volumeHandle: name },
    },
  })
  await api.waitFor(volume, ({ status }) => status?.phase === 'Bound')
  const pod = await api.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'database', namespace: place },
    spec: {
      nodeName: node.metadata.name,
      containers: [{ name: 'main', image: 'none' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
  })
  return { claim, volume, pod }
}
