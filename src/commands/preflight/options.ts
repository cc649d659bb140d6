import { cascadeFlag, readCascade } from '../../commandline/cascade-flag.ts'
import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { outputFormat } from '../../commandline/output-format.ts'
import { readPageSize, scopeFlags } from '../../commandline/scope-flags.ts'
import type { Cascade } from '../../diagnosis/preflight/foresee.ts'
import { UsageError } from '../../exit-code.ts'
import { type AskedName, readAsked } from '../../operations/inspect/asked.ts'

const formats = ['json', 'yaml'] as const

export const preflightFlags = {
  cascade: cascadeFlag,
  'chunk-size': scopeFlags['chunk-size'],
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format. One of: (json, yaml)' },
} as const satisfies FlagSpecs

export interface PreflightOptions {
  readonly names: readonly AskedName[]
  readonly cascade: Cascade
  readonly pageSize: number
  readonly format: (typeof formats)[number] | undefined
}

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readPreflightOptions({ words, flags }: Invocation<typeof preflightFlags>): PreflightOptions {
  const asked = readAsked(words, 'preflight')
  if (asked.kind !== 'names') throw new UsageError('you must specify what would be deleted: TYPE/NAME')
  return {
    names: asked.names,
    cascade: readCascade(flags.cascade),
    pageSize: readPageSize(flags['chunk-size']),
    format: outputFormat(flags.output, formats),
  }
}
