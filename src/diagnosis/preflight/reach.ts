import { DEFINITIONS } from '../../api/definitions.ts'
import { seenOf } from '../../api/fact.ts'
import type { OwnerReference } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { resourceName } from '../../api/resource-type.ts'
import { eachTogether } from '../answered.ts'
import { once } from '../facts.ts'
import { ownerState } from '../ownership/owner-lookup.ts'
import { podsOn } from '../pods/ending.ts'
import { heldOf, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { reclaimedVolume } from './reclaimed-volume.ts'

export type ReachWhy = 'Target' | 'NamespaceContent' | 'Dependent' | 'Claim' | 'Instance' | 'Volume' | 'NodePod'

/** An object that a deletion would come to, and from which other one. */
export interface Reached {
  readonly held: StuckObject
  readonly why: ReachWhy
  readonly of: ObjectRef
}

/** What was read of the cluster, whether it terminates or not. */
export interface Surroundings {
  readonly everything: readonly StuckObject[]
  /** Whether everything was kept that may name this object as its owner. */
  readonly knowsDependentsOf: (held: StuckObject) => boolean
}

/**
 * Everything that the deletion of the targets reaches, each once, from the targets outwards: content of a namespace,
 * instances of a CRD, dependents without another owner, the reclaimed volume of a claim, the Pods of a node.
 */
export function reachOf(
  targets: readonly StuckObject[],
  { everything, knowsDependentsOf }: Surroundings,
  context: RuleContext,
  orphansDependents = false,
): ReadonlyMap<string, Reached> {
  const reached = new Map<string, Reached>()
  const add = (held: StuckObject, why: ReachWhy, of: ObjectRef, to: StuckObject[]): void => {
    if (reached.has(held.ref.uid)) return
    reached.set(held.ref.uid, { held, why, of })
    to.push(held)
  }
  let level: StuckObject[] = []
  for (const held of targets) add(held, 'Target', held.ref, level)
  const ownedBy = dependentsIn(everything, context)
  while (level.length > 0) {
    const next: StuckObject[] = []
    const found = eachTogether(level, held => [held, broughtAlong(held, context)] as const)
    for (const [held, brought] of found) for (const { held: each, why } of brought) add(each, why, held.ref, next)
    const owners = orphansDependents ? level.filter(held => reached.get(held.ref.uid)?.why !== 'Target') : level
    for (const [owner, dependent] of dependentsOf(owners, { knowsDependentsOf, ownedBy }, context)) {
      if (isLeftTo(dependent, reached, context)) add(dependent, 'Dependent', owner.ref, next)
    }
    level = next
  }
  return reached
}

type Brought = { readonly held: StuckObject; readonly why: ReachWhy }

function broughtAlong(held: StuckObject, context: RuleContext): readonly Brought[] {
  switch (held.ref.resource) {
    case 'namespaces':
      return context
        .contentOf(held.ref.name)
        .held.filter(({ type }) => type.verbs.includes('delete'))
        .map(each => ({ held: each, why: 'NamespaceContent' }))
    case DEFINITIONS:
      return instancesOf(held, context).map(each => ({ held: each, why: 'Instance' }))
    case 'persistentvolumeclaims': {
      const volume = reclaimedVolume(held, context)
      return volume === undefined ? [] : [{ held: volume, why: 'Volume' }]
    }
    case 'nodes':
      return podsOf(held.ref.name, context).map(each => ({ held: each, why: 'NodePod' }))
    default:
      return []
  }
}

/** What is seen of them: that others could not be read makes the answer incomplete by itself. */
function instancesOf({ ref }: StuckObject, context: RuleContext): readonly StuckObject[] {
  const all = context.instancesOf?.(ref.name)
  if (all !== undefined) return all
  const type = context.facts.types.find(each => resourceName(each) === ref.name)
  if (type === undefined) return []
  const metas = seenOf(context.facts.read({ about: 'metadata', resource: ref.name })) ?? []
  return metas.map(meta => context.terminating.get(meta.uid) ?? heldOf(type, meta))
}

/** The garbage collector of Pods ends those of a node that is gone. */
function podsOf(node: string, context: RuleContext): readonly StuckObject[] {
  const type = context.facts.types.find(({ group, plural }) => group === '' && plural === 'pods')
  if (type === undefined) return []
  return podsOn(node, context.facts).map(
    ({ metadata }) => context.terminating.get(metadata.uid) ?? heldOf(type, metadata),
  )
}

type Dependents = ReadonlyMap<string, readonly StuckObject[]>

function dependentsIn(everything: readonly StuckObject[], { facts }: RuleContext): Dependents {
  return once(facts, everything, () => {
    const found = new Map<string, StuckObject[]>()
    for (const held of everything) {
      for (const { uid } of held.meta.ownerReferences ?? []) {
        const known = found.get(uid)
        if (known === undefined) found.set(uid, [held])
        else known.push(held)
      }
    }
    return found
  })
}

/** What the survey kept, and of owners whose dependents it did not keep the answer to one question for all. */
function dependentsOf(
  owners: readonly StuckObject[],
  { knowsDependentsOf, ownedBy }: Pick<Surroundings, 'knowsDependentsOf'> & { readonly ownedBy: Dependents },
  context: RuleContext,
): readonly (readonly [owner: StuckObject, dependent: StuckObject])[] {
  const known = owners.flatMap(owner => (ownedBy.get(owner.ref.uid) ?? []).map(held => [owner, held] as const))
  const others = owners.filter(owner => !knowsDependentsOf(owner))
  if (others.length === 0) return known
  const byUid = new Map(others.map(owner => [owner.ref.uid, owner]))
  const swept = seenOf(context.facts.read({ about: 'dependents', uids: [...byUid.keys()].toSorted() })) ?? []
  const more = swept.flatMap(({ type, meta }) =>
    (meta.ownerReferences ?? []).flatMap(({ uid }) => {
      const owner = byUid.get(uid)
      return owner === undefined ? [] : [[owner, context.terminating.get(meta.uid) ?? heldOf(type, meta)] as const]
    }),
  )
  return [...known, ...more]
}

/** The garbage collector deletes a dependent with its last owner, and no cluster-scoped one for a namespaced owner. */
function isLeftTo(dependent: StuckObject, reached: ReadonlyMap<string, Reached>, context: RuleContext): boolean {
  const owners = dependent.meta.ownerReferences ?? []
  const isCounted = (reference: OwnerReference): boolean => {
    const owner = reached.get(reference.uid)?.held
    if (owner !== undefined) return owner.ref.namespace === undefined || owner.ref.namespace === dependent.ref.namespace
    return ownerState(reference, dependent, context) === 'gone'
  }
  return eachTogether(owners, isCounted).every(Boolean)
}

/** The CRDs in reach, by name: the resources of their instances. */
export function definitionsIn(reach: ReadonlyMap<string, Reached>): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { held } of reach.values()) if (held.ref.resource === DEFINITIONS) names.add(held.ref.name)
  return names
}

/**
 * Whether only the namespace controller deletes an object, after the Pods of its namespace. What a CRD or an owner in
 * reach takes along may be deleted before that.
 */
export function onlyContent(reach: ReadonlyMap<string, Reached>): (held: StuckObject) => boolean {
  const definitions = definitionsIn(reach)
  const isOtherwiseReached = (uid: string): boolean => {
    const owner = reach.get(uid)
    return owner !== undefined && owner.why !== 'NamespaceContent' && owner.held.ref.resource !== 'namespaces'
  }
  return ({ ref, meta }) =>
    reach.get(ref.uid)?.why === 'NamespaceContent' &&
    !definitions.has(ref.resource) &&
    !(meta.ownerReferences ?? []).some(({ uid }) => isOtherwiseReached(uid))
}
