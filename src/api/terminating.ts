import type { ObjectRef } from './object-ref.ts'
import type { Sentence } from './sentence.ts'

/** Contract `kubectl-finalize/v1`: what `list` answers. Times are RFC 3339, durations are seconds. */
export interface TerminatingObject {
  readonly ref: ObjectRef
  readonly deletionTimestamp: string
  readonly deletionGracePeriodSeconds?: number | undefined
  /** Since the deletion was asked for, which for Pods is before deletionTimestamp. */
  readonly ageSeconds: number
  readonly finalizers: readonly Finalizer[]
  readonly owners: readonly Owner[]
}

export interface Finalizer {
  readonly name: string
  /** Namespaces have a second list in their spec, which only /finalize changes. */
  readonly field: 'metadata' | 'spec'
}

export interface Owner {
  readonly ref: ObjectRef
  readonly controller: boolean
  readonly blockOwnerDeletion: boolean
  /** By uid. null: it could not be found out. */
  readonly exists: boolean | null
}

/** A type (or group, as `*.group`) that could not be read, so that nothing is known of it. */
export interface Unreadable {
  readonly resource: string
  readonly namespace?: string | undefined
  readonly reason: string
  /** What the server said, or why it was not asked (src/messages/readings.ts). */
  readonly message: Sentence
}

/** What the server said of it; empty where it was not asked. */
export function serverWords({ message }: Pick<Unreadable, 'message'>): string {
  return typeof message === 'string' ? message : ''
}

/** Everything terminating that one look at the cluster found, and what that look could not see. */
export interface Snapshot {
  readonly takenAt: string
  readonly objects: readonly TerminatingObject[]
  readonly unreadable: readonly Unreadable[]
  /** The namespace that was read in place of the cluster, where the user may not list cluster-wide. */
  readonly fallbackNamespace?: string
  /** The types, as `plural.group`, for which it stands. */
  readonly fallbackTypes?: readonly string[]
  readonly objectsRead: number
  readonly typesRead: number
}

/** What a look at the cluster came to, as far as has to be said beside its answer. */
export interface ReadSummary
  extends Pick<Snapshot, 'unreadable' | 'fallbackNamespace' | 'fallbackTypes' | 'typesRead'> {
  /** The namespace that was asked for. */
  readonly namespace?: string | undefined
  /** Whether the answer holds nothing. */
  readonly empty?: boolean
  readonly interrupted: boolean
  readonly nothingRead?: boolean
}

/** How much was read for an explanation, and how long it took. */
export interface Reading {
  readonly objects: number
  readonly types: number
  readonly seconds: number
}

/** The reason of what a recording or a dump does not hold: nothing that a server said. */
export const NOT_RECORDED = 'NotRecorded'
