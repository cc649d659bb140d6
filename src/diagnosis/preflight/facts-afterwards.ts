import type { V1EndpointSlice } from '@kubernetes/client-node'
import type { AnswerTo, Dependent, Fact, Query } from '../../api/fact.ts'
import type { KubeObject, ObjectMeta } from '../../api/object.ts'
import { NOT_ANSWERED } from '../answered.ts'
import type { Facts } from '../facts.ts'

/** What would be of an object: it is gone, it terminates with these metadata, or (undefined) it is as today. */
export type Afterwards = 'gone' | ObjectMeta | undefined

export interface World {
  readonly afterwards: (uid: string) => Afterwards
  /** Whether the Pod with this uid would be gone, and none come in its place. */
  readonly podIsGone: (uid: string) => boolean
  /** Whether the APIService with this uid would have nothing behind it any more. */
  readonly isUnserved: (uid: string) => boolean
  /** What a dry run would be answered then, where that differs from today. */
  readonly answerTo: (query: Query, today: Facts) => Fact<unknown> | undefined
}

/**
 * The cluster's facts after the deletion: what is gone is absent, what terminates says so. Roles and workloads stay as
 * they are today: they tell whose a finalizer is, and that they go too is told by `DeletedTogether`.
 */
export function factsAfterwards(today: Facts, world: World): Facts {
  const { now, types, unknownGroups, unanswered } = today
  // A list is asked for thousands of times, and changed once.
  const known = new WeakMap<Fact<unknown>, Fact<unknown>>()
  const read = (query: Query): Fact<unknown> => {
    const answer = world.answerTo(query, today)
    if (answer !== undefined) return answer
    const fact: Fact<unknown> = today.read(query)
    if (fact === NOT_ANSWERED) return fact
    const after = known.get(fact) ?? changed(query, fact, world)
    known.set(fact, after)
    return after
  }
  return { now, types, unknownGroups, unanswered, read: read as Facts['read'] }
}

/** By these it is found out whose a finalizer is. */
const TODAY: ReadonlySet<string> = new Set([
  ...['deployments.apps', 'statefulsets.apps', 'daemonsets.apps', 'replicasets.apps', 'cronjobs.batch', 'jobs.batch'],
  ...['pods', 'serviceaccounts', 'leases.coordination.k8s.io', 'events', 'events.events.k8s.io'],
  ...['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map(name => `${name}.rbac.authorization.k8s.io`),
])

function changed(query: Query, fact: Fact<unknown>, world: World): Fact<unknown> {
  if (!('resource' in query) && query.about !== 'dependents') return fact
  if ('resource' in query && TODAY.has(query.resource)) return fact
  switch (query.about) {
    case 'object':
      return one(fact as Fact<AnswerTo<typeof query>>, object => objectAfterwards(object, world))
    case 'list':
      return many(fact as Fact<AnswerTo<typeof query>>, object => objectAfterwards(object, world))
    case 'existence':
      return one(fact as Fact<AnswerTo<typeof query>>, meta => metaAfterwards(meta, world))
    case 'metadata':
      return many(fact as Fact<AnswerTo<typeof query>>, meta => metaAfterwards(meta, world))
    case 'dependents':
      return many(fact as Fact<readonly Dependent[]>, ({ type, meta }) => {
        const after = metaAfterwards(meta, world)
        return after && { type, meta: after }
      })
    default:
      return fact
  }
}

function metaAfterwards(meta: ObjectMeta, { afterwards }: World): ObjectMeta | undefined {
  const after = afterwards(meta.uid)
  return after === 'gone' ? undefined : (after ?? meta)
}

function objectAfterwards(object: KubeObject, world: World): KubeObject | undefined {
  const metadata = metaAfterwards(object.metadata, world)
  if (metadata === undefined) return undefined
  const same = metadata === object.metadata ? object : { ...object, metadata }
  if (object.kind === 'APIService' && world.isUnserved(metadata.uid)) return unavailable(same)
  return object.kind === 'EndpointSlice' ? withoutGonePods(same, world) : same
}

/** As kube-aggregator marks one whose Service has nothing behind it. */
function unavailable(object: KubeObject): KubeObject {
  const condition = { type: 'Available', status: 'False', reason: 'MissingEndpoints', isForeseen: true }
  return { ...object, status: { ...(object.status as object | undefined), conditions: [condition] } }
}

/** The controller of EndpointSlices takes out what no Pod is behind any more. */
function withoutGonePods(object: KubeObject, { podIsGone }: World): KubeObject {
  const { endpoints } = object as unknown as V1EndpointSlice
  const isLeft = (endpoint: { targetRef?: { uid?: string } }): boolean => !podIsGone(endpoint.targetRef?.uid ?? '')
  if (!Array.isArray(endpoints) || endpoints.every(isLeft)) return object
  return { ...object, endpoints: endpoints.filter(isLeft) }
}

function one<Value>(fact: Fact<Value>, change: (value: Value) => Value | undefined): Fact<Value> {
  if (fact.state !== 'known') return fact
  const value = change(fact.value)
  if (value === fact.value) return fact
  return value === undefined ? { state: 'absent' } : { state: 'known', value }
}

function many<Item>(fact: Fact<readonly Item[]>, change: (item: Item) => Item | undefined): Fact<readonly Item[]> {
  const changeAll = (items: readonly Item[]): readonly Item[] => items.flatMap(item => change(item) ?? [])
  if (fact.state === 'known') return { state: 'known', value: changeAll(fact.value) }
  return fact.state === 'unreadable' && fact.part !== undefined ? { ...fact, part: changeAll(fact.part) } : fact
}
