import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Api, Draft, Thing } from '../rig/api.ts'
import { createCrd } from '../rig/crd.ts'
import { createNamespace } from '../rig/namespace.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, kubectlAvailable, namespace, run, target, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { ownCluster, ownClusterAvailable } from './own-cluster.ts'

const test = suite('explain of attachments, snapshots and claims of devices')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip
// 1.30 serves v1alpha2 of it.
const withClaims = (await api.serves('resource.k8s.io/v1', 'ResourceClaim')) ? withKubectl : test.skip
const onOwnCluster = kubectlAvailable() && ownClusterAvailable() ? test : test.skip

const ATTACHER = 'external-attacher/disk-csi-example-com'

/** A volume that is being deleted, of a driver that is fake, and an attachment of it that nobody deleted. */
async function attached(nodeName: string): Promise<{ volume: Thing; attachment: Thing }> {
  const name = unique('volume')
  const volume = await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, finalizers: [ATTACHER] },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      storageClassName: `of-${name}`,
      csi: { driver: 'disk.csi.example.com', volumeHandle: `vol-of-${name}` },
      persistentVolumeReclaimPolicy: 'Retain',
    },
  })
  const attachment = await api.create({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name: `csi-${name}`, finalizers: [ATTACHER] },
    spec: { attacher: 'disk.csi.example.com', nodeName, source: { persistentVolumeName: name } },
  })
  await api.delete(volume)
  await unprotected(api, volume)
  return { volume, attachment }
}

/** Kubernetes' own protection, which nothing needs, goes within a moment: that would be a wait of its own. */
const unprotected = (on: Api, thing: Thing) =>
  on.waitFor(thing, ({ metadata }) => !metadata.finalizers.some((name: string) => name.startsWith('kubernetes.io/')))

const free = (thing: Thing) => api.patch(thing, { metadata: { finalizers: null } })

withKubectl(
  'an attachment that nobody deletes, to a node that is gone: the command lets its driver detach it',
  async () => {
    const { volume, attachment } = await attached(unique('gone'))
    const { name } = volume.metadata
    const answer = await explained([`persistentvolumes/${name}`])
    const [cause, ...others] = answer.causesOf('PersistentVolume', name)
    assert.equal(
      [others.length, cause!.code, cause!.subject.kind, cause!.subject.name],
      [0, 'InstanceAlive', 'VolumeAttachment', attachment.metadata.name],
    )
    assert.equal(
      answer.object('PersistentVolume', name).waitingFor.map(({ ref, reason }) => [reason, ref.name]),
      [['Attachment', attachment.metadata.name]],
    )
    assert.equal(cause!.blocks.map(({ kind }) => kind).toSorted(), ['PersistentVolume', 'VolumeAttachment'])
    await carryOut(cause!.remedies.at(-1)!.commands[0]!)
    // What the attacher (fake) does then.
    await free(attachment)
    await api.waitGone(attachment)
    await free(volume)
    await api.waitGone(volume)
  },
)

withKubectl('and to a node that is not ready: the Node is named, for both', async () => {
  const node = await createNode('Unknown')
  const { volume, attachment } = await attached(node.metadata.name)
  try {
    const answer = await explained([`persistentvolumes/${volume.metadata.name}`])
    const [cause, ...others] = answer.causesOf('PersistentVolume', volume.metadata.name)
    assert.equal(
      [others.length, cause!.code, cause!.subject.kind, cause!.subject.name],
      [0, 'PodNodeLost', 'Node', node.metadata.name],
    )
    assert.is(answer.object('PersistentVolume', volume.metadata.name).verdict, 'waiting')
    assert.equal(cause!.blocks.map(({ kind }) => kind).toSorted(), ['PersistentVolume', 'VolumeAttachment'])
  } finally {
    await api.delete(attachment)
    await free(attachment)
    await free(volume)
    await api.delete(node)
  }
})

