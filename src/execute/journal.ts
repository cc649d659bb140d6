import type { ProcessMark } from '../host.ts'
import { message, type Sentence, sentenceOf, Trouble } from '../messages/sentence.ts'
import type { Change, DryRun, Outcome, Step } from '../plan/outcome.ts'
import type { PlannedChange } from '../plan/planned-change.ts'
import type { Advice } from '../plan/reach.ts'

/**
 * The account of one run: every event, in order. It outlives whatever ends the run, so that what was done is reported;
 * from the first change on it is on disk too (`keepIn`), even after a kill. `outcomeOf` makes the Outcome of it.
 */
export interface Journal {
  /** The name of the run, which its backups begin with. */
  readonly run: string
  readonly events: readonly Recorded[]
  /** Whether a change was sent, be it in vain. */
  readonly wrote: boolean
  /** Where it is kept on disk; a run that sends no change leaves nothing there. */
  keepIn(ledger: Ledger): void
  record(event: Event): void
  /**
   * These changes go out next, in one request; their outcome is unknown until `note`. `look` says how to find out. It
   * is on disk when this resolves; rejects with an Error when it cannot be: then the request must not be sent.
   */
  sent(changes: readonly Change[], look: Advice): Promise<void>
  /** What is known of changes by now; a later note of the same change takes the place of an earlier one. */
  note(steps: readonly Step[]): void
  /** A second interrupt ends the process at once. */
  endNow(exitCode: number): void
  /** The Outcome as it is printed, for an end after which nothing can be loaded any more. */
  tellAs?: (outcome: Outcome) => object
  /** Whether the Outcome was printed: it is printed once, whatever ends the run after that. */
  isTold: boolean
  /** Nothing more is recorded. Resolves when everything is on disk; rejects with an Error when something is not. */
  close(): Promise<void>
}

export type Event =
  | ({ readonly event: 'begun' } & RunStart)
  /** Which cluster it speaks to; the first is that of the run. */
  | { readonly event: 'connected'; readonly place: string }
  /** The plan, or a part of it, as it was on the screen. */
  | { readonly event: 'shown'; readonly text: string }
  /** All that it does, wave after wave, before any of it is begun; after the tasks what depends on them. */
  | { readonly event: 'planned'; readonly waves: readonly (readonly PlannedChange[])[] }
  | { readonly event: 'agreed'; readonly to: string; readonly by: string }
  /** It was asked for, and not given: the wrong word, an interrupt, or no terminal to ask on. */
  | { readonly event: 'declined'; readonly to: string; readonly why: 'refused' | 'interrupted' | 'unasked' }
  | { readonly event: 'sent'; readonly changes: readonly Change[]; readonly look: Advice }
  /** An interrupt came before the request went out. */
  | { readonly event: 'withheld'; readonly changes: readonly Change[] }
  | { readonly event: 'known'; readonly steps: readonly (Step & Pick<Change, 'aside'>)[] }
  /** What the command answers, in the order of its plan. `whole`: nothing of what was asked for was left unread. */
  | { readonly event: 'settled'; readonly steps: readonly Step[]; readonly whole: boolean }
  /** Everything that a rescue needs to go on after whatever ended it, as `formatRescue` writes it. */
  | { readonly event: 'rescue'; readonly state: string }
  /** Nothing of it is left to be done. */
  | { readonly event: 'rescued' }
  /** A syncer as it was, before its suspension is sent. */
  | { readonly event: 'suspending'; readonly uid: string; readonly object: string }
  | { readonly event: 'interrupted' }
  | { readonly event: 'ended'; readonly exitCode: number; readonly message?: Sentence | undefined }

export interface RunStart {
  readonly run: string
  readonly command: string
  readonly dryRun: DryRun
  /** The whole command, as it can be pasted; without secrets. */
  readonly commandLine: string
  readonly version: string
  readonly process: ProcessMark
}

/** An event, and when it was recorded (RFC 3339). */
export type Recorded = Event & { readonly at: string }

/** Port to the file of one run. */
export interface Ledger {
  /**
   * Adds lines, which outlive this process when it resolves, and with `onDisk` the machine as well, they and all before
   * them. Rejects with the system's Error.
   */
  append(lines: string, onDisk: boolean): Promise<void>
  /** The same before the process ends at once; as far as that can be done. */
  appendNow(lines: string): void
  close(): Promise<void>
}

/** `20260115T120000Z-5e2d1c`: names sort by time, and no two runs have the same. */
export function runName(now: Date): string {
  // Not secret, only distinct within a second, and sorted by time. node:crypto would take a tenth of the whole start.
  const unlike = Math.floor((now.getMilliseconds() / 1000) * 0x100) * 0x10000 + Math.floor(Math.random() * 0x10000)
  return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${unlike.toString(16).padStart(6, '0')}`
}

export function createJournal(run: string, now: () => Date): Journal {
  const events: Recorded[] = []
  let unwritten: readonly Recorded[] = []
  let ledger: Ledger | undefined
  let sends = 0
  let last: Promise<void> = Promise.resolve()
  const write = (onDisk: boolean): Promise<void> => {
    const lines = unwritten
    if (ledger === undefined || (lines.length === 0 && !onDisk)) return last
    unwritten = []
    last = ledger.append(linesOf(lines), onDisk).catch(error => {
      // Should it go better the next time, the account is whole.
      unwritten = [...lines, ...unwritten]
      throw error
    })
    // It is told by `kept`, or by the next change that cannot be written.
    last.catch(() => undefined)
    return last
  }
  const record = (event: Event, onDisk = false): Recorded => {
    const recorded = { at: now().toISOString(), ...event }
    unwritten = [...unwritten, recorded]
    // What comes before the first change waits for it.
    if (sends > 0) write(onDisk)
    return recorded
  }
  const journal: Journal = {
    run,
    isTold: false,
    events,
    get wrote() {
      return sends > 0
    },
    keepIn(to) {
      ledger = to
    },
    record(event) {
      events.push(record(event))
      if (event.event === 'withheld') sends--
    },
    async sent(changes, look) {
      sends++
      const event = record({ event: 'sent', changes, look }, true)
      events.push(event)
      try {
        await last
      } catch (error) {
        journal.record({ event: 'withheld', changes })
        throw new Trouble(message('JournalUnwritten', { why: sentenceOf(error) }))
      }
    },
    note: steps => journal.record({ event: 'known', steps }),
    endNow(exitCode) {
      for (const event of [{ event: 'interrupted' }, { event: 'ended', exitCode }] as const) {
        events.push({ at: now().toISOString(), ...event })
      }
      if (sends > 0) ledger?.appendNow(linesOf([...unwritten, ...events.slice(-2)]))
    },
    async close() {
      try {
        // That a rescue is over counts for later runs, also where an earlier one had sent all of it.
        if (sends > 0 || events.some(({ event }) => event === 'rescued')) await write(true)
      } catch (error) {
        // No change goes out before it is in there: what can be missing is what came of it.
        throw new Trouble(message('JournalIncomplete', { why: sentenceOf(error) }))
      } finally {
        await ledger?.close()
      }
    },
  }
  return journal
}

function linesOf(events: readonly Recorded[]): string {
  return events.map(event => `${JSON.stringify(event)}\n`).join('')
}
