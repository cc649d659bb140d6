import type { Sentence } from '../messages/sentence.ts'
import { type Change, isFinished, type Outcome, type Step } from '../plan/outcome.ts'
import type { PlannedChange } from '../plan/planned-change.ts'
import { type Account, accountsOf, keyOf, outcomeOf } from './account.ts'
import type { Recorded, RunStart } from './journal.ts'

/** A run as its journal tells it. */
export interface PastRun {
  readonly run: string
  /** Path of its journal. */
  readonly journal: string
  /** undefined: the line that says so could not be read. */
  readonly begun: RunStart | undefined
  /** The cluster that it changed. */
  readonly place: string | undefined
  /** When the first and the last of its events were recorded. */
  readonly startedAt: string | undefined
  readonly lastAt: string | undefined
  /**
   * `died`: its process is gone, and no end is recorded; a file whose last lines were lost looks the same. `unknown`:
   * nor can it be told whether it still runs.
   */
  readonly result: 'ended' | 'interrupted' | 'running' | 'died' | 'unknown'
  readonly exitCode: number | undefined
  /** The error that ended it. */
  readonly message: Sentence | undefined
  readonly shown: string
  /** How many changes its plans have; undefined: they are not recorded. */
  readonly planned: number | undefined
  /** Those of them, in their order, that were not sent, and are not done without that. */
  readonly unsent: readonly PlannedChange[]
  /** Of which nothing else is recorded either. */
  readonly notBegun: readonly PlannedChange[]
  readonly agreed: readonly { readonly at: string; readonly to: string; readonly by: string }[]
  /** Each change, as often as it was sent. */
  readonly changes: readonly (Change & { readonly at: string })[]
  /** How many changes were sent, each counted once, and of how many of them the result is not known. */
  readonly sent: number
  readonly unknown: number
  readonly steps: readonly Step[]
  /** What it suspended and did not resume, though it did not end well: each as it was, as its journal has it. */
  readonly suspended: readonly string[]
  /** Lines of the journal that could not be read, its beginning among them, but for a torn last one. */
  readonly unreadableLines: number
}

/** From the events of a journal; `isAlive`: whether a process still runs, undefined where that cannot be told. */
export function pastRun(
  run: string,
  journal: string,
  events: readonly Recorded[],
  unreadableLines: number,
  isAlive: (mark: RunStart['process']) => boolean | undefined,
): PastRun {
  const begun = events.find(each => each.event === 'begun')
  const ended = events.findLast(each => each.event === 'ended')
  const accounts = accountsOf(events)
  const outcome = outcomeOf(events)
  const sent = accounts.filter(({ sends }) => sends > 0)
  const interrupted = events.some(each => each.event === 'interrupted')
  const alive = begun && isAlive(begun.process)
  const left = alive === undefined ? 'unknown' : alive ? 'running' : 'died'
  return {
    run,
    journal,
    begun,
    place: events.find(each => each.event === 'connected')?.place,
    startedAt: events[0]?.at,
    lastAt: events.at(-1)?.at,
    result: ended === undefined ? left : interrupted ? 'interrupted' : 'ended',
    exitCode: ended?.exitCode,
    message: ended?.message,
    shown: events.map(each => (each.event === 'shown' ? each.text : '')).join(''),
    ...leftOf(events, accounts, outcome),
    agreed: events.flatMap(each => (each.event === 'agreed' ? [{ at: each.at, to: each.to, by: each.by }] : [])),
    changes: events.flatMap(each =>
      each.event === 'sent' ? each.changes.map(change => ({ at: each.at, ...change })) : [],
    ),
    sent: sent.length,
    unknown: sent.filter(({ isOpen }) => isOpen).length,
    steps: outcome.steps,
    suspended: ended?.exitCode === 0 ? [] : suspendedIn(events, accounts),
    unreadableLines: begun === undefined ? unreadableLines + 1 : unreadableLines,
  }
}

/** How far the plans of a run came, of which this is known. */
function leftOf(events: readonly Recorded[], accounts: readonly Account[], { steps, complete }: Outcome) {
  const plans = events.flatMap(each => (each.event === 'planned' ? each.waves.flat() : []))
  const created = new Set(plans.filter(({ action }) => action === 'Create').map(keyOf))
  // What is created again has another uid in its steps than in the plan.
  const keyIn = ({ ref, ...change }: Change): string => {
    const isCreated = created.size > 0 && created.has(keyOf({ ref, action: 'Create' }))
    return keyOf({ ...change, ref: isCreated ? { ...ref, uid: '' } : ref })
  }
  const planned = new Map(plans.map(each => [keyIn(each), each]))
  const over = new Map(accounts.map(({ step, sends }) => [keyIn(step), sends > 0]))
  for (const step of steps) over.set(keyIn(step), over.get(keyIn(step)) || isFinished(step))
  const unsent = complete ? [] : [...planned].filter(([key]) => !over.get(key))
  return {
    planned: plans.length === 0 ? undefined : planned.size,
    unsent: unsent.map(([, each]) => each),
    notBegun: unsent.filter(([key]) => !over.has(key)).map(([, each]) => each),
  }
}

function suspendedIn(events: readonly Recorded[], accounts: readonly Account[]): readonly string[] {
  const suspensions = accounts.filter(({ step, sends }) => step.action === 'Suspend' && sends > 0)
  const sent = new Set(suspensions.map(({ step }) => step.ref.uid))
  for (const { step } of accounts) if (step.action === 'Resume' && isFinished(step)) sent.delete(step.ref.uid)
  return events.flatMap(each => (each.event === 'suspending' && sent.has(each.uid) ? [each.object] : []))
}
