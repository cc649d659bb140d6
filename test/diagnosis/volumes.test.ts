import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { controllerOf, deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { type Explained, explained } from './explained.ts'

const test = suite('volumes')

const ATTACHER = 'external-attacher/disk-csi-example-com'

function setup(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  node(sandbox, 'worker-1')
  return sandbox
}

function deleted(sandbox: Sandbox, finalizers: readonly string[]): object {
  return { deletionTimestamp: ago(sandbox, HOUR), deletionGracePeriodSeconds: 0, finalizers }
}

function claim(sandbox: Sandbox, name: string, metadata: object = {}): KubeObject {
  const gone = deleted(sandbox, ['kubernetes.io/pvc-protection'])
  return sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'shop', ...gone, ...metadata },
    spec: { volumeName: `pv-${name}` },
    status: { phase: 'Bound' },
  })
}

/** The volume `pv-NAME` of a claim, deleted as well. */
function volume(sandbox: Sandbox, bound: KubeObject, options: { finalizers?: string[]; phase?: string } = {}): void {
  const { finalizers = ['kubernetes.io/pv-protection'], phase = 'Bound' } = options
  const { name, namespace, uid } = bound.metadata
  sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pv-${name}`, ...deleted(sandbox, finalizers) },
    spec: {
      claimRef: { kind: 'PersistentVolumeClaim', namespace, name, uid },
      csi: { driver: 'disk.csi.example.com', volumeHandle: `vol-${name}` },
      persistentVolumeReclaimPolicy: 'Retain',
    },
    status: { phase },
  })
}

function attachment(sandbox: Sandbox, name: string, volumeName: string, fields: object = {}, metadata = {}): void {
  sandbox.put({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name, ...deleted(sandbox, [ATTACHER]), ...metadata },
    spec: { attacher: 'disk.csi.example.com', nodeName: 'worker-1', source: { persistentVolumeName: volumeName } },
    ...fields,
  })
}

function edges({ object }: Explained, kind: string, name: string): string[] {
  return object(kind, name).waitingFor.map(({ ref, reason }) => `${reason} ${ref.kind}/${ref.name}`)
}

test('a running Pod that the claim itself owns is to be deleted: nothing replaces it', async () => {
  const sandbox = setup()
  const owner = controllerOf(claim(sandbox, 'data'))
  pod(sandbox, 'shop', 'importer', { claim: 'data', owner })
  const [cause] = (await explained(sandbox)).causes
  const [repair] = cause!.remedies.filter(({ kind }) => kind === 'repair')
  assert.equal(repair!.commands, ['kubectl delete pod importer -n shop'])
})

test('a claim is held by a Completed Pod, which is to be deleted, or its Job', async () => {
  const sandbox = setup()
  claim(sandbox, 'import')
  const job = sandbox.put({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'import', namespace: 'shop' } })
  pod(sandbox, 'shop', 'import-7xk2p', { phase: 'Succeeded', owner: controllerOf(job), claim: 'import' })
  pod(sandbox, 'shop', 'elsewhere', { claim: 'other' })
  const answer = await explained(sandbox)
  const { codes, causes, object } = answer
  assert.equal(codes, ['VolumeInUse import-7xk2p'])
  assert.equal(edges(answer, 'PersistentVolumeClaim', 'import'), ['Consumer Pod/import-7xk2p'])
  assert.is(object('Pod', 'import-7xk2p').deletionTimestamp, undefined)
  assert.is(object('PersistentVolumeClaim', 'import').verdict, 'stuck')
  assert.is(causes[0]!.subject.kind, 'Pod')
  assert.equal(
    causes[0]!.blocks.map(({ kind, name }) => `${kind}/${name}`),
    ['PersistentVolumeClaim/import'],
  )
  assert.equal(
    causes[0]!.remedies.map(({ kind, commands }) => [kind, ...commands]),
    [
      ['repair', 'kubectl delete pod import-7xk2p -n shop'],
      ['repair', 'kubectl delete job import -n shop'],
      ['inspect', 'kubectl finalize rescue persistentvolumeclaims/import -n shop --dry-run=client'],
    ],
  )
})

test('a claim in use by a Deployment is freed by scaling the Deployment, after a look', async () => {
  const sandbox = setup()
  claim(sandbox, 'data')
  deployment(sandbox, 'shop', 'web', { replicas: 1 })
  const set = sandbox.get('apps/v1', 'ReplicaSet', 'web-5d8f7c9b64', 'shop')!
  pod(sandbox, 'shop', 'web-x', { owner: controllerOf(set), claim: 'data' })
  const { codes, causes } = await explained(sandbox)
  assert.equal(codes, ['VolumeInUse web-x'])
  assert.equal(
    causes[0]!.remedies.map(({ kind, risk, commands }) => [kind, risk, ...commands]),
    [
      ['inspect', 'none', 'kubectl describe pvc data -n shop'],
      ['repair', 'high', 'kubectl scale deployment/web --replicas 0 -n shop'],
      ['inspect', 'none', 'kubectl finalize rescue persistentvolumeclaims/data -n shop --dry-run=client'],
    ],
  )
})

test('a claim in use by the highest Pods of a StatefulSet is freed without the lower ones', async () => {
  for (const [name, replicas] of [
    ['db-2', 2],
    ['db-0', 0],
  ] as const) {
    const sandbox = setup()
    claim(sandbox, 'data')
    const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'u', controller: true }
    pod(sandbox, 'shop', name, { claim: 'data', owner })
    const { causes } = await explained(sandbox)
    const command = `kubectl scale statefulset/db --replicas ${replicas} -n shop`
    assert.is(causes[0]!.remedies.at(-2)!.commands[0], command)
  }
})

test('a claim in use: what keeps the Pod says how it is made to go', async () => {
  const owners = [
    [undefined, 'kubectl delete pod user -n shop'],
    [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' }, 'kubectl scale statefulset/db --replicas 0 -n shop'],
    [{ apiVersion: 'batch/v1', kind: 'Job', name: 'import' }, 'kubectl delete job import -n shop'],
    [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' }, undefined],
    [{ apiVersion: 'example.com/v1', kind: 'Database', name: 'main' }, undefined],
  ] as const
  for (const [owner, command] of owners) {
    const sandbox = setup()
    claim(sandbox, 'data')
    pod(sandbox, 'shop', 'user', { claim: 'data', ...(owner && { owner: { ...owner, uid: 'u', controller: true } }) })
    const { causes } = await explained(sandbox)
    // The last is the offer of a rescue.
    assert.is(causes[0]!.remedies.at(-2)!.commands[0], command)
  }
})

test('a Pod that uses two claims is one cause', async () => {
  const sandbox = setup()
  for (const name of ['a', 'b']) claim(sandbox, name)
  const volumes = ['a', 'b'].map(name => ({ name, persistentVolumeClaim: { claimName: name } }))
  const spec = { nodeName: 'worker-1', volumes }
  sandbox.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'user', namespace: 'shop' }, spec })
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, blocks }) => [code, blocks.length]),
    [['VolumeInUse', 2]],
  )
})

test('a Pod without a node, or in another namespace, does not hold a claim', async () => {
  const sandbox = setup()
  claim(sandbox, 'data')
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } })
  pod(sandbox, 'shop', 'pending', { phase: 'Pending', node: '', claim: 'data' })
  pod(sandbox, 'other', 'stranger', { claim: 'data' })
  const { causes } = await explained(sandbox)
  assert.not.ok(causes.some(({ code }) => code === 'VolumeInUse'))
})

test("a claim waits for a Pod that is terminating, and that Pod's cause is the claim's", async () => {
  const sandbox = setup()
  node(sandbox, 'worker-3', { lost: 2 * HOUR })
  claim(sandbox, 'data')
  pod(sandbox, 'shop', 'db-0', { node: 'worker-3', claim: 'data', deleted: HOUR })
  const answer = await explained(sandbox)
  assert.equal(answer.codes, ['PodNodeLost worker-3'])
  assert.equal(edges(answer, 'PersistentVolumeClaim', 'data'), ['Consumer Pod/db-0'])
  assert.is(answer.object('PersistentVolumeClaim', 'data').verdict, 'waiting')
  assert.equal(answer.codesOf('PersistentVolumeClaim', 'data'), ['PodNodeLost'])
  const [repair, ...others] = answer.causes[0]!.remedies
  assert.is(repair!.risk, 'medium')
  assert.match(repair!.summary, 'claim shop/data, being deleted, can then go too, with its data')
  assert.ok(others.some(({ commands }) => commands[0]!.includes('finalize rescue persistentvolumeclaims/data -n shop')))
})

test('a claim with one Pod that goes and one that stays is held by the one that stays', async () => {
  const sandbox = setup()
  claim(sandbox, 'data')
  pod(sandbox, 'shop', 'going', { claim: 'data', deleted: 3 })
  pod(sandbox, 'shop', 'staying', { claim: 'data' })
  const answer = await explained(sandbox)
  assert.equal(answer.codes, ['PodTerminating going', 'VolumeInUse staying'])
  assert.is(answer.object('PersistentVolumeClaim', 'data').verdict, 'stuck')
})

test("a claim whose namespace is terminating waits for its Pod, which the namespace's end takes along", async () => {
  const sandbox = setup()
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', deletionTimestamp: ago(sandbox, 2) } })
  claim(sandbox, 'data')
  pod(sandbox, 'shop', 'user', { claim: 'data' })
  const answer = await explained(sandbox)
  assert.not.ok(answer.codes.some(code => code.startsWith('VolumeInUse')))
  assert.equal(edges(answer, 'PersistentVolumeClaim', 'data'), ['Consumer Pod/user'])
})

test('the claim of an ephemeral volume is held by its own Pod, until that Pod got its last DELETE', async () => {
  for (const [owned, last, expected] of [
    [true, false, ['VolumeInUse web']],
    [false, false, []],
    [true, true, []],
  ] as const) {
    const sandbox = setup()
    const finished = { ...deleted(sandbox, ['example.com/hold']) }
    const user = sandbox.put({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'shop', ...(last && finished) },
      spec: { nodeName: 'worker-1', volumes: [{ name: 'scratch', ephemeral: { volumeClaimTemplate: {} } }] },
    })
    claim(sandbox, 'web-scratch', owned ? { ownerReferences: [controllerOf(user)] } : {})
    const answer = await explained(sandbox)
    assert.equal(
      answer.codes.filter(code => code.startsWith('VolumeInUse')),
      expected,
    )
    const waits = expected.length > 0 ? ['Consumer Pod/web'] : []
    assert.equal(edges(answer, 'PersistentVolumeClaim', 'web-scratch'), waits)
  }
})

test('a claim that is not terminating, or without the protection, blames no Pod', async () => {
  const sandbox = setup()
  claim(sandbox, 'alive', { deletionTimestamp: undefined })
  claim(sandbox, 'other', { finalizers: ['example.com/hold'] })
  for (const name of ['alive', 'other']) pod(sandbox, 'shop', name, { claim: name })
  const { codes } = await explained(sandbox)
  assert.not.ok(codes.some(code => code.startsWith('VolumeInUse')))
})

test('a claim whose Pods may not be read is unknown, and the evidence says so', async () => {
  const sandbox = setup()
  claim(sandbox, 'data')
  pod(sandbox, 'shop', 'user', { claim: 'data' })
  sandbox.authorize = (_user, _verb, resource) => resource !== 'pods'
  const { object, causes } = await explained(sandbox, { user: 'tenant' })
  assert.is(object('PersistentVolumeClaim', 'data').verdict, 'unknown')
  assert.not.ok(causes.some(({ code }) => code === 'VolumeInUse'))
  const evidence = causes.flatMap(cause => cause.evidence)
  assert.ok(evidence.some(({ fact }) => fact.includes('pods in namespace shop could not be read: Forbidden')))
})

test('a bound volume waits for its terminating claim and shares its cause', async () => {
  const sandbox = setup()
  volume(sandbox, claim(sandbox, 'data'))
  pod(sandbox, 'shop', 'user', { claim: 'data' })
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'PersistentVolume', 'pv-data'), ['Claim PersistentVolumeClaim/data'])
  assert.is(answer.object('PersistentVolume', 'pv-data').verdict, 'waiting')
  assert.equal(answer.codesOf('PersistentVolume', 'pv-data'), ['VolumeInUse'])
  assert.is(answer.causes[0]!.blocks.length, 2)
})

test('a bound volume whose claim nobody deletes is held by that claim', async () => {
  const sandbox = setup()
  volume(sandbox, claim(sandbox, 'data', { deletionTimestamp: undefined }))
  const answer = await explained(sandbox)
  const { codes, causes, object } = answer
  assert.equal(codes, ['InstanceAlive data'])
  assert.equal(edges(answer, 'PersistentVolume', 'pv-data'), ['Claim PersistentVolumeClaim/data'])
  assert.is(object('PersistentVolumeClaim', 'data').deletionTimestamp, undefined)
  assert.is(causes[0]!.subject.kind, 'PersistentVolumeClaim')
  assert.is(object('PersistentVolume', 'pv-data').verdict, 'stuck')
  const [inspect, repair] = causes[0]!.remedies
  assert.equal(
    [inspect!.commands[0], repair!.commands[0]],
    ['kubectl describe pvc data -n shop', 'kubectl delete pvc data -n shop'],
  )
  assert.match(repair!.leaks[0]!, 'vol-data (disk.csi.example.com)')
})

test('a volume that is not Bound, or whose claim is gone or another one, blames no claim', async () => {
  const sandbox = setup()
  volume(sandbox, claim(sandbox, 'released', { deletionTimestamp: undefined }), { phase: 'Released' })
  const reborn = claim(sandbox, 'reborn', { deletionTimestamp: undefined })
  volume(sandbox, { ...reborn, metadata: { ...reborn.metadata, uid: 'former' } })
  volume(sandbox, { ...reborn, metadata: { ...reborn.metadata, name: 'absent' } })
  const answer = await explained(sandbox)
  assert.not.ok(answer.codes.some(code => code.startsWith('InstanceAlive')))
  for (const name of ['released', 'reborn', 'absent']) assert.equal(edges(answer, 'PersistentVolume', `pv-${name}`), [])
})

test('a volume whose claim may not be read is unknown', async () => {
  const sandbox = setup()
  volume(sandbox, claim(sandbox, 'data', { deletionTimestamp: undefined }))
  sandbox.authorize = (_user, _verb, resource) => resource !== 'persistentvolumeclaims'
  const { object, causes } = await explained(sandbox, { user: 'tenant' })
  assert.is(object('PersistentVolume', 'pv-data').verdict, 'unknown')
  assert.not.ok(causes.some(({ code }) => code === 'InstanceAlive'))
  assert.ok(causes.some(({ evidence }) => evidence.some(({ source }) => source === 'persistentvolumeclaims')))
})

test('a volume waits for its own attachments, and one that cannot be detached says why and what may leak', async () => {
  const sandbox = setup()
  const bound = claim(sandbox, 'data', { deletionTimestamp: undefined })
  volume(sandbox, bound, { finalizers: [ATTACHER], phase: 'Released' })
  const detachError = { time: ago(sandbox, 60), message: 'rpc error: instance i-1 not found' }
  attachment(sandbox, 'csi-1', 'pv-data', { status: { attached: true, detachError } })
  attachment(sandbox, 'csi-2', 'pv-other', { status: { attached: true } })
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'PersistentVolume', 'pv-data'), ['Attachment VolumeAttachment/csi-1'])
  assert.ok(answer.codesOf('PersistentVolume', 'pv-data').includes('VolumeDetachFailing'))
  assert.not.ok(answer.codesOf('VolumeAttachment', 'csi-2').includes('VolumeDetachFailing'))
  assert.is(answer.object('VolumeAttachment', 'csi-1').verdict, 'stuck')
  const cause = answer.causes.find(({ code }) => code === 'VolumeDetachFailing')!
  assert.equal([cause.subject.name, cause.finalizer], ['csi-1', ATTACHER])
  assert.match(cause.evidence[0]!.fact, 'instance i-1 not found')
  const [repair, remove] = cause.remedies
  assert.is(repair!.kind, 'repair')
  assert.equal([remove!.kind, remove!.risk], ['remove', 'high'])
  assert.equal(remove!.commands, [
    `kubectl finalize remove volumeattachments.storage.k8s.io/csi-1 --finalizer ${ATTACHER} --override ControllerAlive`,
  ])
  assert.match(remove!.leaks[0]!, 'vol-data (disk.csi.example.com) may stay attached to node worker-1')
})

test('an attachment whose volume is gone cannot be detached for want of that, not of the driver', async () => {
  for (const isThere of [false, true]) {
    const sandbox = setup()
    if (isThere) volume(sandbox, claim(sandbox, 'data', { deletionTimestamp: undefined }), { finalizers: [ATTACHER] })
    const detachError = { message: 'persistentvolume "pv-data" not found' }
    attachment(sandbox, 'csi-1', 'pv-data', { status: { attached: true, detachError } })
    const { causes } = await explained(sandbox)
    const cause = causes.find(({ code }) => code === 'VolumeDetachFailing')!
    assert.is(/PersistentVolume pv-data no longer exists/.test(cause.summary), !isThere)
    assert.is(/the driver .* reports/.test(cause.summary), isThere)
    assert.is(/create PersistentVolume pv-data again/.test(cause.remedies[0]!.summary), !isThere)
  }
})

test('of a node that is gone nothing is to be repaired: an attachment is stuck where its driver does not find it', async () => {
  for (const [error, isThere, isUnfound] of [
    ['rpc error: code = NotFound desc = node worker-9 was not found', false, true],
    ['rpc error: code = NotFound desc = node worker-9 was not found', true, false],
    ['rpc error: code = Unavailable desc = the storage does not answer', false, false],
  ] as const) {
    const sandbox = setup()
    if (isThere) node(sandbox, 'worker-9')
    const spec = { attacher: 'disk.csi.example.com', nodeName: 'worker-9', source: {} }
    attachment(sandbox, 'csi-1', 'pv-data', { spec, status: { attached: true, detachError: { message: error } } })
    const { causes } = await explained(sandbox)
    const { remedies, evidence } = causes.find(each => each.code === 'VolumeDetachFailing')!
    assert.is(remedies[0]!.risk === 'low', isUnfound)
    assert.is(
      remedies[0]!.commands.some(each => each.includes('describe node ')),
      isThere,
    )
    assert.is(
      evidence.some(({ source }) => source === 'nodes'),
      !isThere,
    )
  }
})

test('an attachment that nobody deletes is no failure to detach, whatever its last error was', async () => {
  const sandbox = setup()
  const detachError = { message: 'once' }
  attachment(sandbox, 'csi-1', 'pv-data', { status: { detachError } }, { deletionTimestamp: undefined })
  volume(sandbox, claim(sandbox, 'data'), { finalizers: [ATTACHER], phase: 'Released' })
  const { codes } = await explained(sandbox)
  assert.not.ok(codes.some(code => code.startsWith('VolumeDetachFailing')))
})

test('a volume whose attachments may not be read is unknown', async () => {
  const sandbox = setup()
  volume(sandbox, claim(sandbox, 'data'), { finalizers: [ATTACHER], phase: 'Released' })
  sandbox.authorize = (_user, _verb, resource) => resource !== 'volumeattachments.storage.k8s.io'
  const { object, causes } = await explained(sandbox, { user: 'tenant' })
  assert.is(object('PersistentVolume', 'pv-data').verdict, 'unknown')
  assert.ok(causes.some(({ evidence }) => evidence.some(({ fact }) => fact.startsWith('volumeattachments'))))
})

/** What a driver leaves on each node that it runs on. */
function registered(sandbox: Sandbox, ...drivers: readonly string[]): void {
  sandbox.put({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: { name: 'worker-1' },
    spec: { drivers: drivers.map(name => ({ name, nodeID: 'i-1', topologyKeys: [] })) },
  })
}

test('a volume that no attachment names is let go at low risk; its driver is missing where no node has it', async () => {
  for (const [drivers, code, override] of [
    [['other.csi.example.com'], 'ControllerMissing', ''],
    [['disk.csi.example.com'], 'ControllerUnknown', ' --override ControllerUnknown'],
    [undefined, 'ControllerUnknown', ' --override ControllerUnknown'],
  ] as const) {
    const sandbox = setup()
    if (drivers !== undefined) registered(sandbox, ...drivers)
    const bound = claim(sandbox, 'data', { deletionTimestamp: undefined })
    volume(sandbox, bound, { finalizers: [ATTACHER], phase: 'Released' })
    attachment(sandbox, 'csi-2', 'pv-other', { status: { attached: true } })
    const answer = await explained(sandbox)
    const [cause, ...others] = answer.causes.filter(({ blocks }) => blocks.some(({ name }) => name === 'pv-data'))
    assert.equal([cause!.code, others.length], [code, 0])
    assert.equal(
      cause!.blocks.map(({ name }) => name),
      ['pv-data'],
    )
    const removal = cause!.remedies.at(-1)!
    assert.equal([removal.kind, removal.risk, removal.leaks], ['remove', 'low', []])
    assert.equal(removal.commands, [
      `kubectl finalize remove persistentvolumes/pv-data --finalizer ${ATTACHER}${override}`,
    ])
  }
})

test.run()
