import { until } from '../../control-plane/until.ts'
import type { Stage } from '../explain/stage.ts'
import type { Thing } from '../rig/api.ts'
import type { OwnType } from '../rig/crd.ts'
import { unique } from '../rig/rig.ts'
import { endAll } from './end-all.ts'
import { operatorOf } from './operator.ts'

/** Something that may be deleted. */
export interface Target {
  readonly word: string
  readonly thing: Thing
}

/** A part of a cluster that nothing else of it touches: types with their operators, namespaces, and what is in them. */
export interface World {
  readonly what: readonly string[]
  readonly targets: readonly Target[]
  /** Uids of what has a finalizer that nothing tells anything of. */
  readonly unknowable: ReadonlySet<string>
  /** What lives does its work once, as its controllers would. */
  work(): Promise<void>
  /** Has all of it go, so that the next find a cluster without it. */
  end(): Promise<void>
}

/** A type, and how the operator stands that removes its finalizer. */
export interface Ruled {
  readonly type: OwnType
  readonly state: (typeof STATES)[number]
  /** The namespace of its operator; none where there is none. */
  readonly system: string | undefined
}

export const STATES = ['runs', 'runs', 'runs', 'missing', 'scaledDown'] as const
const FOREIGN = 'example.org/unheard-of'
const ADMISSION = 'admissionregistration.k8s.io/v1'

