import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Permission } from '../../plan/removal.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'

/** One run of a command that writes: how, in which cluster, and with what. */
export interface WriteRun {
  readonly options: WriteOptions
  readonly transport: Transport
  /** What the server serves, for plans that create objects of any type. */
  readonly discovery?: Discovery
  readonly ports: Ports
}

/** What the user said that guards listen to, on the command line or by sitting at a terminal. */
export function permissionOf({ options, ports }: Pick<WriteRun, 'options' | 'ports'>): Permission {
  const { overrides, yes } = options
  return { overrides, typedConsent: !yes && ports.terminal.prompt !== undefined }
}
