import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, namespace, unique } from '../rig/rig.ts'
import { type Explained, explained } from './explained-e2e.ts'

const test = suite('explain of volumes')

const ATTACHER = 'external-attacher/disk-csi-example-com'
const DRIVER = 'disk.csi.example.com'

const SIZE = { accessModes: ['ReadWriteOnce'], storageClassName: '' }

function claimDraft(name: string, place: string, volumeName?: string) {
  const resources = { requests: { storage: '1Gi' } }
  const metadata = { name, namespace: place, finalizers: ['kubernetes.io/pvc-protection'] }
  const spec = { ...SIZE, resources, ...(volumeName && { volumeName }) }
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec }
}

function volumeDraft(name: string, finalizers: readonly string[], claim?: { name: string; namespace: string }) {
  const csi = { driver: DRIVER, volumeHandle: `vol-of-${name}` }
  const claimRef = claim && { claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim } }
  // A volume for nobody would be bound to any claim of its class that waits for one, also of another test.
  const storageClassName = claim ? SIZE.storageClassName : `of-${name}`
  const rest = { csi, ...claimRef, persistentVolumeReclaimPolicy: 'Retain' }
  const spec = { ...SIZE, storageClassName, capacity: { storage: '1Gi' }, ...rest }
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name, finalizers }, spec }
}

function attachmentDraft(name: string, node: Thing, volume: string) {
  const source = { persistentVolumeName: volume }
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name, finalizers: [ATTACHER] },
    spec: { attacher: DRIVER, nodeName: node.metadata.name, source },
  }
}

const withoutFinalizers = (thing: Thing) => api.patch(thing, { metadata: { finalizers: null } })

const edges = (answer: Explained, kind: string, name: string): string[] =>
  answer.object(kind, name).waitingFor.map(({ ref, reason }) => `${reason} ${ref.kind}/${ref.name}`)

test('a claim that a Completed Pod still names: VolumeInUse; a claim of a Pod without node just goes', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    const claim = await api.create(claimDraft('data', place))
    const free = await api.create(claimDraft('free', place))
    const done = await api.create(podDraft('import', place, { node, claims: ['data'] }))
    await api.patch(done, { status: { phase: 'Succeeded' } }, { subresource: '/status' })
    await api.create(podDraft('waiting', place, { claims: ['free'], metadata: {} }))
    await api.create(podDraft('other', place, { node, claims: ['else'] }))
    await api.delete(claim)
    await api.delete(free)
    await api.waitGone(free)
    const answer = await explained(['-n', place])
    assert.equal(answer.codes, ['VolumeInUse import'])
    const [cause] = answer.causes
    assert.is(cause!.subject.kind, 'Pod')
    assert.equal(
      cause!.blocks.map(({ uid }) => uid),
      [claim.metadata.uid],
    )
    assert.is(answer.object('PersistentVolumeClaim', 'data').verdict, 'stuck')
    assert.equal(edges(answer, 'PersistentVolumeClaim', 'data'), ['Consumer Pod/import'])
    assert.equal(cause!.remedies[0]!.commands, [`kubectl delete pod import -n ${place}`])
    // What the remedy says is what ends it.
    await api.delete(done)
    await api.waitGone(claim)
  } finally {
    await api.delete(node)
  }
})

test('a claim whose Pod is terminating waits for it and shares its cause', async () => {
  const place = await namespace()
  const node = await createNode('True')
  try {
    const claim = await api.create(claimDraft('data', place))
    const user = await api.create(podDraft('user', place, { node, claims: ['data'] }))
    await api.delete(claim)
    await api.delete(user)
    const answer = await explained(['-n', place])
    assert.equal(answer.codes, ['PodTerminating user'])
    assert.equal(edges(answer, 'PersistentVolumeClaim', 'data'), ['Consumer Pod/user'])
    assert.is(answer.object('PersistentVolumeClaim', 'data').verdict, 'waiting')
    assert.is(answer.causes[0]!.blocks.length, 2)
  } finally {
    await api.delete(node)
  }
})

