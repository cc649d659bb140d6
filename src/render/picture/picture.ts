import { namespaceOf } from '../explanation-head.ts'
import type { Cause, ExplainedObject, Explanation, Verdict, WaitReason } from '../words/explanation.ts'
import { directlyHeld } from './direct.ts'
import { type Fold, type FoldLevel, foldObjects } from './fold.ts'

/** An explanation as a graph, which reads from the causes to what they hold. Every picture is made from it. */
export interface Picture {
  readonly causes: readonly CauseNode[]
  /** By namespace; what belongs to no namespace comes last. */
  readonly groups: readonly ObjectGroup[]
  /** Each from what holds to what is held. */
  readonly edges: readonly Edge[]
  /** Whether several objects, or several causes, are drawn as one. */
  readonly folded: boolean
}

export interface CauseNode {
  readonly id: string
  /** Most blocking first; several of one code where there are too many to be drawn. */
  readonly causes: readonly [Cause, ...Cause[]]
  /** Place among all causes, from 1 on. */
  readonly number: number
  /** How many objects it holds, through chains as well. */
  readonly holds: number
}

export interface ObjectGroup {
  readonly id: string
  readonly namespaces: readonly string[]
  readonly nodes: readonly ObjectNode[]
}

export interface ObjectNode {
  readonly id: string
  readonly verdict: Verdict
  readonly objects: readonly [ExplainedObject, ...ExplainedObject[]]
  /** Ids of the causes that hold any of them, through chains as well. */
  readonly heldBy: readonly string[]
}

/** `holds`: what a cause holds directly; `about`: the object by which it holds others; `owns`: neither side waits. */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly reason: 'holds' | 'about' | 'owns' | WaitReason
}

/** Objects and causes in one picture. */
const MAX_NODES = 60
/** Thirty objects that all wait for each other are unreadable, and laid out in seconds; sixty in half a minute. */
const MAX_EDGES = 120
/** Causes that are drawn by themselves. */
const MAX_CAUSES = 20
const LEVELS: readonly FoldLevel[] = ['alike', 'kind', 'namespaces', 'causes', 'verdicts']

/** The picture of an explanation, folded until it can be read, or with every object and cause by itself. */
export function pictureOf(explanation: Explanation, fold: 'folded' | 'unfolded' = 'folded'): Picture {
  const objects = drawn(explanation.objects)
  const known = new Map(objects.map(object => [object.ref.uid, object]))
  const causes = causeNodes(explanation.causes, fold === 'unfolded' ? Number.POSITIVE_INFINITY : MAX_CAUSES)
  const holds = causes.flatMap(({ id, causes }) => {
    const held = new Map(
      causes.flatMap(cause => heldBy(cause, known)).map(each => [`${each.uid} ${each.reason}`, each]),
    )
    return [...held.values()].map(each => ({ from: id, ...each }))
  })
  const directCauses = new Map([...Map.groupBy(holds, ({ uid }) => uid)].map(([uid, by]) => [uid, by.map(b => b.from)]))
  const levels = fold === 'unfolded' ? (['apart'] as const) : LEVELS
  const holders = holdersOf(causes)
  const ways = levels.map(level => () => {
    const nodes = nodesOf(foldObjects(objects, level, directCauses), holders)
    const nodeOf = new Map(nodes.flatMap(node => node.objects.map(({ ref }) => [ref.uid, node.id] as const)))
    return { nodes, edges: edgesOf(objects, holds, nodeOf) }
  })
  const { nodes, edges } = firstSmall(ways, MAX_NODES - causes.length)
  return {
    causes,
    groups: groupsOf(nodes),
    edges,
    folded: nodes.length < objects.length || causes.length < explanation.causes.length,
  }
}

/** All that terminates or is waited for, and what is waited for without having been looked at. */
function drawn(objects: readonly ExplainedObject[]): readonly ExplainedObject[] {
  const known = new Map(objects.map(object => [object.ref.uid, object]))
  for (const { waitingFor } of objects) {
    for (const { ref } of waitingFor) {
      if (known.has(ref.uid)) continue
      known.set(ref.uid, { ref, verdict: 'unknown', finalizers: [], owners: [], waitingFor: [], causes: [] })
    }
  }
  return [...known.values()]
}

function causeNodes(causes: readonly Cause[], most: number): readonly CauseNode[] {
  const apart = causes.length <= most ? causes : causes.slice(0, most - 1)
  const rest = Map.groupBy(causes.slice(apart.length), ({ code, verdict }) => `${code} ${verdict}`)
  return [...apart.map(cause => [cause]), ...rest.values()].map((same, index) => {
    const [first, ...more] = same as [Cause, ...Cause[]]
    const held = new Set(same.flatMap(({ blocks }) => blocks.map(({ uid }) => uid)))
    return { id: `c${index + 1}`, causes: [first, ...more], number: causes.indexOf(first) + 1, holds: held.size }
  })
}