/** The same world for the same numbers. `nodes`: one with a kubelet, one without. */
export async function worldOf(
  random: () => number,
  stage: Stage,
  nodes: { readonly healthy: Thing; readonly lost: Thing },
): Promise<World> {
  const { api } = stage
  const what: string[] = []
  const targets: Target[] = []
  const remains: Thing[] = []
  const unknowable = new Set<string>()
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const chance = (share: number): boolean => random() < share
  const places = [await stage.namespace(), await stage.namespace()]
  for (const place of places) add(`ns/${place}`, stage.whole(place))
  const ruled: Ruled[] = []
  for (let count = 1 + Math.floor(random() * 2); ruled.length < count; ) {
    const each = await operatorOf(pick(STATES), stage, remains)
    ruled.push(each)
    what.push(`${each.type.resource}: ${each.state}`)
    add(`crd/${each.type.resource}`, each.type.definition)
    if (each.state === 'runs') add(`ns/${each.system}`, stage.whole(each.system!))
  }
  for (const each of ruled) {
    const inside = each.state === 'runs' && chance(0.3) ? [each.system!] : []
    for (const place of [...places, ...inside]) if (chance(0.6)) await instances(each, place)
  }
  for (const place of places) await things(place)
  await settled()
  return {
    what,
    targets,
    unknowable,
    work: () => working(ruled, stage),
    end: () => endAll(remains, ruled, places, stage),
  }

  function add(word: string, thing: Thing): void {
    targets.push({ word, thing })
    remains.push(thing)
  }

  async function instances({ type, state, system }: Ruled, place: string): Promise<void> {
    const make = async (name: string, metadata: object = {}): Promise<Thing> => {
      const finalizers = chance(0.8) ? [`${type.group}/hold`] : []
      const draft = type.draft(name, place, { metadata: { labels: { app: type.plural }, finalizers, ...metadata } })
      const made = await stage.write(type.group.split('.')[0]!, draft)
      if (state !== 'runs') await stage.age(made, 7200)
      return made
    }
    const made = await make('one')
    targets.push({ word: `${type.resource}/one`, thing: made })
    what.push(`${type.plural} in ${place === system ? 'the namespace of their operator' : place}`)
    if (!chance(0.25)) return
    const { apiVersion, kind, metadata } = made
    const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, blockOwnerDeletion: chance(0.5) }
    await make('part', { ownerReferences: [owner] })
    what.push(`a part of ${type.plural} in ${place}`)
  }

  /** What is in a namespace beside instances. */
  async function things(place: string): Promise<void> {
    const map = (name: string, metadata: object = {}): Promise<Thing> =>
      api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, ...metadata } })
    const owner = await map('owner')
    targets.push({ word: 'cm/owner', thing: owner })
    if (chance(0.5)) {
      const { name, uid } = owner.metadata
      await map('owned', {
        ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }],
      })
    }
    if (chance(0.06)) {
      unknowable.add((await map('odd', { finalizers: [FOREIGN] })).metadata.uid)
      what.push(`an unknown finalizer in ${place}`)
    }
    if (chance(0.3)) {
      const node = chance(0.4) ? nodes.lost : nodes.healthy
      const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' }
      const metadata = { name: 'data', namespace: place }
      const claim = await api.create({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec })
      await api.waitFor(claim, ({ metadata: { finalizers } }) => finalizers?.length > 0)
      const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
      await api.create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web', namespace: place },
        spec: { nodeName: node.metadata.name, containers: [{ name: 'main', image: 'none' }], volumes },
      })
      targets.push({ word: 'pvc/data', thing: claim })
      what.push(`a Pod with a claim on a ${node === nodes.lost ? 'lost' : 'healthy'} node in ${place}`)
    }
    if (chance(0.12)) await policy(place, owner)
    if (chance(0.12)) await deadWebhook(place)
  }

  /** It denies the deletion of ConfigMap `owner`; created when the server obeys it. */
  async function policy(place: string, owner: Thing): Promise<void> {
    const name = unique('keep')
    const resourceRules = [{ apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'], operations: ['DELETE'] }]
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': place } }
    const validations = [{ expression: "oldObject.metadata.name != 'owner'", message: 'keep it' }]
    const spec = { matchConstraints: { resourceRules, namespaceSelector }, validations }
    remains.push(
      await api.create({ apiVersion: ADMISSION, kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec }),
      await api.create({
        apiVersion: ADMISSION,
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name },
        spec: { policyName: name, validationActions: ['Deny'] },
      }),
    )
    await rejects('DELETE', owner)
    what.push(`a policy for ConfigMaps in ${place}`)
  }

  /** A webhook for the objects of one type in one namespace, whose Service does not exist. */
  async function deadWebhook(place: string): Promise<void> {
    const { type } = pick(ruled)
    const [failurePolicy, operation] = [chance(0.7) ? 'Fail' : 'Ignore', chance(0.5) ? 'UPDATE' : 'DELETE']
    const metadata = { name: unique('guard') }
    const rules = [{ apiGroups: [type.group], apiVersions: ['*'], resources: [type.plural], operations: [operation] }]
    const webhook = {
      name: `${metadata.name}.example.com`,
      clientConfig: { service: { namespace: place, name: 'guard', path: '/', port: 443 } },
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': place } },
      rules,
      failurePolicy,
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    }
    remains.push(
      await api.create({
        apiVersion: ADMISSION,
        kind: 'ValidatingWebhookConfiguration',
        metadata,
        webhooks: [webhook],
      }),
    )
    what.push(`a dead webhook (${failurePolicy}, ${operation} of ${type.plural}) in ${place}`)
    const one = await api.get({
      apiVersion: type.apiVersion,
      kind: type.kind,
      metadata: { name: 'one', namespace: place },
    })
    if (one !== undefined && failurePolicy === 'Fail') await rejects(operation === 'UPDATE' ? 'PATCH' : 'DELETE', one)
  }

  async function rejects(method: 'PATCH' | 'DELETE', thing: Thing): Promise<void> {
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
    const body = method === 'PATCH' ? { metadata: { labels: { tried: 'yes' } } } : undefined
    const path = `${await api.pathOf(thing)}?dryRun=All`
    const isRejected = async () => ((await api.raw(method, path, body, headers)).status >= 300 ? true : undefined)
    await until(isRejected, { what: `the server to reject ${method} of ${thing.metadata.name}`, deadlineSeconds: 60 })
  }

  /** kube-controller-manager makes this in each namespace; a preflight that comes before sees less than a deletion. */
  async function settled(): Promise<void> {
    for (const place of places)
      await api.waitFor(
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt', namespace: place } },
        () => true,
      )
  }
}

/** An operator works on what is being deleted while its Pod is there and not ending; so does the garbage collector of nothing else. */
async function working(ruled: readonly Ruled[], { api }: Stage): Promise<void> {
  for (const { type, state, system } of ruled) {
    if (state !== 'runs') continue
    const pods = await api.list({ apiVersion: 'v1', kind: 'Pod', namespace: system! })
    if (!pods.some(({ metadata }) => metadata.deletionTimestamp === undefined)) continue
    const objects = await api.send('GET', `/apis/${type.apiVersion}/${type.plural}`).catch(() => ({ items: [] }))
    for (const object of objects.items as readonly Thing[]) {
      if (object.metadata.deletionTimestamp === undefined || object.metadata.finalizers === undefined) continue
      await api
        .patch({ ...object, apiVersion: type.apiVersion, kind: type.kind }, { metadata: { finalizers: null } })
        .catch(() => {})
    }
  }
}
