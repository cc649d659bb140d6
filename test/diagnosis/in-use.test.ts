import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { type Explained, explained } from './explained.ts'
import { deleted } from './stuck-objects.ts'

const test = suite('protections while in use')

const SNAPSHOT = 'snapshot.storage.k8s.io/v1'
const CROSSPLANE = 'aws.upbound.io/v1'

function setup(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  const types = [
    ['snapshot.storage.k8s.io', 'volumesnapshots', 'VolumeSnapshot'],
    ['snapshot.storage.k8s.io', 'volumesnapshotcontents', 'VolumeSnapshotContent'],
    ['groupsnapshot.storage.k8s.io', 'volumegroupsnapshots', 'VolumeGroupSnapshot'],
    ['groupsnapshot.storage.k8s.io', 'volumegroupsnapshotcontents', 'VolumeGroupSnapshotContent'],
    ['aws.upbound.io', 'providerconfigs', 'ProviderConfig'],
    ['aws.upbound.io', 'providerconfigusages', 'ProviderConfigUsage'],
    ['s3.aws.upbound.io', 'buckets', 'Bucket'],
    ['acme.example.com', 'pools', 'Pool'],
    ['acme.example.com', 'shelves', 'Shelf'],
    ['acme.example.com', 'claims', 'Claim'],
    ['kueue.x-k8s.io', 'clusterqueues', 'ClusterQueue'],
    ['kueue.x-k8s.io', 'resourceflavors', 'ResourceFlavor'],
    ['kueue.x-k8s.io', 'topologies', 'Topology'],
    ['kueue.x-k8s.io', 'workloads', 'Workload'],
    ['infra.contrib.fluxcd.io', 'terraforms', 'Terraform'],
    ['argoproj.io', 'eventbus', 'EventBus'],
    ['argoproj.io', 'eventsources', 'EventSource'],
  ] as const
  for (const [group, plural, kind] of types) definition(sandbox, { group, plural, kind })
  namespace(sandbox, 'shop')
  node(sandbox, 'worker-1')
  return sandbox
}

function put(
  sandbox: Sandbox,
  apiVersion: string,
  kind: string,
  name: string,
  rest: object = {},
  meta: object = {},
): KubeObject {
  return sandbox.put({ apiVersion, kind, metadata: { name, namespace: 'shop', ...meta }, ...rest })
}

function cluster(
  sandbox: Sandbox,
  apiVersion: string,
  kind: string,
  name: string,
  rest: object = {},
  meta: object = {},
): KubeObject {
  return sandbox.put({ apiVersion, kind, metadata: { name, ...meta }, ...rest })
}

const edges = ({ object }: Explained, kind: string, name: string): string[] =>
  object(kind, name).waitingFor.map(({ ref, reason }) => `${reason} ${ref.kind}/${ref.name}`)

const found = ({ causes }: Explained): string[] =>
  causes.map(({ code, subject }) => `${code} ${subject.kind}/${subject.name}`)

test('a VolumeAttributesClass that a claim names', async () => {
  const sandbox = setup()
  cluster(
    sandbox,
    'storage.k8s.io/v1',
    'VolumeAttributesClass',
    'gold',
    {},
    deleted(sandbox, HOUR, 'kubernetes.io/vac-protection'),
  )
  put(sandbox, 'v1', 'PersistentVolumeClaim', 'data', { spec: { volumeAttributesClassName: 'gold' } })
  put(sandbox, 'v1', 'PersistentVolumeClaim', 'other', { spec: { volumeAttributesClassName: 'silver' } })
  const answer = await explained(sandbox)
  assert.equal(found(answer), ['InstanceAlive PersistentVolumeClaim/data'])
  assert.equal(edges(answer, 'VolumeAttributesClass', 'gold'), ['Consumer PersistentVolumeClaim/data'])
  assert.is(answer.object('VolumeAttributesClass', 'gold').verdict, 'stuck')
})

test('a mesh waits for its members in any namespace, and a Redis cluster for the databases on it', async () => {
  const sandbox = setup()
  const MESH = 'appmesh.k8s.aws'
  const REDIS = 'app.redislabs.com'
  definition(sandbox, { group: MESH, plural: 'meshes', kind: 'Mesh' })
  const crd = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `meshes.${MESH}`)!
  sandbox.put({ ...crd, spec: { ...(crd.spec as object), scope: 'Cluster' } })
  for (const kind of ['VirtualNode', 'VirtualService', 'VirtualRouter', 'VirtualGateway'])
    definition(sandbox, { group: MESH, plural: `${kind.toLowerCase()}s`, kind })
  definition(sandbox, { group: REDIS, plural: 'redisenterpriseclusters', kind: 'RedisEnterpriseCluster' })
  definition(sandbox, { group: REDIS, plural: 'redisenterprisedatabases', kind: 'RedisEnterpriseDatabase' })
  cluster(sandbox, `${MESH}/v1`, 'Mesh', 'm', {}, deleted(sandbox, HOUR, 'finalizers.appmesh.k8s.aws/mesh-members'))
  put(sandbox, `${MESH}/v1`, 'VirtualNode', 'node', { spec: { meshRef: { name: 'm', uid: 'u' } } })
  put(sandbox, `${MESH}/v1`, 'VirtualNode', 'stranger', { spec: { meshRef: { name: 'other', uid: 'v' } } })
  const held = (finalizer: string) => deleted(sandbox, HOUR, finalizer)
  const ofCluster = held('redbfinalizer.redisenterpriseclusters.app.redislabs.com')
  put(sandbox, `${REDIS}/v1`, 'RedisEnterpriseCluster', 'rec', {}, ofCluster)
  put(sandbox, `${REDIS}/v1`, 'RedisEnterpriseDatabase', 'kept', { spec: { redisEnterpriseCluster: { name: 'rec' } } })
  put(
    sandbox,
    `${REDIS}/v1`,
    'RedisEnterpriseDatabase',
    'going',
    { spec: { redisEnterpriseCluster: { name: 'rec' } } },
    held('finalizer.redisenterprisedatabases.app.redislabs.com'),
  )
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'Mesh', 'm'), ['Consumer VirtualNode/node'])
  assert.equal(edges(answer, 'RedisEnterpriseCluster', 'rec').toSorted(), [
    'Consumer RedisEnterpriseDatabase/going',
    'Consumer RedisEnterpriseDatabase/kept',
  ])
  const alive = answer.causes.filter(({ code }) => code === 'InstanceAlive')
  assert.equal(found({ ...answer, causes: alive }).toSorted(), [
    'InstanceAlive RedisEnterpriseDatabase/kept',
    'InstanceAlive VirtualNode/node',
  ])
})

