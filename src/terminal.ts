/** Port to where text goes. `columns` is undefined where it is no terminal: a pipe or a file. */
export interface Output {
  write(text: string | Uint8Array): void
  readonly columns: number | undefined
  /** A terminal whose cursor cannot be moved (TERM=dumb): what was written stays. */
  readonly isDumb?: boolean
  /** Aborts when the reader went away (`| head`): what is written from then on is lost. */
  readonly closed: AbortSignal
}

/** Port to the person (or script) that called: stdout is the answer, stderr the commentary. */
export interface Terminal {
  readonly stdout: Output
  readonly stderr: Output
  /** Whether colour is wanted on stdout: a terminal, and no NO_COLOR. */
  readonly colour: boolean
  /** undefined where no answer can come: stdin or stderr is no terminal. */
  readonly prompt: Prompt | undefined
}

/** Port to a person's answers. All resolve to undefined when they give up (Ctrl-C), or when the signal aborts. */
export interface Prompt {
  /** A line of text. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>
  /** Any number of the choices, in their order. */
  choose<Value>(
    question: string,
    groups: readonly ChoiceGroup<Value>[],
    signal: AbortSignal,
  ): Promise<readonly Value[] | undefined>
  /** One of the choices, or what the Esc key stands for. */
  pick<Value>(
    question: string,
    groups: readonly ChoiceGroup<Value>[],
    atEscape: Value,
    signal: AbortSignal,
  ): Promise<{ readonly picked: Value } | undefined>
}

export interface ChoiceGroup<Value> {
  readonly title: string
  readonly choices: readonly { readonly name: string; readonly value: Value }[]
}

/** Port to time. */
export interface Clock {
  /** For the age of what others wrote: by the API server's time, which may jump. Never for how long something takes. */
  now(): Date
  /** Seconds since a moment of its own; never goes back, whatever any clock is set to. For durations and time-outs. */
  elapsed(): number
  /** Resolves after so many seconds, or at once when the signal aborts. */
  sleep(seconds: number, signal?: AbortSignal): Promise<void>
}
