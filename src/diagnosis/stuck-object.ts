import { deletionAgeSeconds } from '../api/deletion-age.ts'
import { itemsOf } from '../api/fact.ts'
import { KUBERNETES_GROUPS } from '../api/kubernetes-groups.ts'
import { NONE } from '../api/long-lists.ts'
import type { KubeObject, ObjectMeta } from '../api/object.ts'
import { type ObjectRef, refOf } from '../api/object-ref.ts'
import { oncePer } from '../api/once-per.ts'
import { apiVersionOf, type ResourceType } from '../api/resource-type.ts'
import type { Finalizer, Owner, TerminatingObject, Unreadable } from '../api/terminating.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { CauseCode, Evidence, ObjectRefOrSubject, Remedy, Verdict, WaitingFor } from './explanation.ts'
import type { Facts } from './facts.ts'

/** An object that does not go, or that one of those waits for, as the rules look at it. */
export interface StuckObject {
  readonly ref: ObjectRef
  readonly type: ResourceType
  /** With labels, annotations and managedFields, as the scan read it. */
  readonly meta: ObjectMeta
  readonly finalizers: readonly Finalizer[]
  readonly owners: readonly Owner[]
  /** Seconds since its deletion was asked for; undefined when it was not. */
  readonly ageSeconds?: number | undefined
}

/** One reason why an object does not go: a root cause of its own, or other objects that have to go first. */
export interface Blocker {
  readonly verdict: Verdict
  readonly cause?: CauseDraft
  readonly waitingFor?: readonly Waited[]
  /** What could not be read, so that there is no more to say: evidence, should no rule name a cause. */
  readonly missing?: readonly Evidence[]
}

/** A root cause, whose key begins with its code, and how far it keeps the object. */
export function blocker(verdict: Verdict, cause: KeyedDraft): Required<Pick<Blocker, 'verdict' | 'cause'>> {
  return { verdict, cause: { ...cause, code: cause.key.split('/')[0] as CauseCode } }
}

export type KeyedDraft = Omit<CauseDraft, 'code'>

/** The same with something else said of its cause; that is there. */
export function withCause(holding: Blocker, change: Partial<CauseDraft>): Blocker {
  return { ...holding, cause: { ...holding.cause!, ...change } }
}

/** An edge to an object, which comes with all that the rules need to look at it in turn. */
export interface Waited extends WaitingFor {
  readonly held: StuckObject
  /** By which word of its own the one waits for the other. */
  readonly said?: Evidence | undefined
}

/** A cause as one object shows it. Drafts with one `key` are one cause: one thing to repair. */
export interface CauseDraft {
  readonly key: CauseCode | `${CauseCode}/${string}`
  readonly code: CauseCode
  readonly subject: ObjectRefOrSubject
  readonly finalizer?: string | undefined
  /** Or made, as the remedies are, when all objects are known that show it. */
  readonly summary: Sentence | ((direct: readonly DirectlyHeld[]) => Sentence)
  readonly evidence: readonly Evidence[]
  /** Something that it takes to be certain could not be read; the evidence says what. */
  readonly incomplete?: boolean | undefined
  /** And what could be read would not decide it either, were it all there is. */
  readonly undecided?: boolean | undefined
  /** Its controller says that what it has to clean up no longer exists. */
  readonly isGone?: boolean | undefined
  /** A circle: its evidence has each of the waits that lead to it. */
  readonly tellsWaits?: true
  /** Made when all objects of the cause are known; `direct` are those that show it, with the finalizer it holds. */
  readonly remedies: (blocks: readonly ObjectRef[], direct: readonly DirectlyHeld[]) => readonly Remedy[]
}

/** What a cause says of these objects, all of those that show it. */
export function summaryOf({ summary }: CauseDraft, direct: readonly DirectlyHeld[]): Sentence {
  return typeof summary === 'function' ? summary(direct) : summary
}

/** An object that shows a cause itself, and by which finalizer. */
export interface DirectlyHeld extends StuckObject {
  readonly heldBy?: string | undefined
}

/** How many more: one operator may put several on an object. Those of other objects are named with it. */
export function othersOf(first: string, direct: readonly DirectlyHeld[]): number {
  if (direct.some(({ finalizers }) => !finalizers.some(({ name }) => name === first))) return 0
  return new Set(direct.map(({ heldBy }) => heldBy).filter(name => name !== undefined && name !== first)).size
}

export type Rule = (held: StuckObject, context: RuleContext) => readonly Blocker[]