test('a ServiceCIDR: an address that no other range covers, and the Service that has it', async () => {
  for (const [others, going, expected] of [
    [[], false, ['InstanceAlive IPAddress/10.96.4.7']],
    [['10.96.0.0/16'], false, []],
    [['10.96.0.0/16'], true, ['InstanceAlive IPAddress/10.96.4.7']],
    [['fd00::/108', '10.97.0.0/16'], false, ['InstanceAlive IPAddress/10.96.4.7']],
  ] as const) {
    const sandbox = setup()
    const gone = deleted(sandbox, HOUR, 'networking.k8s.io/service-cidr-finalizer')
    cluster(sandbox, 'networking.k8s.io/v1', 'ServiceCIDR', 'old', { spec: { cidrs: ['10.96.4.0/24'] } }, gone)
    const spec = { cidrs: others }
    const range = going ? deleted(sandbox, HOUR, 'example.com/hold') : {}
    if (others.length > 0) cluster(sandbox, 'networking.k8s.io/v1', 'ServiceCIDR', 'new', { spec }, range)
    put(sandbox, 'v1', 'Service', 'web', { spec: { clusterIP: '10.96.4.7' } })
    const parentRef = { group: '', resource: 'services', namespace: 'shop', name: 'web' }
    cluster(sandbox, 'networking.k8s.io/v1', 'IPAddress', '10.96.4.7', { spec: { parentRef } })
    cluster(sandbox, 'networking.k8s.io/v1', 'IPAddress', '10.98.0.1', { spec: { parentRef } })
    const answer = await explained(sandbox)
    const alive = answer.causes.filter(({ code }) => code === 'InstanceAlive')
    assert.equal(found({ ...answer, causes: alive }), [...expected])
    for (const cause of alive)
      assert.equal(cause.remedies[0]!.commands, ['kubectl delete services web -n shop --wait=false'])
  }
})

test('a ResourceClaim that is reserved for a Pod: one that goes is waited for, one that stays is the cause', async () => {
  const sandbox = setup()
  const reserve = (name: string, user: KubeObject) =>
    put(
      sandbox,
      'resource.k8s.io/v1',
      'ResourceClaim',
      name,
      { status: { reservedFor: [{ resource: 'pods', name: user.metadata.name, uid: user.metadata.uid }] } },
      deleted(sandbox, HOUR, 'resource.kubernetes.io/delete-protection'),
    )
  pod(sandbox, 'shop', 'train', {})
  pod(sandbox, 'shop', 'going', { deleted: 3 })
  for (const name of ['train', 'going']) reserve(`gpu-${name}`, sandbox.get('v1', 'Pod', name, 'shop')!)
  const answer = await explained(sandbox)
  assert.equal(answer.codesOf('ResourceClaim', 'gpu-train'), ['InstanceAlive'])
  assert.equal(answer.codesOf('ResourceClaim', 'gpu-going'), ['PodTerminating'])
  assert.equal(edges(answer, 'ResourceClaim', 'gpu-going'), ['Consumer Pod/going'])
  assert.is(answer.object('ResourceClaim', 'gpu-going').verdict, 'waiting')
})

test('a snapshot content that a living snapshot is bound to, and a claim of which one is being taken', async () => {
  const sandbox = setup()
  const alive = put(sandbox, SNAPSHOT, 'VolumeSnapshot', 'daily', {
    spec: { source: { persistentVolumeClaimName: 'db' } },
    status: { readyToUse: true },
  })
  const { name, uid } = alive.metadata
  const bound = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection'
  const ref = { volumeSnapshotRef: { name, namespace: 'shop', uid } }
  put(sandbox, SNAPSHOT, 'VolumeSnapshotContent', 'content', { spec: ref }, deleted(sandbox, HOUR, bound))
  put(sandbox, SNAPSHOT, 'VolumeSnapshot', 'hourly', { spec: { source: { persistentVolumeClaimName: 'db' } } })
  const source = 'snapshot.storage.kubernetes.io/pvc-as-source-protection'
  put(sandbox, 'v1', 'PersistentVolumeClaim', 'db', {}, deleted(sandbox, HOUR, source))
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'VolumeSnapshotContent', 'content'), ['Consumer VolumeSnapshot/daily'])
  assert.equal(edges(answer, 'PersistentVolumeClaim', 'db'), ['Consumer VolumeSnapshot/hourly'])
})

