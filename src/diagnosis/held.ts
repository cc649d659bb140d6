import type { ObjectMeta } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import type { Finalizer, Owner } from '../api/terminating.ts'
import type { CauseCode, Evidence, ObjectRefOrSubject, Remedy, Verdict, WaitingFor } from './explanation.ts'

/** An object that does not go, or that one of those waits for, as the rules look at it. */
export interface Held {
  readonly ref: ObjectRef
  readonly type: ResourceType
  /** With labels, annotations and managedFields, as the scan read it. */
  readonly meta: ObjectMeta
  readonly finalizers: readonly Finalizer[]
  readonly owners: readonly Owner[]
  /** Seconds since its deletion was asked for; undefined when nobody asked. */
  readonly ageSeconds?: number
}

/** One reason why an object does not go: a root cause of its own, or other objects that have to go first. */
export interface Holding {
  readonly verdict: Verdict
  readonly cause?: CauseDraft
  readonly waitingFor?: readonly Waited[]
}

/** An edge to an object, which comes with all that the rules need to look at it in turn. */
export interface Waited extends WaitingFor {
  readonly held: Held
}

/** A cause as one object shows it. Drafts with one `key` are one cause: one thing to repair. */
export interface CauseDraft {
  readonly key: string
  readonly code: CauseCode
  readonly subject: ObjectRefOrSubject
  readonly finalizer?: string
  readonly summary: string
  readonly evidence: readonly Evidence[]
  /** Made when all objects are known that the cause holds, the directly held ones given whole. */
  readonly remedies: (blocks: readonly ObjectRef[], direct: readonly Held[]) => readonly Remedy[]
}

/** A rule looks at one object and says what holds it; while facts are pending its answer does not count. */
export type Rule = (held: Held, context: RuleContext) => readonly Holding[]

export interface RuleContext {
  readonly facts: import('./facts.ts').Facts
  /** Every object of the cluster that is known to be terminating, by uid. */
  readonly terminating: ReadonlyMap<string, Held>
  /** All that is left in a terminating namespace, terminating or not; undefined when that was not read to its end. */
  readonly contentOf: (namespace: string) => readonly Held[] | undefined
  readonly catalogue: import('./catalogue/catalogue.ts').Catalogue
}
