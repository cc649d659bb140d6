import type { ObjectRef } from '../api/object-ref.ts'
import type { Finalizer, Owner, Unreadable } from '../api/terminating.ts'
import type { Sentence } from '../messages/sentence.ts'
import type { Quote } from '../statements/quote.ts'

/** Contract `kubectl-finalize/v1`, `kind: Explanation`: what `explain` answers. */
export interface Explanation {
  readonly takenAt: string
  readonly server: { readonly version: string }
  readonly unreadable: readonly Unreadable[]
  readonly objects: readonly ExplainedObject[]
  /** Most blocking first. */
  readonly causes: readonly Cause[]
  /** What changed between two looks, when two were asked for. */
  readonly observed?: Observed | undefined
}

export interface Observed {
  readonly seconds: number
  /** What the first look saw terminating and the second did not. */
  readonly gone: readonly ObjectRef[]
  /** What lost a finalizer, or waits for less than before, and is still there. */
  readonly shrunk: readonly ObjectRef[]
}

export interface ExplainedObject {
  readonly ref: ObjectRef
  /** Absent for an object that is part of a chain and not terminating itself. */
  readonly deletionTimestamp?: string | undefined
  /** Since its deletion was asked for. */
  readonly ageSeconds?: number | undefined
  readonly verdict: Verdict
  readonly finalizers: readonly Finalizer[]
  readonly owners: readonly Owner[]
  readonly waitingFor: readonly WaitingFor[]
  /** Ids of causes, those it inherits through the chain included. */
  readonly causes: readonly string[]
}

/**
 * `stuck`: proof that nothing will end this without a change. `progressing`: proof that work goes on. `waiting`: held
 * only by other objects of the chain. `unknown`: not enough could be read or is known.
 */
export type Verdict = 'stuck' | 'progressing' | 'waiting' | 'unknown'

export interface WaitingFor {
  readonly ref: ObjectRef
  readonly reason: WaitReason
}

export type WaitReason =
  | 'NamespaceContent'
  | 'NamespacePods'
  | 'Dependent'
  | 'Instance'
  | 'Consumer'
  | 'Claim'
  | 'Attachment'
  | 'Owned'
  | 'Leader'
  | 'Named'

export interface Cause {
  readonly id: string
  readonly code: CauseCode
  /** What it means for the objects that show it, the worst of them. */
  readonly verdict: Verdict
  readonly subject: ObjectRefOrSubject
  /** That all objects carry which it holds by finalizers. */
  readonly finalizer?: string | undefined
  /** Those by which it holds them, where there is none that all carry: a controller may have one for each type. */
  readonly finalizers?: readonly string[] | undefined
  readonly summary: Sentence
  readonly evidence: readonly Evidence[]
  /** Every object that this holds, directly or through the chain. */
  readonly blocks: readonly ObjectRef[]
  readonly remedies: readonly Remedy[]
}

export type ObjectRefOrSubject = ObjectRef | Subject

/** A thing that may not be an object (any more): a missing workload, a Lease, a Namespace that is gone. */
export interface Subject {
  readonly kind: string
  readonly namespace?: string | undefined
  readonly name: string
}

/** One fact and where it was read. */
export interface Evidence {
  readonly fact: Sentence
  readonly source: Sentence
}

export interface Remedy {
  readonly kind: 'repair' | 'wait' | 'remove' | 'inspect'
  readonly summary: Sentence
  /** To be pasted into a shell as they are. */
  readonly commands: readonly string[]
  readonly risk: 'none' | 'low' | 'medium' | 'high'
  /** What stays behind outside the cluster, with the ids found in the object. */
  readonly leaks: readonly Sentence[]
}

export type CauseCode =
  | 'ControllerMissing'
  | 'ControllerUnhealthy'
  | 'ControllerForbidden'
  | 'CleanupFailing'
  | 'CleanupInProgress'
  | 'ControllerManagerDown'
  | 'ControllerUnknown'
  | 'APIServiceUnavailable'
  | 'WebhookUnavailable'
  | 'RequestDenied'
  | 'ConversionWebhookUnavailable'
  | 'ObjectInvalid'
  | 'PodNodeLost'
  | 'PodTerminating'
  | 'VolumeInUse'
  | 'VolumeDetachFailing'
  | 'DependentAlive'
  | 'InstanceAlive'
  | 'NamespaceMissing'
  | 'FinalizerReadded'
  | 'Undecodable'
  | 'ReferenceMissing'
  | 'FinalizerUnhandled'
  | 'DrainBlocked'
  | 'LeaderMissing'
  | 'OutOfScope'
  | 'Paused'

/** Ends what holds the object, so that its controller goes on by itself. Nothing that is removed by force. */
export function toRepair(
  summary: Sentence,
  commands: readonly string[] = [],
  risk: Remedy['risk'] = 'none',
  leaks: readonly Sentence[] = [],
): Remedy {
  return { kind: 'repair', summary, commands, risk, leaks }
}

/** Changes nothing: shows what decides about the other remedies. */
export function toInspect(summary: Sentence, commands: readonly string[] = []): Remedy {
  return { kind: 'inspect', summary, commands, risk: 'none', leaks: [] }
}

/** It ends by itself; the commands show how far it is. */
export function toWait(summary: Sentence, commands: readonly string[] = []): Remedy {
  return { kind: 'wait', summary, commands, risk: 'none', leaks: [] }
}

/** Removes what waits without what it waits for; `leaks` stays behind outside of the cluster. */
export function toRemove(
  summary: Sentence,
  commands: readonly string[],
  risk: Remedy['risk'],
  leaks: readonly Sentence[] = [],
): Remedy {
  return { kind: 'remove', summary, commands, risk, leaks }
}

/** A text that an object has for its deletion: what is read in it, and what is told of it. */
export interface Said extends Quote {
  readonly evidence: Evidence
}

/** A text as evidence: with what is known of its time, or as it stands. */
export function evidenceOf(quote: Quote | Said): Evidence {
  return 'evidence' in quote ? quote.evidence : { fact: quote.fact, source: quote.source }
}

/** Something in the cluster that may keep a running controller from one object; a restart does not help then. */
export interface Clue {
  /** The same for objects that it is the same for. */
  readonly key: string
  /** What ends the sentence "… runs, and may be unable to remove the finalizer: ". */
  readonly why: Sentence
  readonly evidence: readonly Evidence[]
  readonly remedy: Remedy
  /** In place of what a removal costs otherwise. */
  readonly removal?: Sentence
  /** Nothing is there that could act on the object, whatever else the controller does. */
  readonly isSure?: true
}

export function clueOf(key: string, why: Sentence, fact: Sentence, source: string, remedy: Remedy): Clue {
  return { key, why, evidence: [{ fact, source }], remedy }
}
