import type { Permission } from '../../plan/removal.ts'
import type { WriteOptions } from '../../plan/write-options.ts'
import type { Ports } from '../ports.ts'

/** What the user said that guards listen to, on the command line or by sitting at a terminal. */
export function permissionOf(
  { overrides, yes }: Pick<WriteOptions, 'overrides' | 'yes'>,
  { terminal }: Pick<Ports, 'terminal'>,
): Permission {
  return { overrides, typedConsent: !yes && terminal.prompt !== undefined }
}