test('a snapshot and its content that both go wait in one direction: the content for nobody', async () => {
  const sandbox = setup()
  const bound = 'snapshot.storage.kubernetes.io/volumesnapshot-bound-protection'
  const status = { readyToUse: true, boundVolumeSnapshotContentName: 'content' }
  const { name, uid } = put(
    sandbox,
    SNAPSHOT,
    'VolumeSnapshot',
    'daily',
    { status },
    deleted(sandbox, HOUR, bound),
  ).metadata
  const spec = { volumeSnapshotRef: { name, namespace: 'shop', uid } }
  const ofContent = 'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection'
  put(sandbox, SNAPSHOT, 'VolumeSnapshotContent', 'content', { spec }, deleted(sandbox, HOUR, ofContent))
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'VolumeSnapshot', 'daily'), ['Consumer VolumeSnapshotContent/content'])
  assert.equal(edges(answer, 'VolumeSnapshotContent', 'content'), [])
  assert.equal(answer.causes[0]!.blocks.map(each => each.name).toSorted(), ['content', 'daily'])
})

test('a snapshot that cannot be taken of a claim that is being deleted, and that claim, wait for each other', async () => {
  for (const [state, expected] of [
    ['alive', ['InstanceAlive']],
    // Its controller fails for good, and no repair of it lets one of the two go first.
    ['deleted', ['CleanupFailing', 'DependentAlive']],
  ] as const) {
    const sandbox = setup()
    const source = 'snapshot.storage.kubernetes.io/pvc-as-source-protection'
    put(sandbox, 'v1', 'PersistentVolumeClaim', 'db', {}, deleted(sandbox, HOUR, source))
    const message = 'failed to update db on API server: cannot add finalizer on claim because it is being deleted'
    put(
      sandbox,
      SNAPSHOT,
      'VolumeSnapshot',
      'daily',
      {
        spec: { source: { persistentVolumeClaimName: 'db' } },
        status: { readyToUse: false, error: { message } },
      },
      state === 'deleted'
        ? deleted(sandbox, HOUR, 'snapshot.storage.kubernetes.io/volumesnapshot-bound-protection')
        : {},
    )
    const answer = await explained(sandbox)
    assert.equal(edges(answer, 'PersistentVolumeClaim', 'db'), ['Consumer VolumeSnapshot/daily'])
    assert.equal(edges(answer, 'VolumeSnapshot', 'daily'), ['Claim PersistentVolumeClaim/db'])
    assert.equal(
      answer.causes.map(({ code, subject, blocks }) => [code, subject.name, blocks.length]),
      expected.map(code => [code, 'daily', 2]),
    )
  }
})

test('a provider configuration: what is managed with it is to be deleted, or a record of use that was left', async () => {
  const sandbox = setup()
  put(sandbox, CROSSPLANE, 'ProviderConfig', 'default', {}, deleted(sandbox, HOUR, 'in-use.crossplane.io'))
  put(sandbox, 's3.aws.upbound.io/v1', 'Bucket', 'logs')
  for (const [name, of] of [
    ['u-1', 'logs'],
    ['u-2', 'gone'],
    ['u-3', 'of-a-type-that-is-gone'],
    ['u-4', 'of-no-type'],
  ] as const) {
    const kind = name === 'u-3' ? 'Table' : 'Bucket'
    const resourceRef = { ...(name !== 'u-4' && { apiVersion: 's3.aws.upbound.io/v1', kind }), name: of }
    put(sandbox, CROSSPLANE, 'ProviderConfigUsage', name, { providerConfigRef: { name: 'default' }, resourceRef })
  }
  const { causes } = await explained(sandbox)
  const risks = causes.map(({ subject, remedies }) => [subject.name, remedies[0]!.risk]).toSorted()
  assert.equal(risks, [
    ['u-1', 'high'],
    ['u-2', 'low'],
    ['u-3', 'low'],
    ['u-4', 'high'],
  ])
  assert.equal(causes.map(({ code, subject, remedies }) => [code, subject.name, remedies[0]!.commands[0]]).toSorted(), [
    ['InstanceAlive', 'u-1', 'kubectl delete buckets.s3.aws.upbound.io logs -n shop --wait=false'],
    ['InstanceAlive', 'u-2', 'kubectl delete providerconfigusages.aws.upbound.io u-2 -n shop --wait=false'],
    ['InstanceAlive', 'u-3', 'kubectl delete providerconfigusages.aws.upbound.io u-3 -n shop --wait=false'],
    ['InstanceAlive', 'u-4', 'kubectl delete providerconfigusages.aws.upbound.io u-4 -n shop --wait=false'],
  ])
})

test('a controller that counts the users of a namesake: that none in its namespace uses the object stands beside its error', async () => {
  const told = async (place: string) => {
    const sandbox = setup()
    namespace(sandbox, 'other')
    const conditions = [
      { type: 'Synced', status: 'False', reason: 'DeleteFailed', message: 'cannot be deleted: failed' },
    ]
    const status = { status: { conditions } }
    put(sandbox, CROSSPLANE, 'ProviderConfig', 'default', status, deleted(sandbox, HOUR, 'in-use.crossplane.io'))
    const use = { providerConfigRef: { name: 'default' }, resourceRef: { name: 'gone' } }
    put(sandbox, CROSSPLANE, 'ProviderConfigUsage', 'u-1', use, { namespace: place })
    const { causes } = await explained(sandbox)
    return causes.map(
      ({ code, evidence }) => `${code} ${evidence.some(({ fact }) => fact.includes('none of providerc'))}`,
    )
  }
  assert.equal(await told('other'), ['CleanupFailing true'])
  assert.not.ok((await told('shop')).includes('CleanupFailing true'))
})

