import { FOREGROUND, ORPHAN } from '../api/builtin-finalizers.ts'
import { NAMESPACE_TYPE } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import { parseApiVersion, type ResourceType } from '../api/resource-type.ts'
import type { CatalogueEntry } from '../diagnosis/catalogue/catalogue.ts'
import { concerns } from '../diagnosis/catalogue/kinds.ts'
import type { DirectCause } from '../diagnosis/direct-causes.ts'
import type { Cause, ExplainedObject } from '../diagnosis/explanation.ts'
import { graphOf } from '../diagnosis/graph.ts'
import { leaksOf } from '../diagnosis/leaks.ts'
import { message } from '../messages/sentence.ts'
import type { FinalizerSubject, GuardName, JudgedFinalizer, Refusal } from './guard.ts'
import { refusalsOf } from './guards/index.ts'
import { type Advice, advised, explainWords, type Reach } from './reach.ts'

/** One object of which finalizers may go, and what the guards say of each. */
export interface JudgedObject {
  readonly ref: ObjectRef
  readonly type: ResourceType
  /** As it was shown. */
  readonly object: KubeObject
  readonly explained: ExplainedObject
  readonly causes: readonly DirectCause[]
  /** What holds it only through the objects that it waits for, most blocking first. */
  readonly roots: readonly Cause[]
  readonly judged: readonly JudgedFinalizer[]
  /** Finalizers that were not chosen. */
  readonly stay: readonly string[]
  /** Named and not there. */
  readonly absent: readonly string[]
  /** For the commands that a plan names. */
  readonly reach: Reach
}

/** What is to happen to the finalizers of one object: shown, agreed to, then done. */
export interface Removal extends JudgedObject {
  /** The finalizers of it that will go: no guard refuses them. */
  readonly allowed: readonly string[]
  /** Those of them that stand in spec.finalizers of a Namespace, which only `/finalize` changes. */
  readonly allowedInSpec: readonly string[]
  /** And the others. */
  readonly allowedInMetadata: readonly string[]
  /** Finalizers that will still be on the object afterwards. */
  readonly left: readonly string[]
  /** Every id that the object has of what stays outside of the cluster when the allowed ones are removed. */
  readonly leaks: readonly string[]
  /** Tells all that holds it. */
  readonly explain: Advice
}

/** The garbage collector's own marks: who takes one off cleans up nothing outside of the cluster. */
const OF_COLLECTOR: ReadonlySet<string> = new Set([FOREGROUND, ORPHAN])

/** The removal that comes of what the guards say. */
export function removalOf(judged: JudgedObject): Removal {
  const { allowed = [], refused = [] } = Object.groupBy(judged.judged, ({ refusals }) =>
    refusals.length === 0 ? 'allowed' : 'refused',
  )
  const inSpec = allowed.filter(({ field }) => field === 'spec').map(({ finalizer }) => finalizer)
  const inMetadata = allowed.filter(({ field }) => field === 'metadata').map(({ finalizer }) => finalizer)
  const names = [...inMetadata, ...inSpec]
  return {
    ...judged,
    allowed: names,
    allowedInSpec: inSpec,
    allowedInMetadata: inMetadata,
    left: [...judged.stay, ...refused.map(({ finalizer }) => finalizer)],
    leaks: names.every(isOfCollector) ? [] : leaksOf(judged.object, idFields(judged.judged)),
    explain: advised(message('SeeAllOfThem'), judged.reach, ...explainWords(judged.ref)),
  }
}

/** Fields of the object that hold ids of what is outside of the cluster, as the catalogue knows them. */
function idFields(judged: readonly JudgedFinalizer[]): readonly string[] {
  return judged.flatMap(({ known }) => known?.ids ?? [])
}

/** Whether the garbage collector put it on. */
export function isOfCollector(finalizer: string): boolean {
  return OF_COLLECTOR.has(finalizer)
}

/** What the user said that a guard listens to. */
export interface Permission {
  readonly overrides: ReadonlySet<GuardName>
  /** Somebody is asked on a terminal and types the name. */
  readonly typedConsent: boolean
}

/**
 * The removals in waves, in which nothing is done too early: blockers first, dependents before their owners, the
 * content of a Namespace before it. Those of one wave do not depend on each other, or only in a circle.
 */
export function removalWaves(removals: readonly Removal[]): readonly (readonly Removal[])[] {
  const byUid = Map.groupBy(removals, ({ ref }) => ref.uid)
  const inNamespace = Map.groupBy(removals, ({ ref }) => ref.namespace)
  const owned = new Map<string, string[]>()
  for (const { ref, object } of removals) {
    for (const { uid } of object.metadata.ownerReferences ?? []) owned.set(uid, [...(owned.get(uid) ?? []), ref.uid])
  }
  const namespaces = new Set(removals.flatMap(({ ref }) => (ref.resource === NAMESPACE_TYPE.plural ? [ref.uid] : [])))
  const graph = graphOf(byUid, ([removal], uid) => {
    const { ref, explained } = removal!
    const before = [...explained.waitingFor.map(waited => waited.ref.uid), ...(owned.get(uid) ?? [])]
    if (namespaces.has(uid)) return [...before, ...(inNamespace.get(ref.name) ?? []).map(each => each.ref.uid)]
    // Whatever names it, a Namespace comes last: no circle of references puts it beside what is in it.
    return before.filter(other => !namespaces.has(other))
  })
  return graph.waves().map(wave => wave.flat())
}

/** What the guards say of one finalizer, given what the user said. */
export function judge(subject: FinalizerSubject, permission: Permission): JudgedFinalizer {
  const all = refusalsOf(subject)
  const refusals = all.filter(refusal => !passes(refusal, permission))
  return {
    finalizer: subject.finalizer,
    field: subject.field,
    refusals,
    passed: all.filter(refusal => !refusals.includes(refusal)),
    known: knownOn(subject),
  }
}

/** A name that another program uses for itself, on a type that the entry is not for, means something else there. */
function knownOn({ known, ref: { apiVersion, kind } }: FinalizerSubject): CatalogueEntry | undefined {
  if (known === undefined) return undefined
  return concerns(known.kinds, `${parseApiVersion(apiVersion).group}/${kind}`) ? known : undefined
}

/** Whether the user has said what it takes to go past this refusal. */
export function passes({ guard, final }: Refusal, { overrides, typedConsent }: Permission): boolean {
  if (final) return false
  return overrides.has(guard) || (guard === 'ControllerUnknown' && typedConsent)
}
