/** Exit codes of contract.md 2. */
export const ExitCode = {
  done: 0,
  error: 1,
  usage: 2,
  /** A guard said no, consent is missing, or something that should have gone is still there. */
  refused: 3,
  interrupted: 130,
} as const

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** A wrong command line: one sentence for stderr, exit code 2. */
export class UsageError extends Error {}
