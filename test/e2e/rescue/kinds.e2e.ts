import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownCluster, ownClusterAvailable } from '../explain/own-cluster.ts'
import { createCrd } from '../rig/crd.ts'
import { createNamespace } from '../rig/namespace.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, crd, namespace, target } from '../rig/rig.ts'
import { ALLOW, core, ownedBy } from './family.ts'
import { again, deleted, folder, isDone, rescued, told } from './rescued.ts'
import { bound, isWhole, userOf } from './storage.ts'

const test = suite('rescue of kinds that have something of their own')

/** What binds a claim to a volume is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

const onOwnCluster = ownClusterAvailable() ? test : test.skip

const HOLD = { finalizers: ['example.com/hold'] }

test('a Service has the address and the node port again that it had', async () => {
  const place = await namespace()
  const draft = core('Service', 'front', place, { spec: { type: 'NodePort', ports: [{ port: 80 }] } })
  const service = await api.create({ ...draft, metadata: { ...draft.metadata, ...HOLD } })
  await deleted(service)
  isDone(await rescued(['service/front', '-n', place, ALLOW, '--backup-dir', folder()]))
  assert.equal((await again(service)).spec, service.spec)
})

onRealServers(
  'a claim that belongs to a Pod which is going, as after whenScaled: Delete, is saved without that owner',
  async () => {
    const place = await namespace()
    const storage = await bound(place)
    const node = await createNode('True')
    try {
      const draft = podDraft('db-0', place, { node, claims: ['data'] })
      const pod = await api.patch(await api.create(draft), { status: { phase: 'Running' } }, { subresource: '/status' })
      const { controller: _, ...owner } = ownedBy(pod)
      await api.patch(storage.claim, { metadata: { ownerReferences: [owner] } })
      await deleted(pod)
      const old = await deleted(storage.claim)
      const answer = await rescued(['pvc/data', '-n', place, '--backup-dir', folder()])
      isDone(answer)
      assert.match(answer.stderr, 'pod/db-0, which owns')
      const now = await again(old)
      assert.is(now.metadata.ownerReferences, undefined)
      await isWhole(storage)
      await api.delete(pod, { gracePeriodSeconds: 0 })
      await api.waitGone(pod)
      assert.is((await api.get(now))!.metadata.uid, now.metadata.uid)
    } finally {
      await api.delete(node)
    }
  },
)

for (const isVolumeToo of [false, true]) {
  const what = isVolumeToo ? 'claim and the volume' : 'claim'
  onRealServers(
    `a custom resource deleted in the foreground, and the ${what} of its Pod with it: no storage is reclaimed`,
    async () => {
      const place = await namespace()
      const type = await crd({ kind: 'Database' })
      const metadata = { finalizers: [`${type.group}/cleanup`] }
      const owner = await api.create(type.draft('db', place, { metadata }))
      const storage = await bound(place)
      await api.patch(storage.claim, { metadata: { ownerReferences: [ownedBy(owner)] } })
      const { pod, end } = await userOf(place)
      try {
        if (isVolumeToo) await deleted(storage.volume)
        await api.delete(owner, { propagationPolicy: 'Foreground' })
        await api.waitFor(storage.claim, now => now.metadata.deletionTimestamp)
        const answer = await rescued([`${type.resource}/db`, '-n', place, ALLOW, '--backup-dir', folder()])
        isDone(answer)
        const volume = storage.volume.metadata.name
        const steps = told(answer)
        assert.is(steps[0], `Retain ${volume} done`)
        assert.ok(steps.includes(`Rebind ${volume} done`), steps.join('\n'))
        const now = await again(owner)
        const claim = await again(storage.claim)
        assert.is(claim.metadata.ownerReferences[0].uid, now.metadata.uid)
        await isWhole(storage)
        assert.is((await api.get(pod))!.metadata.uid, pod.metadata.uid)
      } finally {
        await end()
      }
    },
  )
}

onOwnCluster('a snapshot and its content are refused, and how what is behind them is kept is said', async () => {
  await using cluster = await ownCluster()
  const { api: own, env } = cluster
  const place = await createNamespace(own)
  const group = 'snapshot.storage.k8s.io'
  const annotations = { 'api-approved.kubernetes.io': 'unapproved, of a test' }
  const snapshots = await createCrd(own, { group, kind: 'VolumeSnapshot', annotations })
  const contents = await createCrd(own, { group, kind: 'VolumeSnapshotContent', scope: 'Cluster', annotations })
  const source = { persistentVolumeClaimName: 'data' }
  const snapshot = await own.create(snapshots.draft('nightly', place, { metadata: HOLD, spec: { source } }))
  const { uid, name } = snapshot.metadata
  const spec = { deletionPolicy: 'Delete', volumeSnapshotRef: { namespace: place, name, uid } }
  const content = await own.create(contents.draft(`snapcontent-${uid}`, undefined, { metadata: HOLD, spec }))
  for (const thing of [snapshot, content]) {
    await own.delete(thing)
    const before = await own.get(thing)
    const words = [`${thing.kind.toLowerCase()}/${thing.metadata.name}`, '-n', place, ALLOW, '--backup-dir', folder()]
    const answer = await rescued(words, { env })
    assert.equal([answer.code, ...told(answer)], [3, `Create ${thing.metadata.name} refused`])
    assert.match(answer.steps[0]!.message!, 'set deletionPolicy Retain on its content')
    assert.equal(await own.get(thing), before)
  }
})

test('a Job is refused: it would not be the same again', async () => {
  const place = await namespace()
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'none' }] } }
  const metadata = { name: 'once', namespace: place, ...HOLD }
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { suspend: true, template } }
  const made = await deleted(await api.create(job))
  const answer = await rescued(['job/once', '-n', place, ALLOW, '--backup-dir', folder()])
  assert.equal([answer.code, ...told(answer)], [3, 'Create once refused'])
  assert.match(answer.steps[0]!.message!, 'run again from the start')
  await api.patch(made, { metadata: { finalizers: null } })
})

test.run()
