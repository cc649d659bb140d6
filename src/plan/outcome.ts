import type { ObjectRef } from '../api/object-ref.ts'
import type { Sentence } from '../messages/sentence.ts'
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
  readonly finalizer?: string | undefined
  /** Of an ordered deletion, from 1 on. */
  readonly group?: number | undefined
  readonly result: Result
  /** The first that said no. */
  readonly guard?: GuardName | undefined
  /** Why it failed, where that is proven: the object is as if nothing had been done, and the server is not to blame. */
  readonly cause?: 'FinalizerReadded' | undefined
  readonly message?: Sentence | undefined
  /** What to do about it, after the message. */
  readonly advice?: readonly Advice[] | undefined
  /** Path of the file that holds the object as it was. */
  readonly backup?: string | undefined
  /** Every id of what stays behind outside of the cluster, as the object has it. */
  readonly leaks?: readonly string[] | undefined
  /** Every object that the end of a Namespace by force leaves without it. */
  readonly stranded?: readonly ObjectRef[] | undefined
}

export const ACTIONS = [
  'RemoveFinalizer',
  'FinalizeNamespace',
  'Delete',
  'Create',
  // Of a rescue: what is kept in a file, what is held while an object goes and comes again, and what is set back.
  'Keep',
  'ScaleDown',
  'Suspend',
  'Retain',
  'Release',
  'Rebind',
  'RestoreStatus',
  'Adopt',
  'RestorePolicy',
  'ScaleUp',
  'Resume',
] as const

export type Action = (typeof ACTIONS)[number]

/** What a rescue had changed for its time. */
export const SETS_BACK: ReadonlySet<Action> = new Set(['RestorePolicy', 'ScaleUp', 'Resume'])

/** `gone`: there was nothing left to do. `changed`: the object is not the one that was shown. */
export type Result = 'done' | 'planned' | 'refused' | 'failed' | 'gone' | 'changed' | 'timeout' | 'skipped'

/** A step before its result is known. */
export type Change = Omit<Step, 'result' | 'guard' | 'cause' | 'message' | 'advice'> & {
  /** It tells of the run, and is no step of the Outcome. */
  readonly aside?: true | undefined
}

/** What came of a change. */
export type ChangeResult = Pick<Step, 'result' | 'guard' | 'cause' | 'message' | 'advice' | 'backup'>

/** A change with what came of it. What it leaves behind is told only where it may have been done, or would be. */
export function stepOf({ leaks, stranded, ...change }: Change, came: ChangeResult): Step & Pick<Change, 'aside'> {
  const { result } = came
  const mayBeDone = LEAKING.has(result)
  const isUntouched = result === 'changed' || result === 'skipped'
  return { ...change, ...came, leaks: mayBeDone ? leaks : undefined, stranded: isUntouched ? undefined : stranded }
}

const LEAKING: ReadonlySet<Result> = new Set(['planned', 'done', 'timeout', 'failed'])

const FINISHED: ReadonlySet<Result> = new Set(['done', 'planned', 'gone'])

/** Whether nothing is left to be done of this step. */
export function isFinished({ result }: Pick<Step, 'result'>): boolean {
  return FINISHED.has(result)
}

/** No guard refused it, and no other run could do it: nothing is left changed for one. */
export function isHopeless({ result, guard }: ChangeResult): boolean {
  return result === 'refused' && guard === undefined
}
