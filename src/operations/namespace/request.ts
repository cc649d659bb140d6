import type { Transport } from '../../cluster/transport/transport.ts'
import type { CommandContext } from '../../commandline/command.ts'
import type { WriteOptions } from '../../commandline/write-flags.ts'
import type { Step } from '../../plan/outcome.ts'

/** One namespace to be ended, and with what. */
export interface NamespaceRequest {
  readonly name: string
  readonly options: WriteOptions
  readonly transport: Transport
  readonly context: CommandContext
}

/** What came of it. */
export interface Ended {
  readonly steps: readonly Step[]
  readonly interrupted: boolean
}
