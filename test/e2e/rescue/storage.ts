import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, unique } from '../rig/rig.ts'

export interface Storage {
  readonly claim: Thing
  readonly volume: Thing
}

/** A claim and its volume, Bound to each other, as a provisioner leaves them. */
export async function bound(
  place: string,
  claimName = 'data',
  finalizers: readonly string[] = [],
  asked = '1Gi',
): Promise<Storage> {
  const name = unique('pv')
  const size = { accessModes: ['ReadWriteOnce'], storageClassName: '' }
  const volume = await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, finalizers: ['kubernetes.io/pv-protection', ...finalizers] },
    spec: {
      ...size,
      capacity: { storage: '1Gi' },
      csi: { driver: 'disk.csi.example.com', volumeHandle: `vol-of-${name}` },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: claimName, namespace: place },
      persistentVolumeReclaimPolicy: 'Delete',
    },
  })
  const claim = await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: claimName,
      namespace: place,
      labels: { app: 'db' },
      annotations: { 'example.com/note': 'mine' },
      finalizers: ['kubernetes.io/pvc-protection', ...finalizers],
    },
    spec: { ...size, volumeName: name, resources: { requests: { storage: asked } } },
  })
  const isBound = ({ status }: Thing): boolean => status.phase === 'Bound'
  return { claim: await api.waitFor(claim, isBound), volume: await api.waitFor(volume, isBound) }
}

/** A Pod on a node of its own that mounts the claim; there is no kubelet: it is written Running by hand. */
export async function userOf(place: string): Promise<{ readonly pod: Thing; readonly end: () => Promise<unknown> }> {
  const node = await createNode('True')
  const created = await api.create(podDraft('db-0', place, { node, claims: ['data'] }))
  const pod = await api.patch(created, { status: { phase: 'Running' } }, { subresource: '/status' })
  return { pod, end: () => api.delete(node) }
}

/** The claim and its volume belong to each other as before, and nothing else of them changed. */
export async function isWhole({ claim, volume }: Storage): Promise<void> {
  const now = { claim: (await api.get(claim))!, volume: (await api.get(volume))! }
  for (const each of [now.claim, now.volume]) {
    assert.is(each.status.phase, 'Bound')
    assert.is(each.metadata.deletionTimestamp, undefined)
  }
  assert.equal(now.claim.spec, claim.spec)
  assert.equal(now.claim.metadata.labels, claim.metadata.labels)
  assert.is(now.claim.metadata.annotations['example.com/note'], 'mine')
  assert.equal(now.claim.metadata.finalizers.toSorted(), claim.metadata.finalizers.toSorted())
  assert.is(now.volume.spec.claimRef.uid, now.claim.metadata.uid)
  const without = ({ claimRef: _, ...spec }: Record<string, unknown>) => spec
  assert.equal(without(now.volume.spec), without(volume.spec))
  assert.equal(now.volume.metadata.finalizers.toSorted(), volume.metadata.finalizers.toSorted())
}
