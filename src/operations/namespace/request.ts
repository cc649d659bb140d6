import type { Transport } from '../../cluster/transport/transport.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'

/** One namespace to be ended, and with what. */
export interface NamespaceRequest {
  readonly name: string
  readonly options: WriteOptions
  readonly transport: Transport
  readonly ports: Ports
}
