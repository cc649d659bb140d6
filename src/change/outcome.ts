import type { ObjectRef } from '../api/object-ref.ts'
import type { GuardName } from './guard.ts'
import type { Advice } from './reach.ts'

/** Contract `kubectl-finalize/v1`, `kind: Outcome`: what a command that writes answers. */
export interface Outcome {
  readonly command: string
  readonly dryRun: DryRun
  /** Everything that was asked for is done (or planned, in a dry run), and nothing that it took was left unread. */
  readonly complete: boolean
  readonly steps: readonly Step[]
}

export type DryRun = 'none' | 'client' | 'server'

/** One change of one object, and what came of it. */
export interface Step {
  readonly ref: ObjectRef
  readonly action: Action
  readonly finalizer?: string
  /** Of an ordered deletion, from 1 on. */
  readonly group?: number
  readonly result: Result
  /** The first that said no. */
  readonly guard?: GuardName
  /** Why it failed, where that is proven: the object is as if nothing had been done, and it is not the server's fault. */
  readonly cause?: 'FinalizerReadded'
  readonly message?: string
  /** What to do about it, after the message. */
  readonly advice?: readonly Advice[]
  /** Path of the file that holds the object as it was. */
  readonly backup?: string
  /** Every id of what stays behind outside of the cluster, as the object has it. */
  readonly leaks?: readonly string[]
  /** Every object that the end of a Namespace by force leaves without it. */
  readonly stranded?: readonly ObjectRef[]
}

export type Action = 'RemoveFinalizer' | 'FinalizeNamespace' | 'Delete' | 'Create'

/** `gone`: there was nothing left to do. `changed`: the object is not the one that was shown. */
export type Result = 'done' | 'planned' | 'refused' | 'failed' | 'gone' | 'changed' | 'timeout' | 'skipped'

const FINISHED: ReadonlySet<Result> = new Set(['done', 'planned', 'gone'])

/** Whether nothing is left to be done of this step. */
export function isFinished({ result }: Step): boolean {
  return FINISHED.has(result)
}
