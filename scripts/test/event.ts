/** What a test process tells the runner, one JSON line each on a pipe of their own. */
export type Event =
  | {
      readonly event: 'registered'
      readonly id: number
      readonly name: string
      readonly mode: 'normal' | 'skip' | 'only'
    }
  | { readonly event: 'started' | 'passed' | 'failed'; readonly id: number }
  /** The event loop is empty, and what is left to do is Node's own. CPU time of the process and of its children. */
  | { readonly event: 'exiting'; readonly cpuSeconds: number }
  /** All tests have finished, and the process still lives because of these. */
  | { readonly event: 'hanging'; readonly resources: readonly string[] }

/** The pipe's file descriptor in the test process. */
export const EVENTS_FD = 3
