import { BUILTIN_FINALIZERS } from '../../src/api/builtin-finalizers.ts'
import type { KubeObject, ObjectMeta } from '../../src/api/object.ts'
import { apiVersionOf, resourceName } from '../../src/api/resource-type.ts'
import { incidents } from '../../src/sandbox/incidents/index.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { configMap, deleted, lease, withoutLease } from './stuck-objects.ts'
import { configuration, webhook } from './webhook-configuration.ts'

/** A choice that the same seed makes again. */
export interface Dice {
  /** An integer from 0 up to, and without, `below`. */
  roll(below: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** mulberry32: small, and good enough to mix test data. */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const roll = (below: number): number => Math.floor(next() * below)
  return { roll, pick: items => items[roll(items.length)]! }
}

const AGES = [2, 20, 90, 10 * MINUTE, 5 * HOUR]
const CRD = 'apiextensions.k8s.io/v1'
const THINGS = 'tenancy.example.com'

/** Where a situation is put: its own namespace, and what the dice say. */
interface Place {
  readonly sandbox: Sandbox
  readonly name: string
  readonly random: Dice
  readonly age: number
}

type Situation = (place: Place) => void

function reference({ apiVersion, kind, metadata: { name, uid } }: KubeObject, blockOwnerDeletion = true) {
  return { apiVersion, kind, name, uid, blockOwnerDeletion }
}

function gone({ sandbox, age }: Place, ...finalizers: readonly string[]): Partial<ObjectMeta> {
  return deleted(sandbox, age, ...finalizers)
}

function claim(
  place: Place,
  name: string,
  metadata: Partial<ObjectMeta> = gone(place, 'kubernetes.io/pvc-protection'),
) {
  return place.sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: place.name, ...metadata },
    spec: { volumeName: `${place.name}-disk` },
    status: { phase: 'Bound' },
  })
}

function volume(place: Place, bound: KubeObject | undefined, phase: string, ...finalizers: readonly string[]): void {
  const claimRef = bound && { kind: 'PersistentVolumeClaim', namespace: place.name, ...nameAndUid(bound) }
  place.sandbox.put({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `${place.name}-disk`, ...gone(place, ...finalizers) },
    spec: { ...(claimRef && { claimRef }), csi: { driver: 'disk.csi.example.com', volumeHandle: `vol-${place.name}` } },
    status: { phase },
  })
}

function nameAndUid({ metadata: { name, uid } }: KubeObject) {
  return { name, uid }
}

function thing(place: Place, name: string, metadata: Partial<ObjectMeta>, rest: object = {}): KubeObject {
  return place.sandbox.put(
    { apiVersion: `${THINGS}/v1`, kind: 'Thing', metadata: { name, namespace: place.name, ...metadata }, ...rest },
    { manager: 'tenancy' },
  )
}

/** An object of a product whose type is in the cluster of the mix, deleted, with what it lists and says. */
function made(place: Place, apiVersion: string, kind: string, finalizer: string, rest: object): KubeObject {
  const metadata = { name: 'made', namespace: place.name, ...gone(place, finalizer) }
  return place.sandbox.put({ apiVersion, kind, metadata, ...rest }, { manager: 'tenancy' })
}

/** What an inventory of the mix lists: a ConfigMap that is held, one that nobody deletes, and one that is gone. */
function contents(place: Place) {
  configMap(place.sandbox, place.name, 'held', gone(place, 'example.com/hold'))
  configMap(place.sandbox, place.name, 'alive')
  return ['held', 'alive', 'gone'].map(name => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: place.name, name }))
}

/** A terminating namespace has nothing that is written into it afterwards but what is put there here. */
function ending({ sandbox, name, age }: Place): void {
  namespace(sandbox, name, { deleted: age })
}

