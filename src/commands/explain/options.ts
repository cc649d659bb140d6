import type { Invocation } from '../../commandline/command.ts'
import { contextsFlag, severalFlag } from '../../commandline/contexts-flag.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { fromFlag, standsStill } from '../../commandline/from-flag.ts'
import { type Destination, pictureFlags, readDestination } from '../../commandline/picture-flags.ts'
import { readDuration, readFilter, readPageSize, refuseFilters, scopeFlags } from '../../commandline/scope-flags.ts'
import { UsageError } from '../../exit-code.ts'
import { readAsked } from '../../operations/inspect/asked.ts'
import type { InspectionRequest } from '../../operations/inspect/inspect-cluster.ts'

export const explainFlags = {
  ...scopeFlags,
  ...fromFlag,
  ...contextsFlag,
  observe: { type: 'string', describe: 'Scan twice, this far apart (for example 10s), and report what changed' },
  quiet: { type: 'boolean', alias: 'q', describe: 'Print only the root causes, one line each' },
  ...pictureFlags,
  interactive: {
    type: 'boolean',
    alias: 'i',
    describe: 'Walk through it with the arrow keys: causes, chains, commands to copy, remove',
  },
} as const satisfies FlagSpecs

export interface ExplainOptions extends InspectionRequest, Destination {
  /** As they were given. */
  readonly words: readonly string[]
  readonly interactive: boolean
  readonly quiet: boolean
}

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readOptions(
  { words, flags, namespace }: Invocation<typeof explainFlags>,
  canAsk: boolean,
): ExplainOptions {
  const asked = readAsked(words, 'explain')
  if (flags.from !== undefined && flags.observe !== undefined) throw standsStill('--observe')
  const alone = (['output-file', 'open', 'interactive', 'quiet'] as const).find(flag => flags[flag])
  const several = severalFlag(flags)
  if (several !== undefined && alone !== undefined)
    throw new UsageError(`${several} and --${alone} may not be used together`)
  if (several !== undefined && !['json', 'yaml', undefined].includes(flags.output))
    throw new UsageError(`${several} and -o ${flags.output} may not be used together`)
  if (asked.kind === 'names') refuseFilters(flags, ['selector', 'finalizer', 'older-than'])
  return {
    words,
    asked,
    namespace: flags['all-namespaces'] ? undefined : namespace,
    keeps: readFilter(flags),
    selector: flags.selector,
    pageSize: readPageSize(flags['chunk-size']),
    observe: flags.observe === undefined ? undefined : readObserve(flags.observe),
    ...readDestination(flags),
    interactive: readInteractive(flags, canAsk),
    quiet: flags.quiet ?? false,
  }
}

function readObserve(text: string): number {
  const seconds = readDuration(text, '--observe')
  if (seconds > 0) return seconds
  throw new UsageError(`invalid argument "${text}" for "--observe" flag: must be greater than 0`)
}

function readInteractive(flags: Invocation<typeof explainFlags>['flags'], canAsk: boolean): boolean {
  if (!flags.interactive) return false
  const other = (['output', 'output-file', 'open', 'quiet'] as const).find(flag => flags[flag])
  if (other !== undefined) throw new UsageError(`--interactive and --${other} may not be used together`)
  if (!canAsk) throw new UsageError('--interactive requires a terminal')
  return true
}
