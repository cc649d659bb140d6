import type { Clock, Terminal } from './terminal.ts'

/** What the process lends to the program: `main.ts` makes one from Node, a test from its own parts. */
export interface Host {
  readonly terminal: Terminal
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal
  readonly temporaryDirectory: string
  /** All of stdin, as UTF-8; rejects when the user interrupts. */
  readInput(): Promise<string>
  /** Where programs keep what has to outlive them, as an absolute path; undefined when the process has no home. */
  readonly stateDirectory: string | undefined
}
