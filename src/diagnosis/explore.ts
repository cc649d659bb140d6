import { type Graph, graphOf, grow } from './graph.ts'
import type { Held, Holding, Rule, RuleContext } from './held.ts'
import { once } from './once.ts'

/** An object with everything that holds it. */
export interface Explored {
  readonly held: Held
  readonly holdings: readonly Holding[]
}

/** Looks at the objects, and at each object that one of them waits for, once. A cycle of waits ends by itself. */
export function explore(start: readonly Held[], context: RuleContext, rules: readonly Rule[]): Graph<Explored> {
  const lookAt = inFirstRoundOnceForAlike(context)
  const nodes = grow(
    start,
    held => held.ref.uid,
    (held): [Explored, readonly Held[]] => {
      const holdings = lookAt(held, () => once(context.facts, held, () => rules.flatMap(rule => rule(held, context))))
      return [{ held, holdings }, holdings.flatMap(({ waitingFor = [] }) => waitingFor.map(waited => waited.held))]
    },
  )
  return graphOf(nodes, ({ holdings }) =>
    holdings.flatMap(({ waitingFor = [] }) => waitingFor.map(({ ref }) => ref.uid)),
  )
}

/**
 * In the first round nothing is known, and objects that are alike ask the same questions: the first of them asks, the others
 * wait for the second round. Without a question none is put off, so that an answer is always about all of them.
 */
function inFirstRoundOnceForAlike({ facts: { unanswered } }: RuleContext) {
  const asking = new Set<string>()
  return (held: Held, look: () => readonly Holding[]): readonly Holding[] => {
    if (unanswered?.round !== 0) return look()
    const { ref, finalizers, meta } = held
    const like = [
      ref.resource,
      ref.namespace,
      meta.deletionTimestamp !== undefined,
      ...finalizers.map(f => f.name),
    ].join(' ')
    if (asking.has(like)) return []
    const before = unanswered.met
    const holdings = look()
    if (unanswered.met > before) asking.add(like)
    return holdings
  }
}
