import type { Clock, Terminal } from './terminal.ts'

/** What of this program is installed where. */
export interface Installation {
  /** The file that was started: the single executable, or what Node was given. */
  readonly program: string
  /** Version of Node, with a leading v. */
  readonly runtimeVersion: string
  /** In Node's words: `linux/x64`. */
  readonly platform: string
}

/** What tells a process from every other one, as far as its system lets it. */
export interface ProcessMark {
  readonly machine: string
  readonly pid: number
  /** When it started: a number is given to another process sooner or later. */
  readonly started?: string | undefined
}

/** What the process lends to the program: `main.ts` makes one from Node, a test from its own parts. */
export interface Host {
  readonly terminal: Terminal
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal
  readonly temporaryDirectory: string
  installation(): Installation
  thisProcess(): ProcessMark
  /** Whether a process that left its mark still runs; undefined where that cannot be told. */
  isAlive(mark: ProcessMark): boolean | undefined
  /** A second interrupt prints what `tell` answers and ends the process at once; `owed`: a change was sent. */
  onForcedEnd(tell: () => string, owed: () => boolean): void
  /** All of stdin, as UTF-8; rejects when the user interrupts. */
  readInput(): Promise<string>
  /** stdin as it comes; rejects when the signal aborts, or the user interrupts. */
  input(signal: AbortSignal): AsyncIterable<Uint8Array>
  /** Where programs keep what has to outlive them, as an absolute path; undefined when the process has no home. */
  readonly stateDirectory: string | undefined
  /** Where users keep what they wrote for this program; undefined when the process has no home. */
  readonly configDirectory: string | undefined
}
