import { type Edges, edge, walk } from './graph-walk.ts'

/** An object above those that it waits for; each object stands in one place only. */
export interface Tree<Node> {
  readonly object: Node
  readonly below: readonly Tree<Node>[]
  /** Objects of the forest that it waits for too and that stand elsewhere. */
  readonly elsewhere: readonly Node[]
  /** Objects above it (or itself) that it waits for in turn: a circle, cut here. */
  readonly circle: readonly Node[]
  /** Objects in it, this one included. */
  readonly size: number
}

/**
 * The objects as trees by what they wait for: a Namespace above what is left in it, a CRD above its instances, an owner
 * above its dependents. An object that several wait for stands under the one furthest from a root.
 */
export function forestOf<Node>(
  nodes: ReadonlyMap<string, Node>,
  waits: Edges,
  compare: (a: Tree<Node>, b: Tree<Node>) => number,
): readonly Tree<Node>[] {
  const { order, backwards } = walk(waits)
  const parents = deepestParents(order, waits, backwards)
  const trees = new Map<string, Tree<Node>>()
  // Children come after their parents in the order: from its end every child is made before its parent.
  for (const uid of order.toReversed()) {
    const isBackwards = (other: string): boolean => backwards.has(edge(uid, other))
    const nodesOf = (uids: readonly string[]): Node[] => uids.map(other => nodes.get(other)!)
    const targets = waits.get(uid)!
    const forwards = targets.filter(other => !isBackwards(other))
    const below = forwards.filter(other => parents.get(other) === uid).map(other => trees.get(other)!)
    trees.set(uid, {
      object: nodes.get(uid)!,
      below: below.toSorted(compare),
      elsewhere: nodesOf(forwards.filter(other => parents.get(other) !== uid && !isAbove(uid, other, parents))),
      circle: nodesOf(targets.filter(isBackwards)),
      size: below.reduce((sum, { size }) => sum + size, 1),
    })
  }
  return order
    .filter(uid => !parents.has(uid))
    .map(uid => trees.get(uid)!)
    .toSorted(compare)
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
