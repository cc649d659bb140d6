import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { type Fact, seenOf } from '../../api/fact.ts'
import { createdAt, type ObjectMeta, type OwnerReference } from '../../api/object.ts'
import { parseApiVersion, type ResourceType, resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../facts.ts'
import { isProgram, writerOf } from '../managers.ts'
import { heldNow, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'

/**
 * An owner as the garbage collector sees it: `waiting` deletes its dependents in the foreground, `solid` exists and
 * keeps them (also while it terminates otherwise), `gone` does not exist, `unserved` has a kind that is not served.
 */
export type OwnerState = 'waiting' | 'solid' | 'gone' | 'unserved' | 'unknown'

export function deletesInForeground({ meta }: Pick<StuckObject, 'meta'>): boolean {
  return meta.deletionTimestamp !== undefined && (meta.finalizers ?? []).includes(FOREGROUND)
}

/** The type that an ownerReference names; undefined when the server does not serve it. */
export function ownerType({ apiVersion, kind }: OwnerReference, { facts }: RuleContext): ResourceType | undefined {
  const { group, version } = parseApiVersion(apiVersion)
  const ofKind = facts.types.filter(type => type.group === group && type.kind === kind)
  return ofKind.find(type => type.version === version)
}

/** The type that is meant: some controllers write the kind in lower case, of which the garbage collector knows none. */
export function typeMeant(owner: OwnerReference, context: RuleContext): ResourceType | undefined {
  const { group } = parseApiVersion(owner.apiVersion)
  const isMeant = (type: ResourceType) => type.group === group && type.kind.toLowerCase() === owner.kind.toLowerCase()
  return ownerType(owner, context) ?? context.facts.types.find(isMeant)
}

/** Looked up as the garbage collector does: by name in the dependent's namespace, or cluster-wide, then by uid. */
export function ownerState(owner: OwnerReference, dependent: StuckObject, context: RuleContext): OwnerState {
  const type = ownerType(owner, context)
  const { facts, terminating } = context
  if (type === undefined)
    return facts.unknownGroups.has(parseApiVersion(owner.apiVersion).group) ? 'unknown' : 'unserved'
  const namespace = type.namespaced ? dependent.ref.namespace : undefined
  const known = terminating.get(owner.uid)
  if (known !== undefined && known.ref.namespace === namespace) return deletesInForeground(known) ? 'waiting' : 'solid'
  const read = facts.read({ about: 'object', resource: resourceName(type), namespace, name: owner.name })
  if (read.state === 'unreadable') return 'unknown'
  if (read.state !== 'known' || read.value.metadata.uid !== owner.uid) return 'gone'
  // Outside of what was asked for an owner may be terminating all the same.
  return deletesInForeground({ meta: read.value.metadata }) ? 'waiting' : 'solid'
}

/**
 * The dependents that block the foreground deletion of this owner: with blockOwnerDeletion=true, of types that the
 * garbage collector watches. The answer costs a sweep over all types, so all owners of the survey are one question;
 * others are one each, which the reader sweeps for together.
 */
export function blockingDependents(owner: StuckObject, context: RuleContext): Fact<readonly StuckObject[]> {
  const isSurveyed = context.terminating.has(owner.ref.uid)
  if (!isSurveyed) ownersOutside(context).set(owner.ref.uid, owner)
  const byOwner = isSurveyed
    ? once(context.facts, 'blocking dependents', () => readByOwner(foregroundOwners(context), context))
    : readByOwner([owner.ref.uid], context)
  if (byOwner.state === 'known') return { state: 'known', value: byOwner.value.get(owner.ref.uid) ?? [] }
  return byOwner.state === 'unreadable' ? { ...byOwner, part: byOwner.part?.get(owner.ref.uid) } : byOwner
}

/** Read once a round: with thousands of uids the question itself is long. */
function readByOwner(uids: readonly string[], context: RuleContext): Fact<ReadonlyMap<string, readonly StuckObject[]>> {
  const dependents = context.facts.read({ about: 'dependents', uids })
  const seen = seenOf(dependents)
  if (dependents.state === 'absent') return dependents
  const asked = new Set(uids)
  const found = new Map<string, StuckObject[]>()
  for (const { type, meta } of seen ?? []) {
    if (!isWatched(type)) continue
    const held = heldNow(type, meta, context)
    for (const uid of blockedOwners(meta)) if (asked.has(uid)) append(found, uid, held)
  }
  return dependents.state === 'known' ? { state: 'known', value: found } : { ...dependents, part: found }
}

/** Those of its blocking dependents that the survey saw terminating, whatever else could not be read. */
export function terminatingDependents(owner: StuckObject, context: RuleContext): readonly StuckObject[] {
  const byOwner = once(context.facts, 'terminating dependents', () => {
    const found = new Map<string, StuckObject[]>()
    for (const held of context.terminating.values()) {
      if (isWatched(held.type)) for (const uid of blockedOwners(held.meta)) append(found, uid, held)
    }
    return found
  })
  return byOwner.get(owner.ref.uid) ?? []
}

/** The owners, deleted in the foreground, that this object blocks. */
export function ownersBlockedBy({ meta }: StuckObject, context: RuleContext): readonly StuckObject[] {
  return blockedOwners(meta)
    .map(uid => context.terminating.get(uid) ?? ownersOutside(context).get(uid))
    .filter(owner => owner !== undefined)
    .filter(deletesInForeground)
}

/** A workload of an operator has two levels below it. */
const MAX_LEVELS = 3
const MAX_OWNERS = 5

/**
 * The owner, deleted in the foreground, for which a program created this object, or what owns it, long after that was
 * asked for: whatever the garbage collector deletes comes back. In the first half minute it may not have seen that.
 */
export function createdLate(held: StuckObject, context: RuleContext): CreatedLate | undefined {
  if (blockedOwners(held.meta).length === 0) return undefined
  // Owners may own each other: whoever may create objects can have a hundred of them that all do.
  const seen = new Set([held.ref.uid])
  let level: readonly StuckObject[] = [held]
  for (let above = 0; above <= MAX_LEVELS && level.length > 0; above += 1) {
    const owners = level.map(each => ownersBlockedBy(each, context))
    const late = level.map((each, index) => lateFor(each, owners[index]!, context)).find(each => each)
    if (late !== undefined) return late
    const next = owners.flatMap(each => each.slice(0, MAX_OWNERS)).filter(({ ref }) => !seen.has(ref.uid))
    level = [...new Set(next)]
    for (const { ref } of level) seen.add(ref.uid)
  }
  return undefined
}

function lateFor(held: StuckObject, owners: readonly StuckObject[], context: RuleContext): CreatedLate | undefined {
  const age = (context.facts.now.getTime() - createdAt(held.meta)) / 1000
  const owner = owners.find(({ ageSeconds = 0 }) => age <= ageSeconds - EARLY_SECONDS)
  const manager = owner && writerOf(held.meta, ['f:metadata', 'f:ownerReferences'])?.manager
  if (owner === undefined || manager === undefined || !isProgram(manager)) return undefined
  return fateOf(held, context).fate === 'deleted' ? { owner, dependent: held, manager } : undefined
}

export type CreatedLate = Readonly<Record<'owner' | 'dependent', StuckObject> & Record<'manager', string>>

/** Each uid once; a missing or false blockOwnerDeletion never blocks (kubernetes-deletion.md 3). */
function blockedOwners({ ownerReferences = [] }: ObjectMeta): readonly string[] {
  return [...new Set(ownerReferences.filter(owner => owner.blockOwnerDeletion === true).map(({ uid }) => uid))]
}

function foregroundOwners({ terminating }: RuleContext): readonly string[] {
  return [...terminating.values()]
    .filter(deletesInForeground)
    .map(({ ref }) => ref.uid)
    .toSorted()
}

function isWatched({ verbs }: ResourceType): boolean {
  return ['delete', 'list', 'watch'].every(verb => verbs.includes(verb))
}

/**
 * Owners outside of what was asked for, to which a chain led, or deleted since: a dependent is looked at after its
 * owner, and so finds it here.
 */
function ownersOutside({ facts }: RuleContext): Map<string, StuckObject> {
  return once(facts, 'foreground owners outside of the survey', () => new Map())
}

function append(lists: Map<string, StuckObject[]>, key: string, value: StuckObject): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/**
 * What the garbage collector does about a living dependent of an owner that waits for it: it deletes it, or frees the
 * owner by taking its reference out (when another owner keeps the dependent), or never touches it.
 */
export type Fate =
  | { readonly fate: 'deleted' | 'unknown' }
  | { readonly fate: 'released' | 'untouched'; readonly why: Evidence }

/** By the collector's own rules (kubernetes-deletion.md 3), without asking whether it works. */
export function fateOf(dependent: StuckObject, context: RuleContext): Fate {
  const object = `${dependent.ref.kind} ${dependent.ref.name}`
  const owners = dependent.meta.ownerReferences ?? []
  const misplaced = owners.find(owner => !dependent.type.namespaced && ownerType(owner, context)?.namespaced)
  if (misplaced !== undefined) {
    const owner = `${misplaced.kind} ${misplaced.name}`
    const fact = message('OwnerMisplaced', { object, owner })
    return { fate: 'untouched', why: { fact, source: 'ownerReferences' } }
  }
  const states = eachTogether(owners, owner => ({ owner, state: ownerState(owner, dependent, context) }))
  const unserved = states.find(({ state }) => state === 'unserved')
  if (unserved !== undefined) {
    const { apiVersion, kind, name } = unserved.owner
    const fact = message('OwnerNotServed', { object, owner: `${kind} ${name}`, apiVersion })
    return { fate: 'untouched', why: { fact, source: 'ownerReferences' } }
  }
  const solid = states.find(({ state }) => state === 'solid')
  if (solid !== undefined) {
    const { kind, name } = solid.owner
    return { fate: 'released', why: factFrom('ownerReferences', 'OwnedByOther', { owner: `${kind} ${name}` }) }
  }
  return { fate: states.some(({ state }) => state === 'unknown') ? 'unknown' : 'deleted' }
}
