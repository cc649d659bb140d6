import { parseDuration } from '../api/duration.ts'
import type { Finalizer } from '../api/terminating.ts'
import { DEFAULT_PAGE_SIZE } from '../cluster/scan/scan.ts'
import { UsageError } from '../exit-code.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'

/** Flags of every command that looks at what is terminating: where, which of it, and how gently. */
export const scopeFlags = {
  'all-namespaces': {
    type: 'boolean',
    alias: 'A',
    describe: 'List objects across all namespaces, which is the default without --namespace',
  },
  finalizer: { type: 'string', completes: 'finalizers', describe: 'Only objects that have this finalizer' },
  'older-than': {
    type: 'string',
    describe: 'Only objects whose deletion was requested longer ago than this: 30s, 10m, 2h, 3d',
  },
  selector: {
    type: 'string',
    alias: 'l',
    describe:
      "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.(e.g. -l key1=value1,key2=value2,key3 in (value3)). Matching objects must satisfy all of the specified label constraints",
  },
  'chunk-size': {
    type: 'string',
    describe: `Return large lists in chunks rather than all at once. Pass 0 to disable. (default ${DEFAULT_PAGE_SIZE} objects; fewer are easier on a busy server)`,
  },
} as const satisfies FlagSpecs

export type ScopeFlags = Flags<typeof scopeFlags>

export interface Filtered {
  readonly finalizers: readonly Finalizer[]
  readonly ageSeconds?: number | undefined
}

/** Whether --finalizer and --older-than keep an object. Throws UsageError. */
export function readFilter(given: Pick<ScopeFlags, 'finalizer' | 'older-than'>): (object: Filtered) => boolean {
  const older = given['older-than']
  const olderThan = older === undefined ? undefined : readDuration(older, '--older-than')
  // An empty variable of a shell would read as "nothing is stuck".
  if (given.finalizer === '')
    throw new UsageError('invalid argument "" for "--finalizer" flag: must be the name of a finalizer')
  return ({ finalizers, ageSeconds = 0 }) =>
    (given.finalizer === undefined || finalizers.some(({ name }) => name === given.finalizer)) &&
    (olderThan === undefined || ageSeconds > olderThan)
}

/** What is named is chosen by its name alone. Throws UsageError. */
export function refuseFilters<Name extends string>(
  flags: { readonly 'all-namespaces'?: boolean | undefined } & { readonly [Each in Name]?: string | undefined },
  filters: readonly Name[],
): void {
  if (flags['all-namespaces']) throw new UsageError('a resource cannot be retrieved by name across all namespaces')
  const filter = filters.find(each => flags[each] !== undefined)
  if (filter !== undefined) throw new UsageError(`name cannot be provided when --${filter} is specified`)
}

/** Seconds, not negative. Throws UsageError. */
export function readDuration(text: string, flag: string): number {
  const seconds = parseDuration(text)
  if (seconds !== undefined && seconds >= 0) return seconds
  throw new UsageError(`invalid argument "${text}" for "${flag}" flag: must be a duration such as 30s, 10m, 2h or 3d`)
}

/** The value of --chunk-size. Throws UsageError. */
export function readPageSize(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PAGE_SIZE
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`invalid argument "${text}" for "--chunk-size" flag: must be a whole number`)
}
