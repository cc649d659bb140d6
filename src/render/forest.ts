import type { ObjectRef } from '../api/object-ref.ts'
import type { ExplainedObject } from '../diagnosis/explanation.ts'

/** An object above those that it waits for; each object stands in one place only. */
export interface Tree {
  readonly object: ExplainedObject
  readonly below: readonly Tree[]
  /** Objects of the forest that it waits for too and that stand elsewhere. */
  readonly elsewhere: readonly ObjectRef[]
  /** Objects above it (or itself) that it waits for in turn: a circle, cut here. */
  readonly circle: readonly ObjectRef[]
  /** Objects in it, this one included. */
  readonly size: number
}

type Edges = ReadonlyMap<string, readonly string[]>

/**
 * The objects as trees by what they wait for among themselves: a Namespace above what is left in it, a CRD above its
 * instances, an owner above its dependents. An object that several wait for stands under the one furthest from a root.
 * Largest tree first, then oldest, then by name.
 */
export function forestOf(objects: readonly ExplainedObject[]): readonly Tree[] {
  const known = new Map(objects.map(object => [object.ref.uid, object]))
  const waits: Edges = new Map(
    [...known].map(([uid, { waitingFor }]) => {
      return [uid, [...new Set(waitingFor.map(({ ref }) => ref.uid))].filter(other => known.has(other))]
    }),
  )
  const { order, backwards } = walk(waits)
  const parents = deepestParents(order, waits, backwards)
  const trees = new Map<string, Tree>()
  // Children come after their parents in the order: from its end every child is made before its parent.
  for (const uid of order.toReversed()) {
    const isBackwards = (other: string): boolean => backwards.has(edge(uid, other))
    const targets = waits.get(uid)!
    const refsOf = (uids: readonly string[]): ObjectRef[] => uids.map(other => known.get(other)!.ref)
    const forwards = targets.filter(other => !isBackwards(other))
    const below = forwards.filter(other => parents.get(other) === uid).map(other => trees.get(other)!)
    trees.set(uid, {
      object: known.get(uid)!,
      below: below.toSorted(largestFirst),
      elsewhere: refsOf(forwards.filter(other => parents.get(other) !== uid && !isAbove(uid, other, parents))),
      circle: refsOf(targets.filter(isBackwards)),
      size: below.reduce((sum, { size }) => sum + size, 1),
    })
  }
  return order
    .filter(uid => !parents.has(uid))
    .map(uid => trees.get(uid)!)
    .toSorted(largestFirst)
}

/** Every object, each after all that wait for it, and the edges that lead back to an object on the way to it. */
function walk(waits: Edges): { readonly order: readonly string[]; readonly backwards: ReadonlySet<string> } {
  const waitedFor = new Set([...waits].flatMap(([uid, others]) => others.filter(other => other !== uid)))
  const done: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const backwards = new Set<string>()
  const visit = (start: string): void => {
    // A stack of our own: a chain may be longer than the engine's.
    const stack = [{ uid: start, next: 0 }]
    state.set(start, 'open')
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const other = waits.get(top.uid)!.at(-1 - top.next++)
      if (other === undefined) {
        state.set(top.uid, 'done')
        done.push(top.uid)
        stack.pop()
      } else if (state.get(other) === 'open') backwards.add(edge(top.uid, other))
      else if (!state.has(other)) {
        state.set(other, 'open')
        stack.push({ uid: other, next: 0 })
      }
    }
  }
  // Backwards, because the order is turned round at the end: what is named first comes first.
  for (const uid of [...waits.keys()].toReversed()) if (!waitedFor.has(uid)) visit(uid)
  // What is left waits in a circle that nothing outside waits for: its first object has to be the root.
  for (const uid of waits.keys()) if (!state.has(uid)) visit(uid)
  return { order: done.toReversed(), backwards }
}

function deepestParents(
  order: readonly string[],
  waits: Edges,
  backwards: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const depths = new Map<string, number>()
  const parents = new Map<string, string>()
  for (const uid of order) {
    const depth = (depths.get(uid) ?? 0) + 1
    for (const other of waits.get(uid)!) {
      if (backwards.has(edge(uid, other)) || depth <= (depths.get(other) ?? 0)) continue
      depths.set(other, depth)
      parents.set(other, uid)
    }
  }
  return parents
}

function isAbove(above: string, uid: string, parents: ReadonlyMap<string, string>): boolean {
  for (let parent = parents.get(uid); parent !== undefined; parent = parents.get(parent)) {
    if (parent === above) return true
  }
  return false
}

function edge(from: string, to: string): string {
  return `${from}\0${to}`
}

function largestFirst(a: Tree, b: Tree): number {
  return (
    b.size - a.size ||
    (b.object.ageSeconds ?? 0) - (a.object.ageSeconds ?? 0) ||
    (a.object.ref.name < b.object.ref.name ? -1 : 1)
  )
}
