import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { fromFlag } from '../../commandline/from-flag.ts'
import { outputFormat } from '../../commandline/output-format.ts'
import { targetFlags } from '../../commandline/target-flags.ts'
import { readTargetOptions, type TargetOptions } from '../../operations/preflight/target-options.ts'

const formats = ['json', 'yaml'] as const

export const preflightFlags = {
  ...targetFlags,
  ...fromFlag,
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format. One of: (json, yaml)' },
} as const satisfies FlagSpecs

export interface PreflightOptions extends TargetOptions {
  readonly format: (typeof formats)[number] | undefined
}

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readPreflightOptions(invocation: Invocation<typeof preflightFlags>): PreflightOptions {
  const format = outputFormat(invocation.flags.output, formats)
  return { ...readTargetOptions(invocation, 'preflight'), format }
}
