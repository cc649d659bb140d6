import { isTrue } from '../../api/condition.ts'
import { seenOf } from '../../api/fact.ts'
import { isOwnedBy, type KubeObject } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { illsOf } from '../../statements/ills.ts'
import { recordOf } from '../../statements/statement.ts'
import { eachTogether } from '../answered.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Clue, type Evidence, toInspect } from '../explanation.ts'
import { once } from '../facts.ts'
import { ownerType } from '../ownership/owner-lookup.ts'
import { referencesOf } from '../references/references.ts'
import { commandLine, describeCommand } from '../shell-quote.ts'
import { isCustom, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'
import { keptOffNode } from '../volumes/node-plugin.ts'
import { podsOf, podTrouble } from '../workloads/health.ts'
import { lastErrorIn } from '../workloads/log-places.ts'
import { type Workload, workloadsOf, workloadsOwnedBy, workloadText } from '../workloads/workloads.ts'
import { MAX_TYPES } from './users.ts'

/** What the object names is asked, and what that names. */
const MAX_STEPS = 2
const MAX_FACTS = 3

/**
 * A custom resource that the object names, or that one of those names, says of itself that it is unhealthy or stopped:
 * a storage location is unavailable, a cluster hibernates. Whether that stops the deletion is not known.
 */
export function ailing({ held, reports: { whole }, context }: Case): Clue | undefined {
  let from: readonly Naming[] = whole === undefined ? [] : [{ held, object: whole, said: 'it' }]
  for (let step = 0; step < MAX_STEPS; step++) {
    const named = from.flatMap(each => namedBy(each, context)).filter(each => each.held.ref.uid !== held.ref.uid)
    const ill = named.find(
      each => each.object.metadata.deletionTimestamp === undefined && illsOf(each.object).length > 0,
    )
    if (ill !== undefined) return clueOfAiling(ill)
    from = named
  }
  return undefined
}

/** An object, and what it is called where it names another. */
export interface Naming {
  readonly held: StuckObject
  readonly object: KubeObject
  readonly said: string
}

interface Named extends Naming {
  readonly path: string
  readonly by: string
}

export function clueOfAiling({ held: { ref }, object, path, by }: Omit<Named, 'said'>): Clue {
  const what = `${ref.kind} ${ref.name}`
  return {
    key: `ailing/${ref.uid}`,
    why: message('NamedIsAiling', { object: what, by }),
    evidence: illsOf(object)
      .slice(0, MAX_FACTS)
      .map(fact => factFrom(ref.resource, 'NamedReports', { object: what, by, path, text: fact })),
    remedy: toInspect(message('FixWhatIsAiling', { object: what }), [describeCommand(ref)]),
  }
}

/** What else there is of a product under a name that the spec has, one list a type and namespace for all who ask. */
export function namedBy({ held, object, said }: Naming, context: RuleContext): readonly Named[] {
  const references = [...referencesOf(held, object, context), ...calledAfterEnd(held, object, context)]
  const named = eachTogether(references, ({ type, namespace, name, path }): readonly Named[] => {
    if (!isCustom({ type }) || !type.verbs.includes('list') || (type.namespaced && namespace === undefined)) return []
    const list = context.facts.read({ about: 'list', resource: resourceName(type), namespace })
    const found = list.state === 'known' ? list.value.find(({ metadata }) => metadata.name === name) : undefined
    const other = found === undefined ? undefined : readHeld(found, context)
    if (found === undefined || other === undefined) return []
    return [{ held: other, object: found, said: `${other.ref.kind} ${name}`, path, by: said }]
  })
  return named.flat()
}

const SHORTEST = 4
const startOf = (kind: string) => kind.slice(0, 5).toLowerCase()

/**
 * `storageLocation: default` of a product with one kind that ends so, or one that begins as its own does;
 * `clusterName`, without such a kind, of any, but where references are read too.
 */
export function calledAfterEnd(
  { ref, type }: StuckObject,
  { spec }: KubeObject,
  { facts }: RuleContext,
  reads: 'names' | 'references too' = 'names',
) {
  return Object.entries(recordOf(spec) ?? {}).flatMap(([field, value]) => {
    const stem = field.replace(/(Ref|Name)$/, '').toLowerCase()
    const called = stem === 'db' ? 'database' : stem
    const { name = value, namespace = ref.namespace } =
      (reads === 'references too' && field.endsWith('Ref') && recordOf(value)) || {}
    if (typeof name !== 'string' || name === '' || called.length < SHORTEST) return []
    const same = facts.types.filter(each => each.group === type.group)
    const all = same.filter(each => each.kind.toLowerCase().endsWith(called))
    const isAlike = ({ kind }: ResourceType) => startOf(kind) === startOf(type.kind)
    const ending = new Set(all.map(resourceName)).size > 1 ? all.filter(isAlike) : all
    if (all.length > 0 && new Set(ending.map(resourceName)).size !== 1) return []
    const others =
      all.length === 0 && reads === 'names' && called === 'cluster' && same.length <= MAX_TYPES ? same : ending
    const place = typeof namespace === 'string' ? namespace : undefined
    return others
      .filter(other => resourceName(other) !== ref.resource)
      .map(other => ({ name, path: `spec.${field}`, type: other, namespace: other.namespaced ? place : undefined }))
  })
}

/**
 * A workload of the object, or of a custom resource that it names, has no ready Pod: operators of databases clean up
 * through the Pods that run them. Or one of its Pods does not get ready, for which an operator may wait before it
 * comes to the deletion (percona/percona-xtradb-cluster-operator#1392), also of a custom resource that it owns
 * (pulumi/pulumi-kubernetes-operator#441). Not what was scaled to zero. Whether that stops the deletion is not known.
 */
export function noReadyPod({ held, reports: { whole }, context }: Case): Clue | undefined {
  if (whole === undefined) return undefined
  const itself = { held, object: whole, said: 'it' }
  for (const owner of [itself, ...namedBy(itself, context), ...ownersBetween(held, context)]) {
    const owned = workloadsOwnedBy(owner.held.ref.uid, context.facts)
    const down = owned.find(isDown)
    // Of Pods without a StatefulSet some may be ill while the others do the work.
    if (down !== undefined && (down.kind !== 'Pod' || owned.every(isDown)))
      return clueOfDown(down, owner.held, troublesOf(down, context))
    for (const workload of owned) {
      const isShort = workload.readyReplicas < workload.wantedReplicas
      const troubles = isShort ? troublesOf(workload, context) : keptOffNode(workload.object, context.facts)
      if (troubles.length > 0) return clueOfDown(workload, owner.held, troubles)
    }
  }
  return undefined
}

/** So many workloads of a namespace that are not ready are followed to what owns their owner. */
const MAX_FOLLOWED = 10

/** What the object owns, and owns a workload that is not ready. */
function ownersBetween({ ref }: StuckObject, context: RuleContext): readonly Pick<Naming, 'held'>[] {
  const { uid, namespace } = ref
  const { facts } = context
  if (namespace === undefined) return []
  const isIll = (each: Workload) =>
    each.namespace === namespace && each.readyReplicas < each.wantedReplicas && each.object.metadata.ownerReferences
  const ill = once(facts, `ill in ${namespace}`, () => workloadsOf(facts).all.filter(isIll).slice(0, MAX_FOLLOWED))
  return eachTogether(ill, ({ object }) => {
    const owner = object.metadata.ownerReferences?.find(({ controller }) => controller)
    const type = owner && ownerType(owner, context)
    if (owner === undefined || type === undefined || !type.namespaced || !isCustom({ type })) return []
    const read = seenOf(facts.read({ about: 'object', resource: resourceName(type), namespace, name: owner.name }))
    const held = read?.metadata.uid === owner.uid && isOwnedBy(read, uid) ? readHeld(read, context) : undefined
    return held === undefined ? [] : [{ held }]
  }).flat()
}

const MAX_TROUBLES = 2
/** More Pods that are not ready are not looked at: each may name other things, which are asked for. */
const MAX_PODS = 5

function troublesOf(workload: Workload, { facts }: RuleContext): readonly Evidence[] {
  const ill = podsOf(workload, facts).filter(
    pod => pod.metadata.deletionTimestamp === undefined && !isTrue(pod, 'Ready'),
  )
  const troubles = eachTogether(ill.slice(0, MAX_PODS), pod => podTrouble(pod, facts))
  const error = lastErrorIn(ill[0], 0, facts)
  return [...troubles.flat().slice(0, MAX_TROUBLES), ...(error === undefined ? [] : [error])]
}

function isDown({ kind, wantedReplicas, readyReplicas }: Workload): boolean {
  return kind !== 'CronJob' && wantedReplicas > 0 && readyReplicas === 0
}

function clueOfDown(down: Workload, { ref }: StuckObject, troubles: readonly Evidence[]): Clue {
  const { kind, namespace, name, wantedReplicas: wanted, readyReplicas: ready } = down
  const text = workloadText(down)
  const owned = { workload: text, owner: `${ref.kind} ${ref.name}`, ready }
  const resource = kind.toLowerCase()
  return {
    key: `no-ready-pod/${down.object.metadata.uid}`,
    why: message('OwnedHasNoReadyPod', owned),
    evidence: [factFrom(`${resource}s`, 'OwnedHasReady', { ...owned, wanted }), ...troubles],
    remedy: toInspect(message('RepairOwned', { workload: text }), [
      commandLine('kubectl', 'describe', resource, name, '-n', namespace),
      commandLine('kubectl', 'get', 'pods', '-n', namespace),
    ]),
  }
}
