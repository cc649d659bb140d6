import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Dice, dice } from '../../diagnosis/mixed-cluster.ts'
import type { Draft, Thing } from '../rig/api.ts'
import { kubectlAvailable, unique } from '../rig/rig.ts'
import { type Explained, explained } from './explained-e2e.ts'
import { meddler, meddling } from './incidents/admission.ts'
import { drains } from './incidents/drains.ts'
import { gone } from './incidents/gone.ts'
import { needs } from './incidents/needs.ts'
import { paused } from './incidents/paused.ts'
import { ownCluster, ownClusterAvailable } from './own-cluster.ts'
import { openStage, type Stage } from './stage.ts'

/** Everything at once on one cluster: nothing that is terminating is without a cause, and what is told is one graph. */
const test = suite('explain of a mix of everything')
const withCluster = kubectlAvailable() && ownClusterAvailable() ? test : test.skip

const OBJECTS = 200
const REASONS = new Set([
  'NamespaceContent',
  'NamespacePods',
  'Dependent',
  'Instance',
  'Consumer',
  'Claim',
  'Attachment',
  'Owned',
])

/** Makes some objects that do not go, in a namespace of their own. */
type Situation = (stage: Stage, place: string, random: Dice) => Promise<unknown>

const configMap = (place: string, name: string, metadata: object = {}): Draft => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, ...metadata },
})

const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: Thing) => ({
  ownerReferences: [{ apiVersion, kind, name, uid, blockOwnerDeletion: true }],
})

async function stuck({ api }: Stage, draft: Draft, propagationPolicy = 'Background'): Promise<Thing> {
  const made = await api.create(draft)
  await api.delete(made, { propagationPolicy, gracePeriodSeconds: 0 })
  return made
}

const HOLD = { finalizers: ['example.com/hold'] }

const claim = (place: string, name: string): Draft => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: place },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: { requests: { storage: '1Gi' } } },
})

const situations: readonly Situation[] = [
  async (stage, place, random) => {
    for (let index = random.roll(4); index >= 0; index -= 1) await stuck(stage, configMap(place, `held-${index}`, HOLD))
  },
  async (stage, place) =>
    stuck(stage, configMap(place, 'twice', { finalizers: ['example.com/a', 'tides.example.com/b'] })),
  async (stage, place) => {
    const owner = await stage.api.create(configMap(place, 'owner'))
    await stage.api.create(configMap(place, 'held', { ...HOLD, ...ownedBy(owner) }))
    await stage.api.delete(owner, { propagationPolicy: 'Foreground' })
  },
  async (stage, place) => {
    await stage.api.create(configMap(place, 'held', HOLD))
    await stage.api.create(configMap(place, 'free'))
    await stage.tearDown(place)
  },
  async (stage, place) => {
    const used = await stage.api.create(claim(place, 'data'))
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
    const spec = { nodeName: unique('nowhere'), volumes, containers: [{ name: 'main', image: 'none' }] }
    const metadata = { name: 'user', namespace: place, ...HOLD }
    await stuck(stage, { apiVersion: 'v1', kind: 'Pod', metadata, spec })
    await stage.api.delete(used)
  },
  async (stage, place) => {
    const spec = { containers: [{ name: 'main', image: 'none' }] }
    await stage.api.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'db', namespace: place, ...HOLD }, spec })
    await stage.api.create(configMap(place, 'untouched'))
    await stage.tearDown(place)
  },
  async (stage, place, random) => {
    const type = await stage.type('tenancy.example.com', random.pick(['Tenant', 'Realm', 'Quota']))
    const spec = random.pick([
      { secretRef: { name: 'gone' } },
      { suspend: true },
      { tenantRef: { name: 'other' } },
      { serviceAccountName: 'gone' },
      {},
    ])
    const metadata = { finalizers: [random.pick(['tenancy.example.com/cleanup', 'tenancy.example.com/in-use'])] }
    const parent = await stage.api.create(type.draft('one', place, { metadata, spec }))
    const child = type.draft('two', place, { metadata: { ...metadata, ...ownedBy(parent) }, spec })
    await stuck(stage, child)
    await stage.api.delete(parent)
  },
  async (stage, place, random) => {
    const type = await stage.type(`${unique('queues')}.example.com`, 'Queue')
    const draft = type.draft('held', place, { metadata: { finalizers: [`${type.group}/drain`] } })
    await stage.api.create(random.roll(2) === 0 ? draft : type.draft('held', place, { metadata: HOLD }))
    await stage.api.delete(type.definition)
  },
]

/** How many objects of the cluster are being deleted, as `explain` sees them. */
const terminating = ({ objects }: Explained) =>
  objects.filter(({ deletionTimestamp }) => deletionTimestamp !== undefined).length

function everyHasACause({ objects, causes }: Explained): void {
  const bare = objects.filter(each => each.deletionTimestamp !== undefined && each.causes.length === 0)
  assert.equal(
    bare.map(({ ref }) => `${ref.kind} ${ref.namespace ?? ''} ${ref.name}`),
    [],
  )
  for (const { summary, evidence } of causes) assert.ok(summary !== '' && evidence.length > 0, summary)
}

/** Every edge has a reason and leads to an object; a cause that holds one holds all that wait for it, and each says so. */
function isOneGraph({ objects, causes }: Explained): void {
  const known = new Map(objects.map(object => [object.ref.uid, object]))
  assert.is(known.size, objects.length)
  const holds = new Map(causes.map(({ id, blocks }) => [id, new Set(blocks.map(({ uid }) => uid))]))
  for (const { ref, waitingFor, causes: ids } of objects) {
    assert.equal(
      [...ids].toSorted(),
      [...holds.keys()].filter(id => holds.get(id)!.has(ref.uid)).toSorted(),
      `causes of ${ref.kind} ${ref.name}`,
    )
    for (const edge of waitingFor) {
      const text = `${ref.kind} ${ref.name} → ${edge.ref.kind} ${edge.ref.name}`
      assert.ok(REASONS.has(edge.reason), `${text}: ${edge.reason}`)
      assert.ok(known.has(edge.ref.uid), `${text} is not among the objects`)
      for (const id of known.get(edge.ref.uid)!.causes) assert.ok(holds.get(id)!.has(ref.uid), `${text}: ${id}`)
    }
  }
  for (const { id, blocks } of causes) {
    for (const { uid, name } of blocks) assert.ok(known.has(uid), `${id} holds ${name}, which is not among the objects`)
  }
}

const seed = Date.now() % 1_000_000

withCluster(`${OBJECTS} objects by seed ${seed}: nothing is without a cause, and all of it is one graph`, async () => {
  await using server = await meddler()
  await using cluster = await ownCluster()
  const stage = await openStage(cluster)
  const random = dice(seed)
  const incidents = [...gone, ...needs, ...paused, ...drains, ...meddling(server)]
  await Promise.all(incidents.map(({ make }) => make(stage)))
  let answer = await explained([], { env: stage.env })
  for (let missing = OBJECTS - terminating(answer); missing > 0; missing = OBJECTS - terminating(answer)) {
    for (let index = 0; index < missing; index += 2) {
      await random.pick(situations)(stage, await stage.namespace(), random)
    }
    answer = await explained([], { env: stage.env })
  }
  everyHasACause(answer)
  isOneGraph(answer)
})

test.run()
