import { parseDuration } from '../../api/duration.ts'
import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { outputFormat } from '../../commandline/output-format.ts'
import { readPageSize, scopeFlags } from '../../commandline/scope-flags.ts'
import { targetFlags } from '../../commandline/target-flags.ts'
import { UsageError } from '../../exit-code.ts'
import { type Query, readAsked } from '../../operations/inspect/asked.ts'
import { readSource, type Source } from '../../operations/preflight/sources/source.ts'

const formats = ['json', 'yaml'] as const

const { selector, 'chunk-size': chunkSize } = scopeFlags
const { filename, recursive, kustomize } = targetFlags

export const waitFlags = {
  all: { type: 'boolean', describe: 'Select all resources in the namespace of the specified resource types' },
  'all-namespaces': {
    type: 'boolean',
    alias: 'A',
    describe: 'With --all or --selector: the objects across all namespaces',
  },
  selector,
  filename,
  recursive,
  kustomize,
  timeout: {
    type: 'string',
    describe:
      "The length of time to wait before giving up. Zero means check once and don't wait, negative means wait for a week (default 30s)",
  },
  'chunk-size': chunkSize,
  output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format. One of: (json, yaml)' },
} as const satisfies FlagSpecs

const DEFAULT_SECONDS = 30
const WEEK_SECONDS = 7 * 86_400

export type WaitOptions = ReturnType<typeof readWaitOptions>

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readWaitOptions({ words, flags, namespace }: Invocation<typeof waitFlags>) {
  return {
    /** What the command line, or a file, names. */
    asked: readMeant(readAsked(words, 'wait'), flags, namespace),
    everywhere: flags['all-namespaces'] ?? false,
    selector: flags.selector,
    pageSize: readPageSize(flags['chunk-size']),
    seconds: flags.timeout === undefined ? DEFAULT_SECONDS : readTimeout(flags.timeout),
    format: outputFormat(flags.output, formats),
  }
}

function readMeant(
  asked: Query,
  flags: Invocation<typeof waitFlags>['flags'],
  namespace: string | undefined,
): Exclude<Query, { kind: 'everything' }> | Source {
  const source = readSource({ ...flags, helm: undefined, argocd: undefined, flux: undefined }, namespace)
  const set = (['all', 'all-namespaces', 'selector'] as const).find(flag => flags[flag])
  if (source !== undefined) {
    if (asked.kind === 'everything' && set === undefined) return source
    throw new UsageError(`when --${source.of} is given, neither resources nor a selector may be specified`)
  }
  if (asked.kind === 'everything')
    throw new UsageError('you must specify what to wait for: TYPE/NAME, TYPE --all, -f FILE, or -k DIRECTORY')
  if (asked.kind === 'names' && set !== undefined)
    throw new UsageError(`name cannot be provided when --${set} is specified`)
  if (asked.kind === 'types' && !flags.all && !flags.selector?.trim()) {
    throw new UsageError('resource(s) were provided, but no name, label selector, or --all flag specified')
  }
  if (flags.all && flags.selector !== undefined)
    throw new UsageError('cannot set --all and --selector at the same time')
  return asked
}

function readTimeout(text: string): number {
  const seconds = parseDuration(text)
  if (seconds === undefined) {
    throw new UsageError(`invalid argument "${text}" for "--timeout" flag: must be a duration such as 30s, 10m or 2h`)
  }
  return seconds < 0 ? WEEK_SECONDS : seconds
}
