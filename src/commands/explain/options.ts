import { UsageError } from '../../exit-code.ts'
import type { Invocation } from '../command.ts'
import type { FlagSpecs } from '../flag-spec.ts'
import { fromFlag, standsStill } from '../from-flag.ts'
import { readAsked } from '../inspect/asked.ts'
import type { Sight } from '../inspect/look.ts'
import { outputFormat } from '../output-format.ts'
import { readDuration, readFilter, readPageSize, scopeFlags } from '../scope-flags.ts'

const formats = ['json', 'yaml'] as const

export const explainFlags = {
  ...scopeFlags,
  ...fromFlag,
  observe: {
    type: 'string',
    describe: 'Scan twice, this far apart (for example 10s), and report what changed',
  },
  quiet: { type: 'boolean', alias: 'q', describe: 'Print only the root causes, one line each' },
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format. One of: (json, yaml)' },
} as const satisfies FlagSpecs

export interface ExplainOptions extends Sight {
  /** Only this namespace; undefined: the whole cluster. */
  readonly namespace: string | undefined
  readonly format: 'json' | 'yaml' | undefined
  readonly quiet: boolean
}

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readOptions({ words, flags, namespace }: Invocation<typeof explainFlags>): ExplainOptions {
  const asked = readAsked(words, 'explain')
  if (flags.from !== undefined && flags.observe !== undefined) throw standsStill('--observe')
  if (asked.kind === 'names') {
    if (flags['all-namespaces']) throw new UsageError('a resource cannot be retrieved by name across all namespaces')
    const filter = (['selector', 'finalizer', 'older-than'] as const).find(flag => flags[flag] !== undefined)
    if (filter !== undefined) throw new UsageError(`name and --${filter} exclude each other`)
  }
  return {
    asked,
    namespace: flags['all-namespaces'] ? undefined : namespace,
    keeps: readFilter(flags),
    selector: flags.selector,
    pageSize: readPageSize(flags['chunk-size']),
    observe: flags.observe === undefined ? undefined : readObserve(flags.observe),
    format: outputFormat(flags.output, formats),
    quiet: flags.quiet ?? false,
  }
}

function readObserve(text: string): number {
  const seconds = readDuration(text, '--observe')
  if (seconds > 0) return seconds
  throw new UsageError(`invalid argument "${text}" for "--observe" flag: two looks need some time between them`)
}