/**
 * What an arrow of a cause leads to: what it holds by itself; or the object that it is about, where that is drawn and
 * what it holds waits for it.
 */
function heldBy(cause: Cause, objects: ReadonlyMap<string, ExplainedObject>): readonly Arrow[] {
  const subject = 'uid' in cause.subject ? cause.subject.uid : undefined
  const direct = directlyHeld(cause, objects)
  const byIt = new Set(direct.filter(uid => objects.get(uid)?.waitingFor.some(({ ref }) => ref.uid === subject)))
  const others = direct.filter(uid => !byIt.has(uid)).map(uid => ({ uid, reason: 'holds' }) as const)
  return subject === undefined || byIt.size === 0 ? others : [{ uid: subject, reason: 'about' }, ...others]
}

interface Arrow {
  readonly uid: string
  readonly reason: 'holds' | 'about'
}

/** By the uid of an object: the causes that hold it. */
function holdersOf(causes: readonly CauseNode[]): ReadonlyMap<string, readonly string[]> {
  const pairs = causes.flatMap(({ id, causes }) =>
    causes.flatMap(({ blocks }) => blocks.map(({ uid }) => ({ id, uid }))),
  )
  return new Map([...Map.groupBy(pairs, ({ uid }) => uid)].map(([uid, by]) => [uid, by.map(({ id }) => id)]))
}

function nodesOf(folds: readonly Fold[], holders: ReadonlyMap<string, readonly string[]>): readonly ObjectNode[] {
  return folds.map((same, index) => {
    const [first, ...rest] = same as [ExplainedObject, ...ExplainedObject[]]
    const heldBy = [...new Set(same.flatMap(({ ref }) => holders.get(ref.uid) ?? []))]
    return { id: `n${index + 1}`, verdict: first.verdict, objects: [first, ...rest], heldBy }
  })
}

interface Drawn {
  readonly nodes: readonly ObjectNode[]
  readonly edges: readonly Edge[]
}

/** The first way that makes few enough nodes and arrows, or the last one. */
function firstSmall(ways: readonly (() => Drawn)[], mostNodes: number): Drawn {
  let found: Drawn = { nodes: [], edges: [] }
  for (const way of ways) {
    found = way()
    if (found.nodes.length <= mostNodes && found.edges.length <= MAX_EDGES) break
  }
  return found
}

function groupsOf(nodes: readonly ObjectNode[]): readonly ObjectGroup[] {
  const groups = Map.groupBy(nodes, ({ objects }) => {
    const [first, ...others] = new Set(objects.map(({ ref }) => namespaceOf(ref)))
    if (others.length > 0) return 'many'
    return first === undefined ? 'cluster' : `in ${first}`
  })
  const last = (key: string): number => (key === 'cluster' ? 1 : 0)
  return [...groups]
    .toSorted(([a], [b]) => last(a) - last(b))
    .map(([, same], index) => {
      const names = same.flatMap(({ objects }) => objects.map(({ ref }) => namespaceOf(ref)))
      const namespaces = [...new Set(names)].filter(name => name !== undefined)
      return { id: `g${index + 1}`, namespaces, nodes: same }
    })
}

function edgesOf(
  objects: readonly ExplainedObject[],
  holds: readonly (Arrow & { readonly from: string })[],
  nodeOf: ReadonlyMap<string, string>,
): readonly Edge[] {
  const found = new Map<string, Edge>()
  const add = (edge: Edge): void => void found.set(`${edge.from} ${edge.to} ${edge.reason}`, edge)
  for (const { from, uid, reason } of holds) {
    const to = nodeOf.get(uid)
    if (to !== undefined) add({ from, to, reason })
  }
  const joined = new Set<string>()
  for (const { ref, waitingFor } of objects) {
    for (const { ref: other, reason } of waitingFor) {
      const [from, to] = [nodeOf.get(other.uid)!, nodeOf.get(ref.uid)!]
      joined.add(`${from} ${to}`).add(`${to} ${from}`)
      add({ from, to, reason })
    }
  }
  for (const { ref, owners } of objects) {
    for (const { ref: owner } of owners) {
      const [from, to] = [nodeOf.get(owner.uid), nodeOf.get(ref.uid)!]
      if (from !== undefined && from !== to && !joined.has(`${from} ${to}`)) add({ from, to, reason: 'owns' })
    }
  }
  return [...found.values()]
}
