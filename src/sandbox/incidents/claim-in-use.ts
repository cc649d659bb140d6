import type { KubeObject } from '../../api/object.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Incident } from './incident.ts'
import { namespace } from './parts/namespace.ts'
import { pod } from './parts/pod.ts'
import { ago, DAY, HOUR } from './parts/time.ts'
import { controllerOf } from './parts/workload.ts'

const NAMESPACE = 'analytics'
const CLAIM = 'warehouse-import'
const VOLUME = 'pvc-0b7d8f4e'

/** A finished Pod still names the claim; Completed Pods count as users for as long as they exist. */
export const incident: Incident = {
  name: 'claim-in-use',
  summary: 'A volume claim is protected because a Completed Pod still names it',
  build(sandbox) {
    namespace(sandbox, NAMESPACE)
    putVolume(sandbox, putClaim(sandbox))
    const job = putFinishedJob(sandbox)
    pod(sandbox, NAMESPACE, 'import-7xk2p', {
      phase: 'Succeeded',
      age: 2 * DAY,
      owner: controllerOf(job),
      claim: CLAIM,
    })
  },
}

function putClaim(sandbox: Sandbox): KubeObject {
  return sandbox.put(
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: CLAIM,
        namespace: NAMESPACE,
        creationTimestamp: ago(sandbox, 30 * DAY),
        deletionTimestamp: ago(sandbox, 5 * HOUR),
        deletionGracePeriodSeconds: 0,
        finalizers: ['kubernetes.io/pvc-protection'],
      },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '200Gi' } },
        storageClassName: 'standard',
        volumeMode: 'Filesystem',
        volumeName: VOLUME,
      },
      status: { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '200Gi' } },
    },
    { manager: 'kube-apiserver' },
  )
}

function putVolume(sandbox: Sandbox, { apiVersion, kind, metadata: { name, namespace, uid } }: KubeObject): void {
  sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: VOLUME,
      creationTimestamp: ago(sandbox, 30 * DAY),
      finalizers: ['kubernetes.io/pv-protection', 'external-provisioner.volume.kubernetes.io/finalizer'],
      annotations: { 'pv.kubernetes.io/provisioned-by': 'disk.csi.example.com' },
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '200Gi' },
      claimRef: { apiVersion, kind, name, namespace, uid },
      csi: { driver: 'disk.csi.example.com', volumeHandle: 'vol-0b7d8f4e21' },
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: 'standard',
    },
    status: { phase: 'Bound' },
  })
}

function putFinishedJob(sandbox: Sandbox): KubeObject {
  return sandbox.put({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'import', namespace: NAMESPACE, creationTimestamp: ago(sandbox, 2 * DAY) },
    spec: {
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      template: { spec: { containers: [{ name: 'app', image: 'registry.example.com/import:3' }] } },
    },
    status: { succeeded: 1, completionTime: ago(sandbox, 47 * HOUR) },
  })
}
