import { cascadeFlag, readCascade } from '../../commandline/cascade-flag.ts'
import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { fromFlag } from '../../commandline/from-flag.ts'
import { outputFormat } from '../../commandline/output-format.ts'
import { readPageSize, scopeFlags } from '../../commandline/scope-flags.ts'
import type { Cascade } from '../../diagnosis/preflight/foresee.ts'
import { UsageError } from '../../exit-code.ts'
import { type Asked, readAsked } from '../../operations/inspect/asked.ts'

const formats = ['json', 'yaml'] as const
const { selector, 'chunk-size': chunkSize } = scopeFlags

export const preflightFlags = {
  filename: {
    type: 'string',
    alias: 'f',
    once: 'specify one file, or - and several on stdin',
    completes: 'files',
    describe: 'File with the objects that would be deleted; - for standard input',
  },
  selector,
  'all-namespaces': {
    type: 'boolean',
    alias: 'A',
    describe: 'With --selector: the objects across all namespaces',
  },
  cascade: cascadeFlag,
  ...fromFlag,
  'chunk-size': chunkSize,
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format. One of: (json, yaml)' },
} as const satisfies FlagSpecs

export interface PreflightOptions {
  /** `everything`: what the files name. */
  readonly asked: Asked
  readonly file: string | undefined
  readonly everywhere: boolean
  readonly selector: string | undefined
  readonly cascade: Cascade
  readonly pageSize: number
  readonly format: (typeof formats)[number] | undefined
}

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readPreflightOptions({ words, flags }: Invocation<typeof preflightFlags>): PreflightOptions {
  const asked = readAsked(words, 'preflight')
  const everywhere = flags['all-namespaces'] ?? false
  checkTargets(asked, flags.filename, flags.selector, everywhere)
  return {
    asked,
    file: flags.filename,
    everywhere,
    selector: flags.selector,
    cascade: readCascade(flags.cascade),
    pageSize: readPageSize(flags['chunk-size']),
    format: outputFormat(flags.output, formats),
  }
}

function checkTargets(asked: Asked, file: string | undefined, selector: string | undefined, everywhere: boolean): void {
  if (file === '') throw new UsageError('invalid argument "" for "-f, --filename" flag: must be the path of a file')
  if (file !== undefined) {
    if (asked.kind !== 'everything' || selector !== undefined || everywhere)
      throw new UsageError('when --filename is given, neither resources nor a selector may be specified')
    return
  }
  if (asked.kind === 'everything')
    throw new UsageError('you must specify what would be deleted: TYPE/NAME, TYPE -l SELECTOR, or -f FILE')
  if (asked.kind === 'names' && (selector !== undefined || everywhere))
    throw new UsageError(
      `name cannot be provided when --${selector === undefined ? 'all-namespaces' : 'selector'} is specified`,
    )
  if (asked.kind === 'types' && selector === undefined)
    throw new UsageError('resource(s) were provided, but no name or label selector was specified')
}
