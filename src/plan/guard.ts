import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { Owner } from '../api/terminating.ts'
import type { NamespaceContent } from '../cluster/namespace-content.ts'
import type { CatalogueEntry } from '../diagnosis/catalogue/catalogue.ts'
import type { DirectCause } from '../diagnosis/direct-causes.ts'
import type { WaitingFor } from '../diagnosis/explanation.ts'
import type { Sentence } from '../messages/sentence.ts'
import type { Rejection } from '../statements/rejection.ts'
import type { Advice, Reach } from './reach.ts'

/** Guards of contract.md 4: each can refuse a change, and says why and what would change its answer. */
export type GuardName =
  | 'NotTerminating'
  | 'ProtectedFinalizer'
  | 'ControllerAlive'
  | 'ControllerUnknown'
  | 'WouldBeRejected'
  | 'NamespaceNotEmpty'
  | 'IncompleteRead'
  | 'WouldBeUndone'
  | 'Changed'
  | 'RepairFirst'
  | 'WouldGetStuck'
  | 'LosesData'
  | 'BelongsToOthers'

/** Those that `--override` can pass. */
export const OVERRIDABLE = [
  'ProtectedFinalizer',
  'ControllerAlive',
  'ControllerUnknown',
  'NamespaceNotEmpty',
  'IncompleteRead',
  'RepairFirst',
  'WouldGetStuck',
  'LosesData',
  'BelongsToOthers',
] as const satisfies readonly GuardName[]

/** Those that nothing can pass. */
export const FINAL: readonly GuardName[] = ['NotTerminating', 'WouldBeRejected', 'WouldBeUndone', 'Changed']

export interface Refusal {
  readonly guard: GuardName
  /** Why not, in a sentence without a full stop. */
  readonly why: Sentence
  /** What would change the answer, in words or with commands; without it nothing but `--override` does. */
  readonly instead?: Sentence | readonly Advice[]
  /** Id of the cause whose repair that is. */
  readonly cause?: string
  /** Cannot be overridden here, though the guard can elsewhere. */
  readonly final?: true
  /** Is not to be overridden yet, for another run would do without: nothing tells how. */
  readonly unoffered?: true
}

/** All that is known of one finalizer on one object when its removal is asked for. */
export interface FinalizerSubject {
  readonly ref: ObjectRef
  /** As the server had it when it was shown. */
  readonly object: KubeObject
  readonly finalizer: string
  readonly field: 'metadata' | 'spec'
  readonly owners: readonly Owner[]
  /** What the catalogue has of the finalizer. */
  readonly known?: CatalogueEntry | undefined
  /** What is lost when it is removed while the object is in use, for a finalizer known to protect it from that. */
  readonly lossInUse?: string | undefined
  /** Causes that hold the object by this finalizer, or whole. */
  readonly causes: readonly DirectCause[]
  /** What the object waits for, whoever deletes it. */
  readonly waitingFor?: readonly WaitingFor[]
  /** What the server said to a dry run; undefined: it was not asked, the patch cannot even be made. */
  readonly probe: Probe | undefined
  /** Of a Namespace of which a finalizer in the spec is to go: what is left in it. */
  readonly content?: NamespaceContent | undefined
  /** For the commands that a refusal names; those of the causes have theirs already. */
  readonly reach: Reach
}

/** One chosen finalizer, and what the guards say. */
export interface JudgedFinalizer {
  readonly finalizer: string
  readonly field: 'metadata' | 'spec'
  /** Guards that say no, after overrides. Empty: it may go. */
  readonly refusals: readonly Refusal[]
  /** Guards that said no and were passed. */
  readonly passed: readonly Refusal[]
  /** What the catalogue has of it on objects of this kind. */
  readonly known?: CatalogueEntry | undefined
}

/** The server's answer to the dry run of a patch. */
export type Probe = { readonly accepted: true; readonly finalizersLeft: readonly string[] } | RefusedProbe

export interface RefusedProbe {
  readonly accepted: false
  readonly code: number
  readonly rejection: Rejection
  readonly message: Sentence
  /** It may be only that the object is not in the state any more that was asked about. */
  readonly ofPast?: boolean
}

/** Says no, or nothing. Pure: what it has to know was read before. */
export type Guard = (subject: FinalizerSubject) => Refusal | undefined