test('a record of use of what is being deleted already is waited for by way of that', async () => {
  const sandbox = setup()
  put(sandbox, CROSSPLANE, 'ProviderConfig', 'default', {}, deleted(sandbox, HOUR, 'in-use.crossplane.io'))
  put(
    sandbox,
    's3.aws.upbound.io/v1',
    'Bucket',
    'logs',
    {},
    deleted(sandbox, HOUR, 'finalizer.managedresource.crossplane.io'),
  )
  const resourceRef = { apiVersion: 's3.aws.upbound.io/v1', kind: 'Bucket', name: 'logs' }
  put(sandbox, CROSSPLANE, 'ProviderConfigUsage', 'u-1', { providerConfigRef: { name: 'default' }, resourceRef })
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'ProviderConfig', 'default'), ['Consumer Bucket/logs'])
  const commands = answer.causes.flatMap(({ remedies }) => remedies.flatMap(each => each.commands))
  assert.not.ok(
    commands.some(command => command.startsWith('kubectl delete')),
    commands.join('; '),
  )
})

test('a record of use, where nothing tells whether what it was created for is there: nothing to delete is printed, but how to see it', async () => {
  const sandbox = setup()
  put(sandbox, CROSSPLANE, 'ProviderConfig', 'default', {}, deleted(sandbox, HOUR, 'in-use.crossplane.io'))
  const resourceRef = { apiVersion: 's3.aws.upbound.io/v1', kind: 'Bucket', name: 'gone' }
  put(sandbox, CROSSPLANE, 'ProviderConfigUsage', 'u-1', { providerConfigRef: { name: 'default' }, resourceRef })
  sandbox.onRequest = ({ path }) =>
    path.includes('/buckets') ? statusResponse(403, { reason: 'Forbidden' }) : undefined
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'InstanceAlive')!
  assert.equal(
    cause.remedies.map(({ kind, commands }) => [kind, ...commands]),
    [['inspect', 'kubectl get buckets.s3.aws.upbound.io gone -n shop']],
  )
})

test('a queue: a workload that it admitted and that runs, and none that has finished', async () => {
  for (const [status, codes] of [
    ['False', ['InstanceAlive']],
    ['True', []],
  ] as const) {
    const sandbox = setup()
    put(
      sandbox,
      'kueue.x-k8s.io/v1',
      'ClusterQueue',
      'main',
      {},
      deleted(sandbox, HOUR, 'kueue.x-k8s.io/resource-in-use'),
    )
    const conditions = [{ type: 'Finished', status }]
    put(sandbox, 'kueue.x-k8s.io/v1', 'Workload', 'job', {
      status: { admission: { clusterQueue: 'main' }, conditions },
    })
    const answer = await explained(sandbox)
    assert.equal(
      answer.codesOf('ClusterQueue', 'main').filter(code => code === 'InstanceAlive'),
      codes,
    )
  }
})

test('a Pod of a Kueue group waits for their Workload, which no Pod controls, until that is finished; one of its own does not', async () => {
  for (const [owner, status, codes] of [
    [{}, 'False', ['InstanceAlive']],
    [{}, 'True', []],
    [{ controller: true }, 'False', []],
  ] as const) {
    const sandbox = setup()
    const pod = put(sandbox, 'v1', 'Pod', 'a', {}, deleted(sandbox, HOUR, 'kueue.x-k8s.io/managed'))
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: pod.metadata.uid, ...owner }]
    const finished = { conditions: [{ type: 'Finished', status }] }
    put(sandbox, 'kueue.x-k8s.io/v1', 'Workload', 'group', { status: finished }, { ownerReferences })
    const found = (await explained(sandbox)).codesOf('Pod', 'a')
    assert.equal(
      found.filter(code => code === 'InstanceAlive'),
      codes,
    )
  }
})

test('what has the object in a list of its spec is first to let it go from there, and only then to be deleted; a single field may be immutable', async () => {
  const sandbox = setup()
  const api = 'kueue.x-k8s.io/v1'
  put(sandbox, api, 'ResourceFlavor', 'large', {}, deleted(sandbox, HOUR, 'kueue.x-k8s.io/resource-in-use'))
  const spec = { resourceGroups: [{ flavors: [{ name: 'small' }, { name: 'large' }] }] }
  put(sandbox, api, 'ClusterQueue', 'main', { spec })
  const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'InstanceAlive')!
  assert.equal(
    cause.remedies.map(({ commands }) => commands),
    [
      ['kubectl edit clusterqueues.kueue.x-k8s.io main -n shop'],
      ['kubectl delete clusterqueues.kueue.x-k8s.io main -n shop --wait=false'],
    ],
  )
  const other = setup()
  put(other, api, 'Topology', 'rack', {}, deleted(other, HOUR, 'kueue.x-k8s.io/resource-in-use'))
  put(other, api, 'ResourceFlavor', 'large', { spec: { topologyName: 'rack' } })
  const single = (await explained(other)).causes.find(({ code }) => code === 'InstanceAlive')!
  assert.equal(
    single.remedies.map(({ commands }) => commands),
    [['kubectl delete resourceflavors.kueue.x-k8s.io large -n shop --wait=false']],
  )
})