withClaims(
  'a ResourceClaim that a Pod has reserved (its controller is the real one): deleting the Pod frees it',
  async () => {
    const place = await namespace()
    const draft = podDraft('train', place, {})
    const resourceClaims = [{ name: 'gpu', resourceClaimName: 'gpu' }]
    const pod = await api.create({ ...draft, spec: { ...draft.spec, resourceClaims } })
    const finalizers = ['resource.kubernetes.io/delete-protection']
    const claim = await api.create({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: { name: 'gpu', namespace: place, finalizers },
      spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }] } },
    })
    const reservedFor = [{ resource: 'pods', name: 'train', uid: pod.metadata.uid }]
    const results = [{ request: 'gpu', driver: 'gpu.example.com', pool: 'a', device: 'gpu-0' }]
    await api.patch(
      claim,
      { status: { allocation: { devices: { results } }, reservedFor } },
      { subresource: '/status' },
    )
    await api.delete(claim)
    const answer = await explained([`resourceclaims/gpu`, '-n', place])
    const [cause, ...others] = answer.causesOf('ResourceClaim', 'gpu')
    assert.equal(
      [others.length, cause!.code, cause!.subject.kind, cause!.subject.name],
      [0, 'InstanceAlive', 'Pod', 'train'],
    )
    const refused = await run([
      'remove',
      'resourceclaims/gpu',
      '-n',
      place,
      '--finalizer',
      finalizers[0]!,
      '--yes',
      '-o',
      'json',
    ])
    assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'ProtectedFinalizer'])
    await carryOut(cause!.remedies[0]!.commands[0]!)
    if (target().name === 'sandbox') await free(claim)
    await api.waitGone(claim, 60)
  },
)

onOwnCluster('snapshots, whose controller is fake: each is named that still uses a content or a claim', async () => {
  await using cluster = await ownCluster()
  const { api, env } = cluster
  const place = await createNamespace(api)
  const group = 'snapshot.storage.k8s.io'
  const annotations = {
    'api-approved.kubernetes.io': 'https://github.com/kubernetes-csi/external-snapshotter/pull/814',
  }
  const snapshots = await createCrd(api, { group, kind: 'VolumeSnapshot', annotations })
  const contents = await createCrd(api, { group, kind: 'VolumeSnapshotContent', scope: 'Cluster', annotations })
  const unprotect = (thing: Thing) => api.patch(thing, { metadata: { finalizers: null } })

  const daily = await api.create(snapshots.draft('daily', place, { spec: { source: {} } }))
  await api.patch(daily, { status: { readyToUse: true } }, { subresource: '/status' })
  const bound = { metadata: { finalizers: [`snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection`] } }
  const { uid } = daily.metadata
  const spec = { volumeSnapshotRef: { name: 'daily', namespace: place, uid }, deletionPolicy: 'Retain' }
  const content = await api.create(contents.draft('content', undefined, { ...bound, spec }))
  const claimDraft: Draft = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'db', namespace: place, finalizers: ['snapshot.storage.kubernetes.io/pvc-as-source-protection'] },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: { requests: { storage: '1Gi' } } },
  }
  const claim = await api.create(claimDraft)
  const hourly = await api.create(
    snapshots.draft('hourly', place, { spec: { source: { persistentVolumeClaimName: 'db' } } }),
  )
  const message =
    'snapshot controller failed to update db on API server: cannot add finalizer on claim because it is being deleted'
  await api.patch(hourly, { status: { readyToUse: false, error: { message } } }, { subresource: '/status' })
  for (const each of [content, claim]) await api.delete(each)
  await unprotected(api, claim)

  const answer = await explained([], { env })
  assert.equal(
    answer.causes
      .map(({ code, subject, blocks }) => [code, subject.name, ...blocks.map(({ name }) => name).toSorted()])
      .toSorted(),
    [
      ['InstanceAlive', 'daily', 'content'],
      ['InstanceAlive', 'hourly', 'db', 'hourly'],
    ],
  )
  // The claim waits for the snapshot, and that for the claim.
  const edges = (kind: string, name: string) => answer.object(kind, name).waitingFor.map(({ ref }) => ref.name)
  assert.equal([edges('PersistentVolumeClaim', 'db'), edges('VolumeSnapshot', 'hourly')], [['hourly'], ['db']])
  for (const { remedies } of answer.causes) await carryOut(remedies[0]!.commands[0]!, env)
  for (const each of [daily, hourly]) await api.waitGone(each)
  for (const each of [content, claim]) {
    await unprotect(each)
    await api.waitGone(each)
  }
})

test.run()
