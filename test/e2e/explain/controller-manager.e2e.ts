import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Api, Thing } from '../rig/api.ts'
import { podDraft } from '../rig/node.ts'
import { expireLease, ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain without kube-controller-manager')

const LEASE = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'kube-controller-manager', namespace: 'kube-system' },
}

test('in the sandbox: ControllerManagerDown for a namespace that nobody empties', async () => {
  const answer = await explained(['--sandbox=controller-manager-down'])
  assert.equal(answer.codes, ['ControllerManagerDown kube-controller-manager'])
  assert.is(answer.object('Namespace', 'old-project').verdict, 'waiting')
  assert.is(answer.object('ConfigMap', 'settings').verdict, 'stuck')
})

/** Terminating objects, each of which another controller in kube-controller-manager lets go, past every grace period. */
async function awaitingControllers(api: Api): Promise<readonly Thing[]> {
  const volume = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/tmp/nowhere' } }
  const claimRef = { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'gone', uid: 'uid-of-gone' }
  const job = { finalizers: ['batch.kubernetes.io/job-tracking'] }
  const drafts = [
    podDraft('counted', 'default', { metadata: job }),
    podDraft('orphaned', 'default', { node: 'nowhere', graceSeconds: 1 }),
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttributesClass',
      metadata: { name: 'fast', finalizers: ['kubernetes.io/vac-protection'] },
      driverName: 'disk.csi.example.com',
      parameters: { tier: 'fast' },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'disk', finalizers: ['kubernetes.io/pv-protection'] },
      spec: { ...volume, claimRef, persistentVolumeReclaimPolicy: 'Retain' },
    },
  ]
  const made: Thing[] = []
  for (const draft of drafts) {
    // 1.30 does not serve VolumeAttributesClass.
    if (await api.serves(draft.apiVersion, draft.kind)) made.push(await api.create(draft))
  }
  await api.patch(made.at(-1)!, { status: { phase: 'Bound' } }, { subresource: '/status' })
  for (const thing of made) await api.delete(thing)
  await api.waitFor(made[1]!, ({ metadata }) => Date.parse(metadata.deletionTimestamp) < Date.now())
  return made
}

/** A sandbox that is served does not lose its controllers. */
const realTest = ownControlPlaneAvailable() ? test : test.skip

realTest('ControllerManagerDown by its stale Lease, for all that only it can end, until it is back', async () => {
  await using plane = await ownControlPlane()
  const { api, kubeconfig } = plane
  const env = { env: { KUBECONFIG: kubeconfig } }
  const configMap = (name: string, finalizers: string[] = []) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default', finalizers },
  })
  const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
  await api.create(space)
  await plane.stopControllerManager()

  const owner = await api.create(configMap('owner'))
  const { name, uid } = owner.metadata
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }
  const draft = configMap('dependent')
  await api.create({ ...draft, metadata: { ...draft.metadata, ownerReferences: [reference] } })
  await api.create(configMap('healthy'))
  await api.delete(owner, { propagationPolicy: 'Foreground' })
  await api.delete(await api.create(configMap('alone')), { propagationPolicy: 'Foreground' })
  await api.delete(await api.create(configMap('foreign', ['example.com/hold'])))
  await api.delete(space)
  const served = await awaitingControllers(api)
  await expireLease(api)

  // At first nothing tells a crash from a controller manager that has not come round yet.
  const down = await until(
    async () => {
      const answer = await explained([], env)
      return answer.causes.some(({ code }) => code === 'ControllerManagerDown') ? answer : undefined
    },
    { what: 'the Lease to grow stale', deadlineSeconds: 120, everyMilliseconds: 1000 },
  )
  const causes = down.causes.filter(({ code }) => code === 'ControllerManagerDown')
  assert.is(causes.length, 1)
  assert.equal(causes[0]!.subject, { kind: 'Lease', namespace: 'kube-system', name: 'kube-controller-manager' })
  const blocked = causes[0]!.blocks.map(ref => `${ref.kind}/${ref.name}`)
  for (const each of ['ConfigMap/owner', 'ConfigMap/dependent', 'ConfigMap/alone', 'Namespace/shop']) {
    assert.ok(blocked.includes(each), `${each} is not among ${blocked}`)
  }
  assert.not.ok(blocked.includes('ConfigMap/foreign'))
  for (const { kind, metadata } of served) {
    assert.ok(blocked.includes(`${kind}/${metadata.name}`), `${kind}/${metadata.name} is not among ${blocked}`)
    assert.is(down.object(kind, metadata.name).verdict, 'stuck')
    assert.equal(
      down.causesOf(kind, metadata.name).map(({ code }) => code),
      ['ControllerManagerDown'],
    )
  }
  assert.not.ok(down.objects.some(({ ref }) => ref.name === 'healthy'))
  assert.is(down.object('ConfigMap', 'alone').verdict, 'stuck')
  assert.is(down.object('ConfigMap', 'dependent').verdict, 'stuck')
  assert.is(down.object('ConfigMap', 'owner').verdict, 'waiting')

  await api.delete(LEASE)
  const absent = await explained([], env)
  assert.ok(absent.causes.some(({ code }) => code === 'ControllerManagerDown'))
  assert.is(absent.object('ConfigMap', 'alone').verdict, 'unknown')

  await plane.startControllerManager()
  for (const each of [owner, space, ...served]) await api.waitGone(each)
  assert.not.ok((await explained([], env)).causes.some(({ code }) => code === 'ControllerManagerDown'))
})

realTest(
  'and its return does not end owners that block each other: DependentAlive, until one of them is let go',
  async () => {
    await using plane = await ownControlPlane()
    const { api, kubeconfig } = plane
    const env = { env: { KUBECONFIG: kubeconfig } }
    const configMap = (name: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: 'default' },
    })
    const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: Thing) => ({
      metadata: { ownerReferences: [{ apiVersion, kind, name, uid, blockOwnerDeletion: true }] },
    })
    const [a, b] = [await api.create(configMap('a')), await api.create(configMap('b'))]
    await api.patch(a, ownedBy(b))
    await api.patch(b, ownedBy(a))
    // While it works, the garbage collector cuts a circle between the first deletion and the second.
    await plane.stopControllerManager()
    const probe = await api.create(configMap('probe'))
    for (const each of [a, b, probe]) await api.delete(each, { propagationPolicy: 'Foreground' })
    await plane.startControllerManager()
    await api.waitGone(probe)

    const answer = await explained([], env)
    assert.equal(
      answer.causes.map(({ code, blocks }) => [code, blocks.map(({ name }) => name).toSorted()]),
      [['DependentAlive', ['a', 'b']]],
    )
    assert.is(answer.object('ConfigMap', 'a').verdict, 'stuck')
    const { subject, remedies } = answer.causes[0]!
    assert.equal(remedies[0]!.commands, [
      `kubectl delete configmaps ${subject.name} -n default --cascade=background --wait=false`,
    ])
    await api.delete(configMap(subject.name), { propagationPolicy: 'Background' })
    for (const each of [a, b]) await api.waitGone(each)
  },
)

test.run()