test('a finalizer of an unknown product that says in-use: what names the object is told, and it is not certain', async () => {
  const sandbox = setup()
  operator(sandbox, { name: 'acme', group: 'acme.example.com', plural: 'pools' })
  put(sandbox, 'acme.example.com/v1', 'Pool', 'main', {}, deleted(sandbox, HOUR, 'acme.example.com/in-use'))
  put(sandbox, 'acme.example.com/v1', 'Claim', 'one', { spec: { poolRef: { name: 'main' } } })
  put(sandbox, 'acme.example.com/v1', 'Claim', 'two', { spec: { poolRef: { name: 'other' } } })
  const answer = await explained(sandbox)
  assert.equal(found(answer), ['InstanceAlive Claim/one'])
  assert.is(answer.object('Pool', 'main').verdict, 'unknown')
})

test('a core object with such a finalizer: what names it is told where it is of the API group of the finalizer', async () => {
  const sandbox = setup()
  const hold = deleted(sandbox, HOUR, 'acme.example.com/config-in-use', 'other.example.com/config-in-use')
  put(sandbox, 'v1', 'ConfigMap', 'shared', {}, hold)
  put(sandbox, 'v1', 'ConfigMap', 'plain', {}, deleted(sandbox, HOUR, 'acme.example.com/cleanup'))
  put(sandbox, 'v1', 'ConfigMap', 'unused', {}, deleted(sandbox, HOUR, 'acme.example.com/config-in-use'))
  for (const [kind, group, name] of [
    ['Claim', 'acme.example.com', 'shared'],
    ['Claim', 'acme.example.com', 'plain'],
    ['Bucket', 's3.aws.upbound.io', 'shared'],
  ] as const)
    put(sandbox, `${group}/v1`, kind, `${kind}-${name}`.toLowerCase(), { spec: { configMapRef: { name } } })
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'ConfigMap', 'shared'), ['Consumer Claim/claim-shared'])
  assert.equal(
    answer.causes.filter(({ code }) => code === 'InstanceAlive').map(({ finalizer, verdict }) => [finalizer, verdict]),
    [['acme.example.com/config-in-use', 'unknown']],
  )
  assert.equal(answer.codesOf('ConfigMap', 'shared'), ['ControllerUnknown', 'InstanceAlive'])
  // A sister group may be another product: what lives there is not told, what is being deleted is waited for.
  put(
    sandbox,
    'acme.example.com/v1',
    'Shelf',
    'going',
    { spec: { configMapRef: { name: 'other' } } },
    deleted(sandbox, HOUR, 'acme.example.com/shelf'),
  )
  put(sandbox, 'acme.example.com/v1', 'Shelf', 'lives', { spec: { configMapRef: { name: 'other' } } })
  put(sandbox, 'v1', 'ConfigMap', 'other', {}, deleted(sandbox, HOUR, 'other.example.com/config-in-use'))
  assert.equal(edges(await explained(sandbox), 'ConfigMap', 'other'), ['Consumer Shelf/going'])
  for (const name of ['plain', 'unused']) {
    assert.equal(answer.codesOf('ConfigMap', name), ['ControllerUnknown'])
    assert.equal(edges(answer, 'ConfigMap', name), [])
  }
})

test('a group snapshot that is bound to a content keeps it', async () => {
  const sandbox = setup()
  const group = 'groupsnapshot.storage.k8s.io/v1'
  const { metadata } = put(sandbox, group, 'VolumeGroupSnapshot', 'nightly')
  const ref = { volumeGroupSnapshotRef: { name: 'nightly', namespace: 'shop', uid: metadata.uid } }
  const bound = 'groupsnapshot.storage.kubernetes.io/volumegroupsnapshotcontent-bound-protection'
  put(sandbox, group, 'VolumeGroupSnapshotContent', 'content', { spec: ref }, deleted(sandbox, HOUR, bound))
  const other = { volumeGroupSnapshotRef: { name: 'nightly', namespace: 'shop', uid: 'an-earlier-one' } }
  put(sandbox, group, 'VolumeGroupSnapshotContent', 'free', { spec: other }, deleted(sandbox, HOUR, bound))
  const answer = await explained(sandbox)
  assert.equal(answer.codesOf('VolumeGroupSnapshotContent', 'content'), ['InstanceAlive'])
  assert.is(answer.object('VolumeGroupSnapshotContent', 'content').verdict, 'stuck')
  assert.not.ok(answer.codesOf('VolumeGroupSnapshotContent', 'free').includes('InstanceAlive'))
})

test('protections by many names: a field that is called after the kind is a user, a label that is called so is none', async () => {
  for (const [finalizer, kind, plural, spec, expected] of [
    ['acme.example.com/pool-in-use', 'Pool', 'pools', { poolRef: { name: 'main' } }, 'InstanceAlive'],
    ['acme.example.com/shelf-protection', 'Shelf', 'shelves', { shelves: ['main'] }, 'InstanceAlive'],
    ['acme.example.com/pool-in-use-protection', 'Pool', 'pools', { poolName: 'main' }, 'InstanceAlive'],
    ['acme.example.com/pool-protect', 'Pool', 'pools', { pool: 'main' }, 'InstanceAlive'],
    ['acme.example.com/pool-protect', 'Pool', 'pools', { nodeSelector: { pool: 'main' } }, 'CleanupInProgress'],
    ['acme.example.com/pool-protect', 'Pool', 'pools', { pool: 'other' }, 'CleanupInProgress'],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { name: 'acme', group: 'acme.example.com', plural })
    put(sandbox, 'acme.example.com/v1', kind, 'main', {}, deleted(sandbox, HOUR, finalizer))
    put(sandbox, 'acme.example.com/v1', 'Claim', 'one', { spec })
    const answer = await explained(sandbox)
    assert.equal(answer.codesOf(kind, 'main'), [expected], `${finalizer} ${JSON.stringify(spec)}`)
    assert.is(answer.object(kind, 'main').verdict, 'unknown')
  }
})

