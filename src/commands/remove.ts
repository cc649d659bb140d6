import { defineCommand, type Invocation } from '../commandline/command.ts'
import { runToEnd } from '../commandline/finish.ts'
import type { FlagSpecs } from '../commandline/flag-spec.ts'
import { type Filtered, readFilter, readPageSize, refuseFilters, scopeFlags } from '../commandline/scope-flags.ts'
import { readWriteOptions, writeFlags } from '../commandline/write-flags.ts'
import { heldOf, type StuckObject } from '../diagnosis/stuck-object.ts'
import { UsageError } from '../exit-code.ts'
import { readAsked } from '../operations/inspect/asked.ts'
import { findStuck } from '../operations/inspect/stuck-objects.ts'
import { discoverFor, typeWords } from '../operations/inspect/types-named.ts'
import { chooseObjects } from '../operations/remove/choose-objects.ts'
import { offer } from '../operations/write/offer.ts'
import { planAll } from '../operations/write/plan-all.ts'
import { readLosses, withoutCleanup } from '../operations/write/read-losses.ts'
import { liveSteps } from '../plan/refused-steps.ts'
import type { Removal } from '../plan/removal.ts'
import { formatFailure } from '../render/failure.ts'
import { formatUnreadable } from '../render/unreadable.ts'

const removeFlags = {
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

export const remove = defineCommand({
  name: 'remove',
  also: ['rm', 'strip', 'unstick'],
  words: '[TYPE/NAME... | TYPE NAME...]',
  completes: 'objects',
  summary: 'Remove finalizers, with guards, a server dry run, backups, confirmation and proof',
  examples: [
    ['kubectl finalize remove widget/x', 'Remove the finalizers of one object whose controller is gone'],
    ['kubectl finalize remove widget/x --finalizer example.com/f', 'This finalizer of it, and no other'],
    ['kubectl finalize remove --finalizer example.com/f -A', 'A set: every terminating object that has it'],
    ['kubectl finalize remove', 'Choose among what is stuck'],
    ['kubectl finalize remove widget/x --dry-run=server', 'Show the plan, and the result of a server dry run'],
    ['kubectl finalize remove widget/x --override RepairFirst', 'Override a guard, after you have read why it refused'],
    ['kubectl finalize remove --sandbox', 'Practise on a cluster inside this program'],
  ],
  flags: removeFlags,
  async run(invocation, context) {
    const { stderr, prompt } = context.terminal
    const write = readWriteOptions(invocation.flags, context)
    const options = readRemoveOptions(invocation, prompt !== undefined)
    return runToEnd('remove', write, context, async () => {
      const { transport, namespace } = await context.connect()
      const discovery = await discoverFor(typeWords(options.asked), transport, context.signal)
      const stuck = await findStuck(options, { transport, discovery, namespace }, context)
      const [failure] = stuck.failures
      if (failure !== undefined && stuck.failures.length === 1 && stuck.objects.length + stuck.live.length === 0)
        throw failure
      for (const each of stuck.failures) stderr.write(`${formatFailure(each)}\n`)
      const isSet = options.asked.kind !== 'names'
      if (isSet) for (const line of formatUnreadable(stuck.unreadable)) stderr.write(`${line}\n`)
      const unreadable = stuck.nothingRead || stuck.unreadable.some(({ reason }) => reason !== 'Forbidden')
      const unread = stuck.failures.length > 0 || (isSet && unreadable)
      const partial = isSet && stuck.partial
      const finished = { unread, partial, steps: [] }
      if (stuck.interrupted) return finished
      const chosen = options.choose ? await chooseObjects(stuck.objects, stuck.causes, context) : stuck.objects
      if (chosen === undefined) return { ...finished, interrupted: true }
      const isEmpty = chosen.length + stuck.live.length + stuck.failures.length === 0
      // Of one object a step says what it does not have; of a set, what none of it has is said once.
      const found = new Set(chosen.flatMap(({ held }) => held.finalizers.map(({ name }) => name)))
      const unmet = options.finalizers.filter(name => !found.has(name))
      if (isEmpty || (isSet && unmet.length > 0)) stderr.write(`${nothing(options, unmet, unread || partial)}\n`)
      const run = { options: write, transport, ports: context }
      const wish = { ...options, ofSet: isSet, causes: stuck.causes }
      const planned = await planAll(chosen, wish, run)
      const before = [...liveSteps(stuck.live), ...planned.steps]
      const source = { transport, discovery, pageSize: options.pageSize, signal: context.signal }
      const losses = await readLosses(planned.removals.flatMap(asGoing), source, context, true)
      const offered = await offer(planned.removals, before, run, { ...options, unread, losses })
      return { ...finished, steps: offered.steps }
    })
  },
})

/** What goes when its finalizers are removed; nothing where others are left. */
function asGoing({ type, object, allowed, left }: Removal): readonly StuckObject[] {
  return left.length > 0 ? [] : withoutCleanup(heldOf(type, object.metadata), allowed)
}

function nothing(
  { namespace, selector, olderThan }: RemoveOptions,
  finalizers: readonly string[],
  unread: boolean,
): string {
  if (finalizers.length === 0) return 'Nothing was selected.'
  const where = [
    ...(namespace === undefined ? [] : [`in namespace ${namespace}`]),
    ...(selector === undefined ? [] : [`labelled ${selector}`]),
    ...(olderThan === undefined ? [] : [`older than ${olderThan}`]),
    ...(unread ? ['in what could be read'] : []),
  ]
  return `${[`No terminating object has ${finalizers.join(' or ')}`, ...where].join(', ')}.`
}

type RemoveOptions = ReturnType<typeof readRemoveOptions>

/** Throws UsageError on what is malformed or contradicts itself; nothing was read by then. */
function readRemoveOptions({ words, flags, namespace }: Invocation<typeof removeFlags>, isTerminal: boolean) {
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
