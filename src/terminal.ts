/** Port to where text goes. `columns` is undefined when nobody looks on: a pipe or a file. */
export interface Output {
  write(text: string): void
  readonly columns: number | undefined
  /** Aborts when the reader went away (`| head`): what is written from then on is lost. */
  readonly closed: AbortSignal
}

/** Port to the person (or script) that called: stdout is the answer, stderr the commentary. */
export interface Terminal {
  readonly stdout: Output
  readonly stderr: Output
  /** Whether colour is wanted on stdout: a terminal, and no NO_COLOR. */
  readonly colour: boolean
}

/** Port to time. */
export interface Clock {
  now(): Date
  /** Resolves after so many seconds, or at once when the signal aborts. */
  sleep(seconds: number, signal?: AbortSignal): Promise<void>
}
