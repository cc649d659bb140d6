import { commandLine, namespaceFlag } from './shell-quote.ts'
import type { DirectlyHeld, RuleContext, StuckObject } from './stuck-object.ts'

const REMOVE = ['kubectl', 'finalize', 'remove'] as const

/** One command is to fit on a command line, and to be read by whoever pastes it. */
const MAX_NAMES = 50
const MAX_FINALIZERS = 20

/**
 * As few commands as possible that remove these finalizers: those that hold the same objects go together. A set is
 * named by its finalizers, and by its namespace if all are in one. If other objects have the same finalizer, whose
 * controller may be running (Flux has one for all its kinds), each object is named.
 */
export function removeCommands(direct: readonly DirectlyHeld[], context: RuleContext): readonly string[] {
  const byFinalizer = Map.groupBy(
    direct.filter(({ heldBy }) => heldBy !== undefined),
    ({ heldBy }) => heldBy!,
  )
  const bySet = Map.groupBy([...byFinalizer], ([, objects]) => objects.map(({ ref }) => ref.uid).join(' '))
  return [...bySet.values()].flatMap(same => {
    const [[, objects]] = same as [[string, DirectlyHeld[]]]
    const names = same.map(([name]) => name)
    // Without --finalizer `remove` takes those that have lost their controller: of these objects that is each.
    const areAll = objects.every(({ finalizers }) => finalizers.every(({ name }) => names.includes(name)))
    if (names.length > MAX_FINALIZERS && areAll) return commandsByName([], objects)
    return chunks(names, MAX_FINALIZERS).flatMap(some => commandsFor(some, objects, context))
  })
}

function commandsFor(
  finalizers: readonly string[],
  objects: readonly StuckObject[],
  { terminating }: RuleContext,
): readonly string[] {
  const flags = finalizers.flatMap(name => ['--finalizer', name])
  const [{ ref }] = objects as [StuckObject]
  const inOne = ref.namespace !== undefined && objects.every(each => each.ref.namespace === ref.namespace)
  const uids = new Set(objects.map(each => each.ref.uid))
  const isBystander = (each: StuckObject): boolean =>
    !uids.has(each.ref.uid) &&
    (!inOne || each.ref.namespace === ref.namespace) &&
    each.finalizers.some(({ name }) => finalizers.includes(name))
  if (objects.length > 1 && !terminating.values().some(isBystander)) {
    return [commandLine(...REMOVE, ...flags, ...(inOne ? ['-n', ref.namespace!] : ['-A']))]
  }
  return commandsByName(flags, objects)
}

/** One command cannot name objects of several namespaces. */
function commandsByName(flags: readonly string[], objects: readonly StuckObject[]): readonly string[] {
  return [...Map.groupBy(objects, each => each.ref.namespace)].flatMap(([namespace, same]) => {
    const place = namespaceFlag(namespace)
    const names = same.map(({ ref: { resource, name } }) => `${resource}/${name}`)
    return chunks(names, MAX_NAMES).map(some => commandLine(...REMOVE, ...some, ...place, ...flags))
  })
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