function says(place: Place, message: string): void {
  const known = place.sandbox.get('v1', 'Namespace', place.name)!
  const lastTransitionTime = ago(place.sandbox, 1)
  const type = 'NamespaceDeletionContentFailure'
  const conditions = [{ type, status: 'True', reason: 'ContentDeletionFailed', message, lastTransitionTime }]
  place.sandbox.put({ ...known, status: { phase: 'Terminating', conditions } })
}

/** What can be wrong, each in a namespace of its own; many are at work at once in a cluster that has all of them. */
const situations: readonly Situation[] = [
  place => void configMap(place.sandbox, place.name, 'held', gone(place, 'example.com/hold')),
  place => void configMap(place.sandbox, place.name, 'twice', gone(place, 'example.com/a', 'example.com/b', 'orphan')),
  place => void configMap(place.sandbox, place.name, 'foreground', gone(place, 'foregroundDeletion')),
  place => void configMap(place.sandbox, place.name, 'misplaced', gone(place, 'kubernetes')),
  place => {
    const owner = configMap(place.sandbox, place.name, 'owner', gone(place, 'foregroundDeletion'))
    const metadata = { ownerReferences: [reference(owner)] }
    configMap(place.sandbox, place.name, 'alive', metadata)
    configMap(place.sandbox, place.name, 'held', { ...metadata, ...gone(place, 'example.com/hold') })
    configMap(place.sandbox, place.name, 'free', { ownerReferences: [reference(owner, false)] })
  },
  place => {
    const owner = configMap(place.sandbox, place.name, 'owner', gone(place, 'foregroundDeletion'))
    const unserved = { apiVersion: 'gone.example.com/v1', kind: 'Gone', name: 'x', uid: 'x' }
    configMap(place.sandbox, place.name, 'left', { ownerReferences: [reference(owner), unserved] })
  },
  place => {
    const names = ['a', 'b', 'c'].map(name => ({ name, uid: `${place.name}-${name}` }))
    for (const [index, { name, uid }] of names.entries()) {
      const next = { apiVersion: 'v1', kind: 'ConfigMap', ...names[(index + 1) % 3]!, blockOwnerDeletion: true }
      configMap(place.sandbox, place.name, name, { uid, ownerReferences: [next], ...gone(place, 'foregroundDeletion') })
    }
  },
  place => {
    const options = { graceSeconds: place.random.pick([1, 30, 600]), deleted: place.age }
    pod(place.sandbox, place.name, 'db-0', {
      ...options,
      node: place.random.pick(['worker-1', 'worker-9', 'none', '']),
    })
  },
  place => {
    const finalizers = [place.random.pick(['batch.kubernetes.io/job-tracking', 'example.com/hold'])]
    const phase = place.random.pick(['Running', 'Succeeded', 'Pending'] as const)
    pod(place.sandbox, place.name, 'job', { graceSeconds: 0, deleted: place.age, finalizers, phase })
  },
  place => void claim(place, 'free'),
  place => {
    claim(place, 'data')
    const phase = place.random.pick(['Running', 'Succeeded'] as const)
    pod(place.sandbox, place.name, 'user', { claim: 'data', phase })
    pod(place.sandbox, place.name, 'ending', { claim: 'data', deleted: place.age })
  },
  place => volume(place, claim(place, 'data', {}), 'Bound', 'kubernetes.io/pv-protection'),
  place => volume(place, claim(place, 'data'), 'Bound', 'kubernetes.io/pv-protection', 'kubernetes.io/pv-controller'),
  place => volume(place, undefined, 'Released', 'kubernetes.io/pv-protection'),
  place => {
    const claimRef = { metadata: { name: 'gone', uid: 'gone' } } as KubeObject
    volume(place, claimRef, 'Bound', 'kubernetes.io/pv-protection')
  },
  place => {
    const attacher = 'external-attacher/disk-csi-example-com'
    volume(place, undefined, 'Released', attacher)
    const status = place.random.roll(2) === 0 ? {} : { status: { detachError: { message: 'rpc error: not found' } } }
    place.sandbox.put({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      metadata: { name: `${place.name}-csi`, ...(place.random.roll(2) === 0 && gone(place, attacher)) },
      spec: {
        attacher: 'disk.csi.example.com',
        nodeName: 'worker-1',
        source: { persistentVolumeName: `${place.name}-disk` },
      },
      ...status,
    })
  },
  place => {
    const { name, on } = place.random.pick(BUILTIN_FINALIZERS)
    const type = place.sandbox.server.types.stored().find(each => resourceName(each) === (on ?? 'secrets'))
    if (type === undefined || type.plural === 'namespaces' || type.plural === 'customresourcedefinitions') return
    const where = type.namespaced ? { namespace: place.name } : {}
    const metadata = { name: `${place.name}-one`, ...where, ...gone(place, name) }
    place.sandbox.put({ apiVersion: apiVersionOf(type), kind: type.kind, metadata, spec: {} })
  },
  ending,
  place => {
    ending(place)
    configMap(place.sandbox, place.name, 'untouched')
    configMap(place.sandbox, place.name, 'held', gone(place, 'example.com/hold'))
  },
  place => {
    ending(place)
    pod(place.sandbox, place.name, 'db-0', { node: 'worker-9', graceSeconds: 30, deleted: place.age })
    configMap(place.sandbox, place.name, 'untouched')
    says(
      place,
      `Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: ${place.name} for gvr: /v1, Resource=pods`,
    )
  },
  place => {
    ending(place)
    says(
      place,
      place.random.pick([
        'etcdserver: mvcc: database space exceeded',
        'the server is currently unable to handle the request',
      ]),
    )
  },
  place => {
    const { apiVersion, metadata } = configMap(place.sandbox, place.name, 'left', gone(place, 'example.com/hold'))
    const known = place.sandbox.get('v1', 'Namespace', place.name)!
    if (apiVersion === 'v1' && metadata.uid !== '') place.sandbox.server.store.remove('namespaces', known)
  },
  place => {
    const plural = `queues${place.name}`
    const kind = `Queue${place.name}`
    definition(place.sandbox, { group: 'messages.example.com', plural, kind, deleted: place.age })
    const instance = { apiVersion: 'messages.example.com/v1', kind }
    place.sandbox.put({ ...instance, metadata: { name: 'alive', namespace: place.name } })
    if (place.random.roll(2) === 0) return
    const held = gone(place, 'messages.example.com/drain')
    place.sandbox.put({ ...instance, metadata: { name: 'held', namespace: place.name, ...held } })
  },
  place => void thing(place, 'orphaned', gone(place, `${THINGS}/hold`)),
  place => {
    const owner = thing(place, 'owner', gone(place, `${THINGS}/hold`))
    thing(place, 'owned', { ...gone(place, `${THINGS}/hold`), ownerReferences: [reference(owner)] })
  },
  place => {
    const failing = thing(place, 'failing', gone(place, `${THINGS}/hold`), { status: { phase: 'Deleting' } })
    event(place.sandbox, failing, {
      reason: 'DeleteFailed',
      message: 'bucket is not empty',
      component: 'tenancy',
      first: 60,
      last: 1,
    })
  },
  place => {
    const server = place.random.pick(['https://kubernetes.default.svc', 'https://10.0.0.1:6443'])
    const rest = { spec: { destination: { server } }, status: { resources: contents(place) } }
    made(place, 'argoproj.io/v1', 'Application', 'resources-finalizer.argocd.argoproj.io', rest)
  },
  place => {
    const entries = contents(place).map(({ kind, namespace, name }) => ({
      id: `${namespace}_${name}__${kind}`,
      v: 'v1',
    }))
    // Each lists the other, and the first itself: a circle.
    const listed = { group: 'argoproj.io', kind: 'Application', namespace: place.name, name: 'made' }
    const spec = { destination: { name: 'in-cluster' } }
    made(place, 'argoproj.io/v1', 'Application', 'resources-finalizer.argocd.argoproj.io', {
      spec,
      status: {
        resources: [
          listed,
          { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization', namespace: place.name, name: 'made' },
        ],
      },
    })
    const own = { id: `${place.name}_made_argoproj.io_Application`, v: 'v1' }
    const deletionPolicy = place.random.pick(['WaitForTermination', 'MirrorPrune', 'Orphan'])
    const rest = { spec: { prune: true, deletionPolicy }, status: { inventory: { entries: [...entries, own] } } }
    made(place, 'kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'finalizers.fluxcd.io', rest)
  },
  place => void thing(place, 'lists', gone(place, `${THINGS}/hold`), { status: { managedResources: contents(place) } }),
  place => {
    const used = thing(place, 'used', gone(place, `${THINGS}/in-use`), {
      status: { message: 'still referenced by Thing user' },
    })
    thing(place, 'user', {}, { spec: { thingRef: { name: used.metadata.name } } })
  },
  place => {
    const spec = place.random.pick([
      { credentialsRef: { name: 'gone', key: 'token' } },
      { suspend: true },
      { forProvider: { deletionProtection: true } },
    ])
    thing(place, 'needs', gone(place, `${THINGS}/hold`), { spec })
  },
]

/** Everything that a cluster can suffer from as a whole; some mixes have some of it. */
function ail(sandbox: Sandbox, random: Dice): void {
  const state = random.roll(5)
  if (state === 0) lease(sandbox, 600)
  if (state === 1) withoutLease(sandbox)
  if (random.roll(2) === 0) configuration(sandbox, 'dead', [webhook('things.guard.example.com')])
  if (random.roll(3) > 0) return
  const hidden = random.pick([
    'secrets',
    'pods',
    'persistentvolumeclaims',
    'leases.coordination.k8s.io',
    'namespaces',
    'nodes',
  ])
  sandbox.authorize = (_user, _verb, resource) => resource !== hidden
}

/** By these no sweep over all types is complete, so that much is unknown: every other mix is without them. */
const BLINDING: ReadonlySet<string> = new Set(['api-unavailable', 'conversion-dead'])

/** Every incident of the sandbox and so many terminating objects in all kinds of trouble, in one cluster. */
export function mixedCluster(seed: number, objects: number): Sandbox {
  const random = dice(seed)
  const sandbox = createSandbox({ clock: manualClock() })
  for (const incident of incidents) if (seed % 2 === 0 || !BLINDING.has(incident.name)) incident.build(sandbox)
  lease(sandbox, 1)
  definition(sandbox, { group: THINGS, plural: 'things', kind: 'Thing' })
  if (sandbox.get(CRD, 'CustomResourceDefinition', 'applications.argoproj.io') === undefined)
    definition(sandbox, { group: 'argoproj.io', plural: 'applications', kind: 'Application' })
  if (sandbox.get(CRD, 'CustomResourceDefinition', 'kustomizations.kustomize.toolkit.fluxcd.io') === undefined)
    definition(sandbox, { group: 'kustomize.toolkit.fluxcd.io', plural: 'kustomizations', kind: 'Kustomization' })
  node(sandbox, 'worker-9', { lost: HOUR })
  for (let index = 0; terminatingIn(sandbox) < objects; index += 1) {
    const place = { sandbox, name: `mix-${index}`, random, age: random.pick(AGES) }
    namespace(sandbox, place.name)
    random.pick(situations)(place)
  }
  ail(sandbox, random)
  return sandbox
}

/** How many objects of it are being deleted. */
export function terminatingIn({ server }: Sandbox): number {
  const all = server.types.stored().flatMap(({ storage }) => server.store.list(storage))
  return new Set(
    all.filter(({ metadata }) => metadata.deletionTimestamp !== undefined).map(({ metadata }) => metadata.uid),
  ).size
}
