import type { Api, Thing } from './api.ts'
import { unique } from './unique.ts'

/** The claim `data` in a namespace, bound to a volume that is deleted with it. */
export async function boundClaim(
  api: Api,
  namespace: string,
): Promise<{ readonly claim: Thing; readonly volume: string }> {
  const volume = unique('volume')
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: '' }
  const claim = await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace },
    spec: { ...spec, volumeName: volume, resources: { requests: { storage: '1Gi' } } },
  })
  await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volume },
    spec: {
      ...spec,
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'data', namespace, uid: claim.metadata.uid },
      csi: { driver: 'disk.csi.example.com', volumeHandle: volume },
    },
  })
  return { claim, volume }
}
