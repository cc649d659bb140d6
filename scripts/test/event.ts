/** What a test process reports to the runner, one JSON line per event on a separate pipe. */
export type Event =
  | {
      readonly event: 'registered'
      readonly id: number
      readonly name: string
      readonly mode: 'normal' | 'skip' | 'only'
    }
  | { readonly event: 'started' | 'passed' | 'failed'; readonly id: number }
  /** The event loop is empty, and only Node's own exit is left. CPU time of the process and of its children. */
  | { readonly event: 'exiting'; readonly cpuSeconds: number }
  /** All tests have finished, and these keep the process alive. */
  | { readonly event: 'hanging'; readonly resources: readonly string[] }

/** The pipe's file descriptor in the test process. */
export const EVENTS_FD = 3
