import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { Reference } from '../api/reference.ts'
import type { Unreadable } from '../api/terminating.ts'
import type { Cause, ExplainedObject } from '../diagnosis/explanation.ts'
import type { Loss, Preflight } from '../diagnosis/preflight/foreseen.ts'
import type { DeletionGroups } from '../groups/deletion-groups.ts'
import type { Sentence } from '../messages/sentence.ts'
import type { NamespaceEnd } from './namespace-end.ts'
import type { Forecast, LiveGroup, Protection, TakenAlong, Takers, Unread } from './ordered/live-groups.ts'
import type { Advice } from './reach.ts'
import type { Removal } from './removal.ts'
import type { Saved, UidReference, Unit } from './rescue/rescue.ts'
import type { Syncer } from './syncer.ts'

/** What is shown of a plan or said beside it, part by part, as values: a renderer has the words of each. */
export type Section =
  /** After an empty line. */
  | { readonly part: 'paragraph'; readonly sentence: Sentence }
  /** Before an empty line. */
  | { readonly part: 'title'; readonly sentence: Sentence }
  | { readonly part: 'note'; readonly note: Sentence }
  | { readonly part: 'failure'; readonly failure: unknown }
  | { readonly part: 'advice'; readonly advice: Advice }
  | { readonly part: 'unreadable'; readonly entries: readonly Unreadable[] }
  /** What does not come back. */
  | { readonly part: 'lost'; readonly lost: readonly Sentence[] }
  | { readonly part: 'removals'; readonly removals: readonly Removal[] }
  | ({ readonly part: 'losses' } & Losses)
  | ({ readonly part: 'restoration' } & ShownRestoration)
  | { readonly part: 'rescue'; readonly rescue: ShownRescue }
  | ({ readonly part: 'namespaceRescue' } & ShownNamespaceRescue)
  | { readonly part: 'namespaceCauses'; readonly namespace: ExplainedObject; readonly causes: readonly Cause[] }
  | { readonly part: 'namespaceEnd'; readonly end: NamespaceEnd }
  | ({ readonly part: 'cure' } & ShownCure)
  | { readonly part: 'replay'; readonly plan: ReplayPlan }
  | ({ readonly part: 'preflight' } & ShownPreflight)
  | { readonly part: 'syncers'; readonly syncers: readonly Syncer[] }

/** What is destroyed by a change, and what could not be read of it. */
export interface Losses {
  readonly losses: readonly Loss[]
  readonly unread: readonly Unreadable[]
}

/** An object of a backup as it will be sent. */
export interface ShownRestoration {
  readonly ref: ObjectRef
  readonly object: KubeObject
  /** References that are left out. */
  readonly dropped: readonly Reference[]
}

/** With the object as it will be sent. */
export interface ShownUnit extends Unit {
  readonly created: KubeObject
}

/** What is shown before a rescue. */
export interface ShownRescue {
  readonly units: readonly ShownUnit[]
  readonly volumes: readonly Saved[]
  readonly controllers: readonly Saved[]
  /** Those of them that the rescue stops, and starts at its end. */
  readonly stopped: readonly Saved[]
  readonly dependents: readonly Saved[]
  readonly references?: readonly UidReference[] | undefined
  readonly causes: readonly Cause[]
  readonly lost: readonly Sentence[]
  /** What something that is left names and does not exist any more. */
  readonly missing: readonly Sentence[]
  /** What the server rejects while controllers are stopped. */
  readonly rejected?: readonly Sentence[] | undefined
  /** The run that began it. */
  readonly continues: string | undefined
  /** All of it is there again already. */
  readonly isSaved?: true | undefined
}

/** What is done with a namespace, in lines of a label and a text each; the rest of many is counted by its noun. */
export interface ShownNamespaceRescue {
  readonly title: Sentence
  readonly lines: readonly (readonly [label: string, texts: readonly Sentence[], noun: string])[]
}

/** What the cure of a namespace that was ended by force does. */
export interface ShownCure {
  readonly ref: ObjectRef
  readonly deleted: readonly string[]
  readonly stays: readonly string[]
  /** How many objects have finalizers removed. */
  readonly removals: number
}

/** Groups that were read, and what the cluster has of them. */
export interface ReadGroups {
  /** File or object in which the groups are written. */
  readonly place: string
  readonly groups: DeletionGroups<Sentence>
  readonly live: readonly LiveGroup[]
  readonly protections: readonly Protection[]
  /** What goes with Namespaces and CRDs of the groups. */
  readonly taken: readonly TakenAlong[]
  readonly takers: Takers
  /** What is destroyed with all of these objects. */
  readonly losses: Losses
  /** What could not be read of what the resource owns. */
  readonly unread: readonly Unread[]
}

export interface ReplayPlan extends ReadGroups {
  readonly subject: string
  readonly timeoutSeconds: number | undefined
  readonly timeoutPerGroup: boolean
  /** What becomes of the resource's own finalizers afterwards; undefined: they are not to be removed. */
  readonly afterwards: Forecast | undefined
}

export interface ShownPreflight {
  readonly preflight: Preflight
  /** What would be left, for the chains of the causes. */
  readonly objects: readonly ExplainedObject[]
  /** The command whose answer holds all of it. */
  readonly everything: string
}
