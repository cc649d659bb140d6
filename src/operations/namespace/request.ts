import type { WriteRun } from '../write/write-run.ts'

/** One namespace to be ended, and with what. */
export interface NamespaceRequest extends WriteRun {
  readonly name: string
}
