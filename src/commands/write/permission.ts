import type { Permission } from '../../change/removal.ts'
import type { CommandContext } from '../command.ts'
import type { WriteOptions } from './write-flags.ts'

/** What the user said that guards listen to, on the command line or by sitting at a terminal. */
export function permissionOf(
  { overrides, yes }: Pick<WriteOptions, 'overrides' | 'yes'>,
  { terminal }: Pick<CommandContext, 'terminal'>,
): Permission {
  return { overrides, typedConsent: !yes && terminal.prompt !== undefined }
}
