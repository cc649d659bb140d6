import type { Sandbox } from '../sandbox.ts'

/** One way in which deletion gets stuck, as objects in a sandbox. */
export interface Incident {
  /** What `--sandbox=NAME` takes. */
  readonly name: string
  /** One line for people. */
  readonly summary: string
  /** Puts the objects into an empty cluster or beside other incidents; times are relative to the sandbox's clock. */
  build(sandbox: Sandbox): void
}
