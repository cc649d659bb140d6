import type { KubeObject } from '../api/object.ts'
import type { ObjectRef } from '../api/object-ref.ts'
import type { Discovery } from '../cluster/discovery/discovered.ts'
import type { Transport } from '../cluster/transport/transport.ts'
import type { Sentence } from '../messages/sentence.ts'
import type { Step } from '../plan/outcome.ts'
import type { Reach } from '../plan/reach.ts'
import type { Rescue } from '../plan/rescue/rescue.ts'
import type { Clock } from '../terminal.ts'
import type { Journal } from './journal.ts'

/** Port to where objects are kept before they are changed. */
export interface Backups {
  /**
   * Keeps the object as it is, on disk when this resolves, and answers the path; rejects with an Error that says why.
   */
  keep(ref: ObjectRef, object: KubeObject): Promise<string>
  /** Keeps a list of what is left behind, like a backup; a second one of its name replaces it. */
  keepList(name: string, items: readonly LeftBehind[]): Promise<string>
}

/** An object that a change leaves to itself, or that leaves something behind outside of the cluster. */
export interface LeftBehind {
  readonly ref: ObjectRef
  /** Ids of what stays outside of the cluster. */
  readonly leaks?: readonly string[] | undefined
}

/** What is known of the tasks of a plan that came before. */
export interface Before {
  readonly steps: Step[]
  /** Of what was created again: the new uids by the old ones. */
  readonly uids: Map<string, string>
  /** That which the tasks are a part of. */
  rescue?: Rescue
  /** Why no later syncer is suspended, and no later group deleted. */
  halt?: Sentence
}

/** What whoever changes something is lent. */
export interface Tools {
  readonly transport: Transport
  /** What the server serves, for tasks that create objects of any type. */
  readonly discovery?: Discovery | undefined
  readonly clock: Clock
  readonly backups: Backups
  readonly journal: Journal
  /** How the user gets to that cluster. */
  readonly reach: Reach
  /** Aborts when the user interrupts: nothing new is begun. */
  readonly signal: AbortSignal
  /** Ask the server for the change without making it. */
  readonly dryRun: boolean
  /** How long to wait for an object that should go; 0: not at all. */
  readonly waitSeconds: number
}