test('a bound volume: InstanceAlive while nobody deletes its claim, then it waits for the claim', async () => {
  const place = await namespace()
  const node = await createNode('True')
  const name = unique('volume')
  try {
    const protection = ['kubernetes.io/pv-protection']
    const volume = await api.create(volumeDraft(name, protection, { name: 'data', namespace: place }))
    const claim = await api.create(claimDraft('data', place, name))
    await bind(volume, claim)
    await api.create(podDraft('user', place, { node, claims: ['data'] }))
    await api.delete(volume)
    const alive = await explained([])
    const [claimAlive] = alive.causesOf('PersistentVolume', name)
    assert.equal(
      [claimAlive!.code, claimAlive!.subject.kind, claimAlive!.subject.name],
      ['InstanceAlive', claim.kind, 'data'],
    )
    assert.is(alive.object('PersistentVolume', name).verdict, 'stuck')
    assert.equal(edges(alive, 'PersistentVolume', name), ['Claim PersistentVolumeClaim/data'])
    await api.delete(claim)
    const waiting = await explained([])
    assert.equal(edges(waiting, 'PersistentVolume', name), ['Claim PersistentVolumeClaim/data'])
    const [inUse] = waiting.causesOf('PersistentVolume', name)
    assert.equal([inUse!.code, inUse!.subject.name, inUse!.blocks.length], ['VolumeInUse', 'user', 2])
  } finally {
    await api.delete(node)
  }
})

test('a volume attachment that cannot be detached: VolumeDetachFailing; one that nobody deletes is not blamed', async () => {
  const node = await createNode('True')
  const [held, other] = [unique('volume'), unique('volume')]
  const things: Thing[] = []
  try {
    for (const name of [held, other]) things.push(await api.create(volumeDraft(name, [ATTACHER])))
    for (const name of [held, other]) things.push(await api.create(attachmentDraft(`csi-${name}`, node, name)))
    const detachError = { time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'), message: 'instance not found' }
    for (const attachment of things.slice(2)) {
      await api.patch(attachment, { status: { attached: true, detachError } }, { subresource: '/status' })
    }
    for (const thing of things.slice(0, 3)) await api.delete(thing)
    const answer = await explained([])
    const failing = answer.causes.filter(
      ({ code, subject }) => code === 'VolumeDetachFailing' && subject.name.endsWith(held),
    )
    assert.equal(
      failing.map(({ subject }) => [subject.kind, subject.name]),
      [['VolumeAttachment', `csi-${held}`]],
    )
    assert.equal(failing[0]!.blocks.map(({ name }) => name).toSorted(), [`csi-${held}`, held].toSorted())
    assert.equal(edges(answer, 'PersistentVolume', held), [`Attachment VolumeAttachment/csi-${held}`])
    assert.is(answer.object('VolumeAttachment', `csi-${held}`).verdict, 'stuck')
    assert.match(failing[0]!.remedies.at(-1)!.leaks[0]!, `vol-of-${held} (${DRIVER}) may stay attached`)
    assert.not.ok(answer.causesOf('PersistentVolume', other).some(({ code }) => code === 'VolumeDetachFailing'))
  } finally {
    for (const thing of things) await withoutFinalizers(thing).catch(() => undefined)
    for (const thing of things) await api.delete(thing).catch(() => undefined)
    await api.delete(node)
  }
})

/** As the volume controller binds them, which the sandbox has none of. */
async function bind(volume: Thing, claim: Thing): Promise<void> {
  const { name, namespace, uid } = claim.metadata
  await api.patch(volume, { spec: { claimRef: { name, namespace, uid } } })
  for (const thing of [volume, claim]) {
    await api.patch(thing, { status: { phase: 'Bound' } }, { subresource: '/status' })
    await api.waitFor(thing, ({ status }) => status?.phase === 'Bound')
  }
}

test.run()
