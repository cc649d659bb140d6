import { UsageError } from '../exit-code.ts'
import { FINAL, type GuardName, OVERRIDABLE } from '../plan/guard.ts'
import type { DryRun } from '../plan/outcome.ts'
import type { WriteOptions } from '../plan/write-options.ts'
import type { CommandContext } from './command.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'
import { outputFormat } from './output-format.ts'
import { readDuration } from './scope-flags.ts'

const formats = ['json', 'yaml'] as const

/** Flags of every command that writes. */
export const writeFlags = {
  yes: { type: 'boolean', alias: 'y', describe: 'Do not ask for confirmation. Guards still apply' },
  override: { type: 'list', completes: 'guards', describe: `Override these guards: ${OVERRIDABLE.join(', ')}` },
  'dry-run': {
    type: 'string',
    bare: true,
    completes: ['none', 'client', 'server'],
    describe:
      'Must be "none", "server", or "client". If client strategy, only print the plan. If server strategy, also submit server-side requests without persisting the resources',
  },
  wait: { type: 'boolean', describe: 'If true, wait for resources to be gone before returning (default true)' },
  timeout: {
    type: 'string',
    describe: 'The length of time to wait before giving up on a delete: 30s, 5m (default 1m)',
  },
  'backup-dir': {
    type: 'string',
    completes: 'files',
    describe: 'Directory for the backups of objects, written before they are changed',
  },
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format. One of: (json, yaml)' },
} as const satisfies FlagSpecs

const DEFAULT_TIMEOUT_SECONDS = 60

/** Throws UsageError on what is malformed; nothing was read by then. */
export function readWriteOptions(
  flags: Flags<typeof writeFlags>,
  context: Pick<CommandContext, 'stateDirectory'>,
): WriteOptions {
  const timeout = flags.timeout === undefined ? DEFAULT_TIMEOUT_SECONDS : readDuration(flags.timeout, '--timeout')
  return {
    yes: flags.yes ?? false,
    overrides: new Set(flags.override.flatMap(readOverrides)),
    dryRun: readDryRun(flags['dry-run']),
    waitSeconds: flags.wait === false ? 0 : timeout,
    backupDirectory: readBackupDirectory(flags, context),
    format: outputFormat(flags.output, formats),
  }
}

/** Where backups and journals are; undefined where there is no home. Throws UsageError for an empty path. */
export function readBackupDirectory(
  { 'backup-dir': given }: Pick<Flags<typeof writeFlags>, 'backup-dir'>,
  { stateDirectory }: Pick<CommandContext, 'stateDirectory'>,
): string | undefined {
  if (given === '') throw new UsageError('invalid argument "" for "--backup-dir" flag: must be the path of a directory')
  return given ?? (stateDirectory && `${stateDirectory}/backups`)
}

/** The guards that one value of --override names. Throws UsageError for one that cannot be passed, or that is none. */
export function readOverrides(text: string): readonly GuardName[] {
  const names = text.split(',').map(name => name.trim())
  return names.map(name => {
    const found = OVERRIDABLE.find(guard => guard === name)
    if (found !== undefined) return found
    if (FINAL.some(guard => guard === name)) throw new UsageError(`guard ${name} cannot be overridden`)
    throw new UsageError(`unknown guard "${name}" in --override: known are ${OVERRIDABLE.join(', ')}`)
  })
}

/** Bare `--dry-run` is kubectl's old spelling of `client`. Throws UsageError for a word that kubectl does not know. */
export function readDryRun(text: string | undefined): DryRun {
  if (text === undefined || text === 'none') return 'none'
  if (text === '' || text === 'client') return 'client'
  if (text === 'server') return 'server'
  throw new UsageError(`Invalid dry-run value (${text}). Must be "none", "server", or "client".`)
}