export interface RuleContext {
  readonly facts: Facts
  /** Every object of the cluster that is known to be terminating, by uid. */
  readonly terminating: ReadonlyMap<string, StuckObject>
  /** Those of them that are to be explained for their own sake. */
  readonly asked: readonly StuckObject[]
  /** What the survey could not read, with the server's own words. */
  readonly unreadable: readonly Unreadable[]
  /** What is left in a terminating namespace, terminating or not; not `complete`: there may be more, unread. */
  readonly contentOf: (namespace: string) => { readonly held: readonly StuckObject[]; readonly complete: boolean }
  readonly catalogue: Catalogue
  /** Only before a deletion: the instances of a CRD, as they would be then; undefined: not all of them were read. */
  readonly instancesOf?: ((resource: string) => readonly StuckObject[] | undefined) | undefined
  /** Only before a deletion (`preflight`): what is deleted together with what is asked about. */
  readonly together?: DeletedTogether | undefined
}

/** Where it is told of a cause before a deletion that only the order of deletions decides. */
export const BY_ORDER = message('OrderOfDeletion')

/** What a deletion would reach, as far as rules have to know it. */
export interface DeletedTogether {
  /** Whether the object with this uid would be deleted too. */
  readonly has: (uid: string) => boolean
  /** The same by name; `kind` in small letters. */
  readonly hasNamed: (kind: string, namespace: string | undefined, name: string) => boolean
  /** Whether the server ends all Pods of the one before it deletes the other: else they race. */
  readonly endsFirst: (workload: { readonly namespace: string }, held: StuckObject) => boolean
  /** Uids of what the user would delete himself and the server refuses. */
  readonly refused: ReadonlySet<string>
  /** Uids of what others would delete, and the server refuses that too, as far as it can be asked. */
  readonly refusedToOthers: ReadonlySet<string>
  /** Whether the object with this uid is deleted with the others, but not yet: advice is for before the deletion. */
  readonly isLive: (uid: string) => boolean
}

/** What is known worst wins: one thing that is stuck keeps the object, whatever else goes on. */
const ORDER: readonly Verdict[] = ['stuck', 'unknown', 'waiting', 'progressing']

/** The verdict on an object from all that holds it; `unknown` when nothing is known to hold it. */
export function verdictOf(holdings: readonly Blocker[]): Verdict {
  return ORDER.find(verdict => holdings.some(holding => holding.verdict === verdict)) ?? 'unknown'
}

/** An object for the rules. `described`: what the survey knows of a terminating one (owners, spec.finalizers). */
export function heldOf(type: ResourceType, meta: ObjectMeta, described?: TerminatingObject): StuckObject {
  return {
    ref: described?.ref ?? refOf(type, meta),
    type,
    meta,
    finalizers: described?.finalizers ?? meta.finalizers?.map(name => ({ name, field: 'metadata' as const })) ?? NONE,
    owners: described?.owners ?? NONE,
    ageSeconds: described?.ageSeconds,
  }
}

/** An object that a rule came upon, as the rules look at it: as the survey found it when it is terminating. */
export function heldNow(type: ResourceType, meta: ObjectMeta, { facts, terminating }: RuleContext): StuckObject {
  const surveyed = terminating.get(meta.uid)
  if (surveyed !== undefined) return surveyed
  const held = heldOf(type, meta)
  // Outside of the survey's scope, for example of its namespace, an object may be terminating all the same.
  return meta.deletionTimestamp === undefined ? held : { ...held, ageSeconds: deletionAgeSeconds(meta, facts.now) }
}

/** The same where its type is told by itself; undefined when that is not among those served. */
export function readHeld(object: KubeObject, context: RuleContext): StuckObject | undefined {
  const { apiVersion, kind, metadata } = object
  const { facts, terminating } = context
  const type = facts.types.find(candidate => apiVersionOf(candidate) === apiVersion && candidate.kind === kind)
  return type === undefined ? terminating.get(metadata.uid) : heldNow(type, metadata, context)
}

/**
 * Whether a type is no one of Kubernetes itself, so that its own operator alone looks after it. Types of Kubernetes are
 * everybody's: many may change a ConfigMap who have nothing to do with a finalizer on it.
 */
export function isCustom({ type }: { readonly type: Pick<ResourceType, 'group'> }): boolean {
  return !KUBERNETES_GROUPS.has(type.group)
}

/** An object with its spec and status, from the one list of its type and namespace that tells of its reports too. */
export function wholeOf(
  { ref }: Pick<StuckObject, 'ref'>,
  { facts }: Pick<RuleContext, 'facts'>,
): KubeObject | undefined {
  const { resource, namespace } = ref
  const list = facts.read({ about: 'list', resource, namespace })
  // Not from a part of the list: what an object reports is judged beside all that its controller may do.
  if (list.state !== 'known') return undefined
  return byUid(list.value).get(ref.uid)
}

const byUid = oncePer((list: readonly KubeObject[]) => new Map(list.map(each => [each.metadata.uid, each])))

/** All objects of its type in its namespace, whole; none where they could not be read. */
export function siblingsOf(
  { ref: { resource, namespace } }: { readonly ref: Pick<StuckObject['ref'], 'resource' | 'namespace'> },
  { facts }: Pick<RuleContext, 'facts'>,
): readonly KubeObject[] {
  return itemsOf(facts.read({ about: 'list', resource, namespace }))
}
