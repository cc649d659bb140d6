import type { Discovery } from '../discovery/discovered.ts'
import type { Transport } from '../transport/transport.ts'

/** Where facts are read, and how. */
export interface FactSource {
  readonly transport: Transport
  readonly discovery: Discovery
  readonly pageSize: number
  readonly signal?: AbortSignal | undefined
}
