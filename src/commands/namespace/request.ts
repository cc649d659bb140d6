import type { Step } from '../../change/outcome.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { CommandContext } from '../command.ts'
import type { WriteOptions } from '../write/write-flags.ts'

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
