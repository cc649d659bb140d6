import type { Invocation } from '../../commandline/command.ts'
import type { FlagSpecs } from '../../commandline/flag-spec.ts'
import { type Filtered, readFilter, readPageSize, refuseFilters, scopeFlags } from '../../commandline/scope-flags.ts'
import { writeFlags } from '../../commandline/write-flags.ts'
import { UsageError } from '../../exit-code.ts'
import { readAsked } from '../../operations/inspect/asked.ts'

export const removeFlags = {
  ...scopeFlags,
  'all-namespaces': { type: 'boolean', alias: 'A', describe: 'Select objects across all namespaces' },
  finalizer: {
    type: 'list',
    completes: 'finalizers',
    describe: 'The finalizer to remove, can be repeated (default: those without a controller)',
  },
  'all-or-nothing': { type: 'boolean', describe: 'Change nothing when a guard refuses one of the objects' },
  ...writeFlags,
} as const satisfies FlagSpecs

export type RemoveOptions = ReturnType<typeof readRemoveOptions>

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
export function readRemoveOptions({ words, flags, namespace }: Invocation<typeof removeFlags>, isTerminal: boolean) {
  const asked = readAsked(words, 'remove')
  const { 'all-namespaces': everywhere = false, selector } = flags
  // No name has a comma in it.
  const finalizers = flags.finalizer.flatMap(names => names.split(','))
  if (finalizers.includes(''))
    throw new UsageError('invalid argument "" for "--finalizer" flag: must be the name of a finalizer')
  if (selector?.trim() === '') throw new UsageError('invalid argument "" for "--selector" flag: it selects everything')
  if (asked.kind === 'names') refuseFilters(flags, ['selector', 'older-than'])
  if (everywhere && namespace !== undefined) throw new UsageError('-A and -n may not be used together')
  const choose = asked.kind === 'everything' && finalizers.length === 0
  if (choose && !isTerminal) {
    throw new UsageError(
      'no object specified: use TYPE/NAME, or --finalizer NAME for a set; on a terminal you can choose',
    )
  }
  if (asked.kind === 'types' && finalizers.length === 0) {
    throw new UsageError('a set of objects requires --finalizer NAME; or specify objects as TYPE/NAME')
  }
  if (asked.kind === 'everything' && !choose && !everywhere && namespace === undefined) {
    throw new UsageError('no scope specified: use -A for the whole cluster, -n NAMESPACE, or a TYPE')
  }
  const older = readFilter({ finalizer: undefined, 'older-than': flags['older-than'] })
  return {
    asked,
    /** Whether the user is to choose among everything that is stuck. */
    choose,
    finalizers,
    namespace,
    everywhere,
    keeps: (object: Filtered) =>
      older(object) && (choose || object.finalizers.some(({ name }) => finalizers.includes(name))),
    selector,
    /** As it was given. */
    olderThan: flags['older-than'],
    pageSize: readPageSize(flags['chunk-size']),
    allOrNothing: flags['all-or-nothing'] ?? false,
  }
}