test('a condition that says in use, and names the user, makes it certain', async () => {
  for (const [condition, verdict] of [
    [{ type: 'StillReferenced', status: 'True', message: 'Claim one' }, 'stuck'],
    [{ type: 'InUse', status: 'True', message: 'claims: one' }, 'stuck'],
    [{ type: 'Ready', status: 'False', reason: 'InUse', message: 'by one' }, 'stuck'],
    [{ type: 'InUse', status: 'True', message: '1 left' }, 'unknown'],
    [{ type: 'InUse', status: 'False', message: 'one went' }, 'unknown'],
    [{ type: 'Ready', status: 'True', reason: 'NotInUse', message: 'by one' }, 'unknown'],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { name: 'acme', group: 'acme.example.com', plural: 'pools' })
    const gone = deleted(sandbox, HOUR, 'acme.example.com/pool-in-use')
    put(sandbox, 'acme.example.com/v1', 'Pool', 'main', { status: { conditions: [condition] } }, gone)
    put(sandbox, 'acme.example.com/v1', 'Claim', 'one', { spec: { poolRef: { name: 'main' } } })
    const answer = await explained(sandbox)
    assert.equal(found(answer), ['InstanceAlive Claim/one'], JSON.stringify(condition))
    assert.is(answer.object('Pool', 'main').verdict, verdict, JSON.stringify(condition))
  }
})

test('who uses an object is told beside the policy that denies its change: both are to be repaired', async () => {
  const sandbox = setup()
  operator(sandbox, { name: 'acme', group: 'acme.example.com', plural: 'pools' })
  put(sandbox, 'acme.example.com/v1', 'Pool', 'main', {}, deleted(sandbox, HOUR, 'acme.example.com/pool-in-use'))
  put(sandbox, 'acme.example.com/v1', 'Claim', 'one', { spec: { poolRef: { name: 'main' } } })
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const rule = { apiGroups: ['acme.example.com'], apiVersions: ['*'], resources: ['*'], operations: ['UPDATE'] }
  cluster(sandbox, apiVersion, 'ValidatingAdmissionPolicy', 'keeper', {
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'false', message: 'keep it' }] },
  })
  cluster(sandbox, apiVersion, 'ValidatingAdmissionPolicyBinding', 'keeper', {
    spec: { policyName: 'keeper', validationActions: ['Deny'] },
  })
  const answer = await explained(sandbox)
  assert.equal([...answer.codesOf('Pool', 'main')].toSorted(), ['InstanceAlive', 'RequestDenied'])
  assert.equal(
    answer.object('Pool', 'main').waitingFor.map(({ ref, reason }) => [ref.kind, ref.name, reason]),
    [['Claim', 'one', 'Consumer']],
  )
})

test('a finalizer that ends in the name of its user is held by that one alone, and by none where it is gone', async () => {
  const sandbox = setup()
  operator(sandbox, { name: 'tofu-controller', group: 'infra.contrib.fluxcd.io', plural: 'terraforms' })
  const group = 'infra.contrib.fluxcd.io/v1'
  const held = deleted(sandbox, HOUR, 'tf.dependency.of.database', 'tf.dependency.of.gone')
  put(sandbox, group, 'Terraform', 'network', {}, held)
  put(sandbox, group, 'Terraform', 'database', { spec: { dependsOn: [{ name: 'network' }] } })
  put(sandbox, group, 'Terraform', 'other')
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'Terraform', 'network'), ['Consumer Terraform/database'])
  assert.equal(
    answer.causes.map(({ code, finalizer, verdict }) => [code, finalizer, verdict]),
    [
      ['InstanceAlive', 'tf.dependency.of.database', 'stuck'],
      ['CleanupInProgress', 'tf.dependency.of.gone', 'unknown'],
    ],
  )
})

test('what a finalizer of its product has by kind and name is waited for while it is being deleted (openstack-k8s-operators/keystone-operator#273)', async () => {
  for (const [finalizer, meta, isAwaited] of [
    ['acme.example.com/shelf-a', { deletionTimestamp: '2026-01-01T00:00:00Z' }, true],
    ['example.com/shelf.a', { deletionTimestamp: '2026-01-01T00:00:00Z' }, true],
    ['acme.example.com/shelf-a', {}, false],
    ['acme.example.com/shelf-b', { deletionTimestamp: '2026-01-01T00:00:00Z' }, false],
    ['acme.example.com/pool-a', { deletionTimestamp: '2026-01-01T00:00:00Z' }, false],
    ['other.example.org/shelf-a', { deletionTimestamp: '2026-01-01T00:00:00Z' }, false],
  ] as const) {
    const sandbox = setup()
    operator(sandbox, { name: 'acme', group: 'acme.example.com', plural: 'pools' })
    put(sandbox, 'acme.example.com/v1', 'Pool', 'gold', {}, deleted(sandbox, HOUR, finalizer))
    for (const kind of ['Shelf', 'Pool'])
      put(sandbox, 'acme.example.com/v1', kind, 'a', {}, { finalizers: ['acme.example.com/shelf'], ...meta })
    const { object } = await explained(sandbox)
    assert.is(
      object('Pool', 'gold').waitingFor.some(({ ref }) => ref.name === 'a'),
      isAwaited,
      finalizer,
    )
  }
})

