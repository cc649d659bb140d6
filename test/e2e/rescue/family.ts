import * as assert from 'uvu/assert'
import { ownManager } from '../explain/operator.ts'
import type { Draft, Thing } from '../rig/api.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { again } from './rescued.ts'

/** Of a finalizer that nothing shows to be anybody's. */
export const ALLOW = '--override=ControllerUnknown'

/** An annotation that another client writes in the middle. */
export const TOUCHED = 'example.com/touched'

type OwnType = Awaited<ReturnType<typeof crd>>

const clusters = (): Promise<OwnType> => crd({ kind: 'Cluster', scope: 'Cluster' })

/** A draft of the core. */
export const core = (kind: string, name: string, namespace: string, rest: object = {}): Draft => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace },
  ...rest,
})

/** A reference by which an object is owned, as a controller writes it. */
export const ownedBy = (owner: Thing) => ({
  apiVersion: owner.apiVersion,
  kind: owner.kind,
  name: owner.metadata.name,
  uid: owner.metadata.uid,
  controller: true,
  blockOwnerDeletion: true,
})

/** A custom resource and what hangs on it. */
export interface Family {
  readonly type: OwnType
  readonly place: string
  readonly owner: Thing
  readonly other: Thing
  /** Two ConfigMaps, of which one has another owner too and one a finalizer, a Secret, a Service, an account, a ClusterRole. */
  readonly dependents: readonly Thing[]
}

/** One of its own for a test; `count`: so many of the dependents. */
export async function family(count = 6, type?: OwnType): Promise<Family> {
  type ??= await clusters()
  const place = await namespace()
  const finalizers = [`${type.group}/cleanup`]
  const path = `/apis/${type.apiVersion}/${type.plural}?fieldManager=${ownManager(type)}`
  const metadata = { finalizers, labels: { tier: 'gold' }, annotations: { 'example.com/note': 'mine' } }
  const draft = type.draft(unique('db'), undefined, {
    metadata,
    spec: { size: 3, exact: 9007199254740993n.toString() },
  })
  const created = await api.send('POST', path, draft)
  const status = { phase: 'Ready', conditions: [{ type: 'Ready', status: 'True' }], endpoint: 'db.example.com' }
  const owner = await api.patch(created, { status }, { subresource: '/status' })
  const other = await api.create(core('ConfigMap', 'other-owner', place))
  const of = (draft: Draft, ...more: object[]): Promise<Thing> => {
    const ownerReferences = [ownedBy(owner), ...more]
    return api.create({ ...draft, metadata: { ...draft.metadata, ownerReferences } })
  }
  const { controller: _, ...second } = ownedBy(other)
  const held = core('ConfigMap', 'held', place)
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: unique('db') } }
  const drafts: (() => Promise<Thing>)[] = [
    () => of(core('ConfigMap', 'shared', place, { data: { a: 'b' } }), second),
    () => of({ ...held, metadata: { ...held.metadata, finalizers: ['example.com/own'] } }),
    () => of(core('Secret', 'credentials', place, { stringData: { password: 'x' } })),
    () => of(core('Service', 'front', place, { spec: { ports: [{ port: 80 }] } })),
    () => of(core('ServiceAccount', 'runner', place)),
    () => of(role),
  ]
  const dependents: Thing[] = []
  for (const make of drafts.slice(0, count)) dependents.push(await make())
  return { type, place, owner, other, dependents }
}

/**
 * Waits until the garbage collector came by: of each kind of dependent an object whose owner is gone, written after all of
 * them, is collected. Its graph has seen by then what was written before, for it sees the objects of a kind in their order.
 */
export async function collected({ place, owner, dependents }: Family): Promise<void> {
  const gone = { ...ownedBy(owner), uid: '00000000-0000-4000-8000-000000000000' }
  const kinds = new Map(dependents.map(each => [each.kind, each]))
  const canaries = [...kinds.values()].map(({ apiVersion, kind, metadata, spec }) => {
    const name = unique('canary')
    const at = metadata.namespace === undefined ? {} : { namespace: place }
    const ports = kind === 'Service' ? { spec: { ports: spec.ports } } : {}
    return api.create({ apiVersion, kind, metadata: { name, ...at, ownerReferences: [gone] }, ...ports })
  })
  for (const canary of await Promise.all(canaries)) await api.waitGone(canary)
}

/** It has its spec, status and labels again, and what it owned is owned by it, and was never another. */
export async function isWhole(all: Family, isPatient = true): Promise<void> {
  const { owner, other, dependents } = all
  const now = await again(owner)
  assert.equal(now.spec, owner.spec)
  assert.equal(now.status, owner.status)
  const { [TOUCHED]: _, ...annotations } = now.metadata.annotations
  assert.equal(annotations, owner.metadata.annotations)
  for (const field of ['labels', 'finalizers']) assert.equal(now.metadata[field], owner.metadata[field], field)
  if (isPatient) await collected(all)
  for (const each of dependents) {
    const found = (await api.get(each))!
    assert.ok(found, `${each.kind} ${each.metadata.name} was collected`)
    assert.is(found.metadata.uid, each.metadata.uid)
    const owners = each.metadata.ownerReferences.map((reference: Thing['metadata']) =>
      reference.uid === owner.metadata.uid ? { ...reference, uid: now.metadata.uid } : reference,
    )
    assert.equal(found.metadata.ownerReferences, owners)
    assert.equal([found.data, found.spec], [each.data, each.spec])
  }
  assert.is((await api.get(other))!.metadata.uid, other.metadata.uid)
}

/** An operator by its role, account and name; no kubelet runs its Pods. */
export async function operator(
  type: OwnType,
  namespace: string,
  name: string,
  replicas: number,
  {
    kind = 'Deployment',
    ownerReferences,
  }: { readonly kind?: string; readonly ownerReferences?: readonly object[] } = {},
): Promise<Thing> {
  const RBAC = 'rbac.authorization.k8s.io'
  const metadata = { name, namespace }
  await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  const role = `${namespace}-${name}`
  const resources = [type.plural, `${type.plural}/finalizers`, `${type.plural}/status`]
  const rules = [{ apiGroups: [type.group], resources, verbs: ['get', 'list', 'watch', 'update', 'patch'] }]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: role }, rules })
  await api.create({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: role },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', ...metadata }],
  })
  const { apiVersion, spec } = workload(kind, name, replicas)
  return api.create({ apiVersion, kind, metadata: { ...metadata, ownerReferences }, spec })
}

/** A workload of any kind whose Pods run as the account of its name. */
function workload(
  kind: string,
  name: string,
  replicas: number,
): { readonly apiVersion: string; readonly spec: object } {
  const labels = { app: name }
  const pod = { serviceAccountName: name, containers: [{ name: 'manager', image: `registry.example.com/${name}:v1` }] }
  const template = { metadata: { labels }, spec: pod }
  const selector = { matchLabels: labels }
  const job = { template: { spec: { ...pod, restartPolicy: 'Never' } } }
  switch (kind) {
    case 'ReplicationController':
      return { apiVersion: 'v1', spec: { replicas, selector: labels, template } }
    case 'Job':
      return { apiVersion: 'batch/v1', spec: job }
    case 'CronJob':
      return { apiVersion: 'batch/v1', spec: { schedule: '0 0 29 2 *', jobTemplate: { spec: job } } }
    case 'DaemonSet':
      return { apiVersion: 'apps/v1', spec: { selector, template } }
    case 'StatefulSet':
      return { apiVersion: 'apps/v1', spec: { serviceName: name, replicas, selector, template } }
    default:
      return { apiVersion: 'apps/v1', spec: { replicas, selector, template } }
  }
}
