import { until } from '../../control-plane/until.ts'
import type { Draft, Thing } from '../rig/api.ts'
import { createCrd, type OwnType } from '../rig/crd.ts'
import { createNamespace } from '../rig/namespace.ts'
import { target, unique } from '../rig/rig.ts'
import type { OwnCluster } from './own-cluster.ts'

/** RFC 3339, so many seconds from now, as controllers write it. */
export const time = (seconds = 0) => new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, '')

/** A condition that turned so many seconds from now. */
export const condition = (type: string, status: string, reason: string, message: string, since = 1) => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: time(since),
})

/** A status with these conditions. */
export const says = (...conditions: readonly object[]) => ({ conditions })

const RBAC = 'rbac.authorization.k8s.io'

/** A type as RBAC names it; those of products have it in their `OwnType` too. */
type Ruled = Pick<OwnType, 'group' | 'plural'>

/** A cluster on which incidents of products are put together; their controllers are fake. */
export type Stage = Awaited<ReturnType<typeof openStage>>

export async function openStage({ api, env }: Pick<OwnCluster, 'api' | 'env'>) {
  const types = new Map<string, Promise<OwnType>>()
  const operators = new Map<string, Promise<Thing>>()

  /** A type of a product by its own name, made once. */
  const type = (group: string, kind: string, options: Parameters<typeof createCrd>[1] = {}): Promise<OwnType> => {
    const known = types.get(`${group}/${kind}`) ?? createCrd(api, { group, kind, ...options })
    types.set(`${group}/${kind}`, known)
    return known
  }

  const namespace = (): Promise<string> => createNamespace(api)

  /** A role for the types with its binding to the account: in the whole cluster, or in one namespace. */
  const grant = async (
    name: string,
    account: { kind: string; namespace?: string; name: string },
    ruled: readonly Ruled[],
    place?: string,
  ): Promise<void> => {
    const apiVersion = `${RBAC}/v1`
    const rules = ruled.flatMap(({ group, plural }) => [
      { apiGroups: [group], resources: [plural], verbs: ['get', 'list', 'watch', 'update', 'patch'] },
      {
        apiGroups: [group],
        resources: [`${plural}/finalizers`, `${plural}/status`],
        verbs: ['update', 'patch'],
      },
    ])
    // As Helm marks what it installs.
    const annotations = { 'meta.helm.sh/release-namespace': account.namespace ?? '' }
    await api.create({ apiVersion, kind: 'ClusterRole', metadata: { name, annotations }, rules })
    const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name }
    const where = place === undefined ? {} : { namespace: place }
    const kind = place === undefined ? 'ClusterRoleBinding' : 'RoleBinding'
    await api.create({ apiVersion, kind, metadata: { name, ...where }, roleRef, subjects: [account] })
  }

  /** An operator that runs and does nothing by itself: its account, its rights on the types, and a ready Pod. Made once. */
  const operator = (name: string, ruled: readonly Ruled[], { within }: { within?: string } = {}): Promise<Thing> => {
    const make = async () => {
      const place = await namespace()
      const metadata = { name, namespace: place }
      await api.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
      await grant(unique(name), { kind: 'ServiceAccount', ...metadata }, ruled, within)
      const containers = [{ name: 'manager', image: `registry.example.com/${name}:v1` }]
      const pod = await api.create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata,
        spec: { serviceAccountName: name, containers },
      })
      return run(pod)
    }
    const known = operators.get(name) ?? make()
    operators.set(name, known)
    return known
  }

  /** What a kubelet would report of a Pod. */
  const run = (pod: Thing, ready: 'True' | 'False' = 'True'): Promise<Thing> => {
    const conditions = [{ type: 'Ready', status: ready, lastTransitionTime: time() }]
    return api.patch(pod, { status: { phase: 'Running', conditions } }, { subresource: '/status' })
  }

  /** Creates the object as this program. */
  const write = async (manager: string, draft: Draft): Promise<Thing> => {
    const path = (await api.pathOf(draft)).replace(/\/[^/]*$/, '')
    return api.send('POST', `${path}?fieldManager=${manager}`, draft)
  }

  /** Writes the status of the object as this program. */
  const say = async (manager: string, thing: Thing, status: object): Promise<Thing> =>
    api.send(
      'PATCH',
      `${await api.pathOf(thing)}/status?fieldManager=${manager}`,
      { status },
      { 'content-type': 'application/merge-patch+json' },
    )

  /** An event of the object, which this reporter saw that often, for the last time now. */
  const tell = (
    reporter: string,
    thing: Thing,
    event: { type?: string; reason: string; message: string },
    count = 29,
  ) =>
    api.create({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: unique('event'), namespace: thing.metadata.namespace ?? 'default' },
      involvedObject: {
        apiVersion: thing.apiVersion,
        kind: thing.kind,
        name: thing.metadata.name,
        uid: thing.metadata.uid,
        ...(thing.metadata.namespace && { namespace: thing.metadata.namespace }),
      },
      type: 'Normal',
      source: { component: reporter },
      count,
      firstTimestamp: time(-3000),
      lastTimestamp: time(1),
      ...event,
    })

  /** Deletes it, and waits until the server has marked it. */
  const drop = async (thing: Thing): Promise<Thing> => {
    await api.delete(thing)
    return api.waitFor(thing, ({ metadata }) => metadata.deletionTimestamp)
  }

  /** Waits until what is written is told from what was written before the deletion: both have whole seconds. */
  const secondsAfter = async ({ metadata }: Thing): Promise<void> => {
    const isLater = async () => (Date.now() >= Date.parse(metadata.deletionTimestamp) + 1000 ? true : undefined)
    await until(isLater, { what: 'the second after the deletion', deadlineSeconds: 10 })
  }

  const whole = (place: string): Thing => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } })

  /** Deletes the namespace, and waits until its controller has come to these. */
  const tearDown = async (place: string, ...things: readonly Thing[]): Promise<Thing> => {
    await api.delete(whole(place))
    for (const thing of things) await api.waitFor(thing, ({ metadata }) => metadata.deletionTimestamp)
    return (await api.get(whole(place)))!
  }

  /** Has all that was written of the object written so long ago; a change beside makes the server take it. */
  const age = async (thing: Thing, seconds: number): Promise<void> => {
    const { metadata } = (await api.get(thing))!
    const managedFields = metadata.managedFields.map((entry: object) => ({ ...entry, time: time(-seconds) }))
    const labels = { ...metadata.labels, written: 'before' }
    await api.send(
      'PATCH',
      `${await api.pathOf(thing)}?fieldManager=kubectl-label`,
      { metadata: { labels, managedFields } },
      { 'content-type': 'application/merge-patch+json' },
    )
  }

  /** A Node with this Ready condition, which no kubelet looks after. */
  const node = async (ready: 'True' | 'Unknown', metadata: object = {}): Promise<Thing> => {
    const made = await api.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: unique('node'), ...metadata } })
    const condition = {
      type: 'Ready',
      status: ready,
      reason: 'Test',
      lastHeartbeatTime: time(),
      lastTransitionTime: time(),
    }
    return api.patch(made, { status: { conditions: [condition] } }, { subresource: '/status' })
  }

  /** A Pod that runs on the node. */
  const podOn = async (node: Thing, place: string, name: string, metadata: object = {}): Promise<Thing> => {
    const spec = { nodeName: node.metadata.name, containers: [{ name: 'main', image: 'none' }] }
    return run(
      await api.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: place, ...metadata }, spec }),
    )
  }

  /** A budget for the Pods with this label, of which there is one, which allows no disruption. */
  const budget = async (place: string, name: string, app: string): Promise<Thing> => {
    const spec = { minAvailable: 1, selector: { matchLabels: { app } } }
    const draft = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name, namespace: place }, spec }
    const made = await api.create(draft)
    const status = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 }
    // The sandbox has no disruption controller.
    if (target().name === 'sandbox') await api.patch(made, { status }, { subresource: '/status' })
    return api.waitFor(made, ({ status }) => status?.expectedPods === 1 && status.currentHealthy === 1)
  }

  /** What a controller does once nothing is in its way: it takes its finalizers off. */
  const finish = async (...things: readonly Thing[]): Promise<void> => {
    for (const thing of things) await api.patch(thing, { metadata: { finalizers: null } }).catch(() => undefined)
  }

  return {
    api,
    env,
    type,
    namespace,
    grant,
    operator,
    run,
    write,
    say,
    tell,
    drop,
    secondsAfter,
    tearDown,
    age,
    node,
    podOn,
    budget,
    finish,
    whole,
  }
}