test('a name that is not set stands for another one: an EventBus called default is used by all that name none', async () => {
  const sandbox = setup()
  for (const name of ['default', 'other'])
    put(sandbox, 'argoproj.io/v1', 'EventBus', name, {}, deleted(sandbox, HOUR, 'eventbus-controller'))
  put(sandbox, 'argoproj.io/v1', 'EventSource', 'calendar', { spec: {} })
  put(sandbox, 'argoproj.io/v1', 'EventSource', 'files', { spec: { eventBusName: 'other' } })
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'EventBus', 'default'), ['Consumer EventSource/calendar'])
  assert.equal(edges(answer, 'EventBus', 'other'), ['Consumer EventSource/files'])
})

test('a product that is not installed any more frees nothing when its users go', async () => {
  const sandbox = setup()
  const finalizers = ['acme.example.com/in-use']
  const rest = { namespace: 'shop', name: 'main', manager: 'acme', finalizers, deleted: HOUR }
  customResource(sandbox, { apiVersion: 'acme.example.com/v1', kind: 'Pool', ...rest })
  put(sandbox, 'acme.example.com/v1', 'Claim', 'one', { spec: { poolRef: { name: 'main' } } })
  const { codes } = await explained(sandbox)
  assert.equal(codes, ['ControllerMissing pools.acme.example.com'])
})

test('a claim with the protection of a product waits for what names it by its kind in any field, or as a pvc', async () => {
  const sandbox = setup()
  const hold = deleted(sandbox, HOUR, 'acme.example.com/pvc-protection')
  for (const name of ['data', 'logs', 'free']) put(sandbox, 'v1', 'PersistentVolumeClaim', name, {}, hold)
  const dataSource = { kind: 'PersistentVolumeClaim', name: 'data' }
  const going = deleted(sandbox, HOUR, 'acme.example.com/x')
  put(sandbox, 'acme.example.com/v1', 'Shelf', 'copy', { spec: { dataSource } }, going)
  put(sandbox, 'acme.example.com/v1', 'Shelf', 'files', { spec: { pvcName: 'logs' } }, going)
  put(
    sandbox,
    'acme.example.com/v1',
    'Shelf',
    'of-another',
    { spec: { dataSource: { kind: 'Bucket', name: 'free' } } },
    going,
  )
  const answer = await explained(sandbox)
  assert.equal(edges(answer, 'PersistentVolumeClaim', 'data'), ['Consumer Shelf/copy'])
  assert.equal(edges(answer, 'PersistentVolumeClaim', 'logs'), ['Consumer Shelf/files'])
  assert.equal(edges(answer, 'PersistentVolumeClaim', 'free'), [])
})

test('what nobody uses, or what could not be read, blames nobody', async () => {
  const sandbox = setup()
  cluster(
    sandbox,
    'storage.k8s.io/v1',
    'VolumeAttributesClass',
    'gold',
    {},
    deleted(sandbox, HOUR, 'kubernetes.io/vac-protection'),
  )
  assert.not.ok((await explained(sandbox)).codes.some(code => code.startsWith('InstanceAlive')))
  put(sandbox, 'v1', 'PersistentVolumeClaim', 'data', { spec: { volumeAttributesClassName: 'gold' } })
  sandbox.authorize = (_user, _verb, resource) => resource !== 'persistentvolumeclaims'
  const answer = await explained(sandbox, { user: 'tenant' })
  assert.not.ok(answer.codes.some(code => code.startsWith('InstanceAlive')))
  assert.is(answer.object('VolumeAttributesClass', 'gold').verdict, 'unknown')
})

test('an attachment that nobody deletes: for a Pod that uses the claim, a lost node, or for itself', async () => {
  for (const [state, expected] of [
    ['used', ['VolumeInUse Pod/db-0']],
    ['lost', ['PodNodeLost Node/worker-1']],
    ['just lost', ['PodNodeLost Node/worker-1']],
    ['alone', ['InstanceAlive VolumeAttachment/csi-1']],
  ] as const) {
    const sandbox = setup()
    if (state.endsWith('lost')) node(sandbox, 'worker-1', { lost: state === 'lost' ? HOUR : 3 * MINUTE })
    if (state === 'used') pod(sandbox, 'shop', 'db-0', { claim: 'data' })
    const claim = put(sandbox, 'v1', 'PersistentVolumeClaim', 'data', { spec: { volumeName: 'pv' } })
    const { uid } = claim.metadata
    cluster(
      sandbox,
      'v1',
      'PersistentVolume',
      'pv',
      { spec: { claimRef: { namespace: 'shop', name: 'data', uid } }, status: { phase: 'Released' } },
      deleted(sandbox, HOUR, 'external-attacher/disk'),
    )
    const spec = { attacher: 'disk', nodeName: 'worker-1', source: { persistentVolumeName: 'pv' } }
    cluster(sandbox, 'storage.k8s.io/v1', 'VolumeAttachment', 'csi-1', { spec })
    const answer = await explained(sandbox)
    assert.equal(found(answer), [...expected])
    assert.equal(edges(answer, 'PersistentVolume', 'pv'), ['Attachment VolumeAttachment/csi-1'])
    const [cause] = answer.causes
    assert.is(cause!.blocks.length, 2)
    // kube-controller-manager detaches from a node that is not ready after 6 minutes.
    if (state.endsWith('lost')) assert.is(cause!.verdict, 'unknown')
    assert.is(cause!.remedies[0]!.kind === 'wait', state === 'just lost', state)
  }
})

