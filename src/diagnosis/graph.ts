import { NONE } from '../api/long-lists.ts'
import type { ExplainedObject } from './explanation.ts'
import { forestOf, type Tree } from './forest.ts'
import { type Edges, walk } from './graph-walk.ts'
import type { Steps } from './steps.ts'

/** What waits for what: objects by uid, and an edge from each to those that have to go before it. */
export interface Graph<Node> {
  readonly nodes: ReadonlyMap<string, Node>
  /** What it waits for, each once. */
  waitsFor(uid: string): readonly string[]
  among(uids: Iterable<string>): Graph<Node>
  /** These, and all that waits for one of them through any number of steps: each once, these first. */
  blockedBy(uids: Iterable<string>): readonly string[]
  /** Where the chains of these end: what waits for nothing, and one of each circle. Each leads to one of them. */
  endsOf(uids: readonly string[]): readonly string[]
  /** Those that wait for each other, or one for itself: none of a circle goes first. */
  cycles(): readonly (readonly string[])[]
  /** All, in the order in which they can go: first what waits for nothing; those of one circle go together. */
  waves(): readonly (readonly Node[])[]
  /** Trees of what waits above what it waits for, in the order of `compare`; each stands in one place only. */
  forest(compare: (a: Tree<Node>, b: Tree<Node>) => number): readonly Tree<Node>[]
}

/** The graph of these nodes; a uid that `waitsFor` names and that is none of them is left out. */
export function graphOf<Node>(
  nodes: ReadonlyMap<string, Node>,
  waitsFor: (node: Node, uid: string) => Iterable<string>,
): Graph<Node> {
  const waitedFor = (node: Node, uid: string): readonly string[] => {
    const others = [...new Set(waitsFor(node, uid))].filter(other => nodes.has(other))
    return others.length === 0 ? NONE : others
  }
  const waits: Edges = new Map(nodes.entries().map(([uid, node]) => [uid, waitedFor(node, uid)]))
  let known: Edges | undefined
  const waiters = (): Edges => {
    known ??= turned(waits)
    return known
  }
  return {
    nodes,
    waitsFor: uid => waits.get(uid) ?? NONE,
    among(uids) {
      const wanted = new Map([...uids].flatMap(uid => (nodes.has(uid) ? [[uid, nodes.get(uid)!]] : [])))
      return graphOf(wanted, (_, uid) => waits.get(uid)!)
    },
    blockedBy: uids => [...reach(uids, waiters())],
    endsOf: uids => endsOf(uids, waits, waiters()),
    cycles() {
      const isCircle = ([first, ...others]: readonly string[]): boolean =>
        others.length > 0 || waits.get(first!)!.includes(first!)
      // What waits for nothing is in none.
      const waiting = new Map(waits.entries().filter(([, others]) => others.length > 0))
      const among = waiting.entries().map(([uid, others]) => [uid, others.filter(other => waiting.has(other))] as const)
      return walk(new Map(among)).components.filter(isCircle)
    },
    waves() {
      const depths = new Map<string, number>()
      for (const same of walk(waits).components) {
        const before = same.flatMap(uid => waits.get(uid)!.map(other => depths.get(other) ?? -1))
        const depth = before.reduce((deepest, each) => Math.max(deepest, each), -1) + 1
        for (const uid of same) depths.set(uid, depth)
      }
      const waves = Map.groupBy(nodes, ([uid]) => depths.get(uid)!)
      return [...waves].toSorted(([a], [b]) => a - b).map(([, wave]) => wave.map(([, node]) => node))
    },
    forest: compare => forestOf(nodes, waits, compare),
  }
}

export function graphOfObjects(objects: readonly ExplainedObject[]): Graph<ExplainedObject> {
  const nodes = new Map(objects.map(object => [object.ref.uid, object]))
  return graphOf(nodes, ({ waitingFor }) => waitingFor.map(({ ref }) => ref.uid))
}

/** Walks from these to all that each leads to, breadth first and each once: the nodes by key. A step for each. */
export function* grow<From, Node>(
  start: readonly From[],
  keyOf: (from: From) => string,
  look: (from: From) => readonly [node: Node, next: readonly From[]],
): Steps<ReadonlyMap<string, Node>> {
  const grown = new Map<string, Node>()
  const queue = [...start]
  // What is appended on the way is walked too.
  for (const from of queue) {
    if (grown.has(keyOf(from))) continue
    const [node, next] = look(from)
    grown.set(keyOf(from), node)
    for (const each of next) if (!grown.has(keyOf(each))) queue.push(each)
    yield
  }
  return grown
}

/** What leads to each; nothing leads to what is not in it. */
function turned(edges: Edges): Edges {
  const pairs = [...edges].flatMap(([uid, others]) => others.map(other => ({ uid, other })))
  const byOther = Map.groupBy(pairs, ({ other }) => other).entries()
  return new Map(byOther.map(([other, from]) => [other, from.map(({ uid }) => uid)]))
}

function reach(uids: Iterable<string>, edges: Edges): ReadonlySet<string> {
  const reached = new Set(uids)
  // A Set is walked in order of insertion, also over what is inserted on the way.
  for (const uid of reached) for (const other of edges.get(uid) ?? []) reached.add(other)
  return reached
}

function endsOf(uids: readonly string[], waits: Edges, waiters: Edges): readonly string[] {
  const reached = reach(uids, waits)
  const ends = [...reached].filter(uid => waits.get(uid)!.length === 0)
  const led = new Set(reach(ends, waiters))
  for (const uid of uids) {
    if (led.has(uid)) continue
    ends.push(uid)
    for (const other of reach([uid], waiters)) led.add(other)
  }
  return ends
}
