import type { CommandContext } from '../../commandline/command.ts'
import type { WriteOptions } from '../../commandline/write-flags.ts'
import type { Permission } from '../../plan/removal.ts'

/** What the user said that guards listen to, on the command line or by sitting at a terminal. */
export function permissionOf(
  { overrides, yes }: Pick<WriteOptions, 'overrides' | 'yes'>,
  { terminal }: Pick<CommandContext, 'terminal'>,
): Permission {
  return { overrides, typedConsent: !yes && terminal.prompt !== undefined }
}