test('users that the status lists by kind and name, also of a sister group; a label of the product names one too', async () => {
  const operators = (sandbox: Sandbox): Sandbox => {
    definition(sandbox, { group: 'tug.acme.example.com', plural: 'tows', kind: 'Tow' })
    operator(sandbox, { name: 'acme', group: 'acme.example.com', plural: 'pools' })
    return sandbox
  }
  const pool = (sandbox: Sandbox, status: object): void => {
    const gone = deleted(sandbox, HOUR, 'acme.example.com/in-use')
    put(sandbox, 'acme.example.com/v1', 'Pool', 'gold', { status }, gone)
  }
  const listed = operators(setup())
  pool(listed, { consumers: [{ kind: 'Claim', namespace: 'shop', name: 'a' }] })
  put(listed, 'acme.example.com/v1', 'Claim', 'a')
  const told = operators(setup())
  pool(told, { conditions: [{ type: 'InUse', status: 'True', reason: 'InUse', message: 'in use by Tow shop/a' }] })
  put(told, 'tug.acme.example.com/v1', 'Tow', 'a')
  const labelled = operators(setup())
  pool(labelled, {})
  put(labelled, 'acme.example.com/v1', 'Claim', 'a', {}, { labels: { 'acme.example.com/pool': 'gold' } })
  for (const [sandbox, kind] of [
    [listed, 'Claim'],
    [told, 'Tow'],
    [labelled, 'Claim'],
  ] as const) {
    const answer = await explained(sandbox)
    assert.equal(edges(answer, 'Pool', 'gold'), [`Consumer ${kind}/a`])
    assert.equal(found(answer), [`InstanceAlive ${kind}/a`])
  }
})

test('of users that a status lists, as many as its writers like, a hundred are asked for', async () => {
  const sandbox = setup()
  operator(sandbox, { name: 'acme', group: 'acme.example.com', plural: 'pools' })
  const consumers = Array.from({ length: 300 }, (_, at) => ({ kind: 'Claim', namespace: 'shop', name: `c-${at}` }))
  const gone = deleted(sandbox, HOUR, 'acme.example.com/in-use')
  put(sandbox, 'acme.example.com/v1', 'Pool', 'gold', { status: { consumers } }, gone)
  put(sandbox, 'acme.example.com/v1', 'Claim', 'c-99')
  let asked = 0
  sandbox.onRequest = ({ path }) => {
    if (/\/claims\/c-\d+$/.test(path)) asked++
    return undefined
  }
  assert.equal(found(await explained(sandbox)), ['InstanceAlive Claim/c-99'])
  assert.is(asked, 100)
})

test('a condition that says that dependents exist makes their list one of users, and is no sign of work', async () => {
  const answers = []
  for (const reason of ['DependentsExist', 'Deleting']) {
    const sandbox = setup()
    operator(sandbox, { name: 'acme', group: 'acme.example.com', plural: 'pools' })
    const type = reason === 'Deleting' ? { type: 'Ready' } : { type: 'Terminating' }
    const said = {
      ...type,
      status: 'False',
      reason,
      message: '1 claim is left',
      lastTransitionTime: ago(sandbox, HOUR / 2),
    }
    const status = { dependents: [{ kind: 'Claim', name: 'a' }], conditions: [said] }
    put(sandbox, 'acme.example.com/v1', 'Pool', 'gold', { status }, deleted(sandbox, HOUR, 'acme.example.com/cool'))
    put(sandbox, 'acme.example.com/v1', 'Claim', 'a')
    answers.push(found(await explained(sandbox)))
  }
  assert.equal(answers[0], ['InstanceAlive Claim/a'])
  // What is listed else may be what the controller made, and deletes itself.
  assert.not.ok(answers[1]!.includes('InstanceAlive Claim/a'))
})

test('users that are listed one level down, and dependents that are named in words, are who is waited for', async () => {
  const blocked = (sandbox: Sandbox) => ({
    conditions: [
      {
        type: 'DeletionIsBlocked',
        status: 'True',
        reason: 'ObjectHasDependents',
        message: 'Pool "shop/gold" will not be deleted until all dependents are removed: Claims: [a]',
        lastTransitionTime: ago(sandbox, HOUR / 2),
      },
    ],
  })
  for (const statusOf of [
    () => ({
      deletion: { state: 'Blocked', blockedBy: [{ apiVersion: 'acme.example.com/v1', kind: 'Claim', name: 'a' }] },
    }),
    blocked,
  ]) {
    const sandbox = setup()
    operator(sandbox, { name: 'acme', group: 'acme.example.com', plural: 'pools' })
    const status = statusOf(sandbox)
    put(sandbox, 'acme.example.com/v1', 'Pool', 'gold', { status }, deleted(sandbox, HOUR, 'acme.example.com/cool'))
    put(sandbox, 'acme.example.com/v1', 'Claim', 'a')
    assert.equal(found(await explained(sandbox)), ['InstanceAlive Claim/a'], JSON.stringify(status))
  }
})

test.run()
