import { type Graph, graphOf, grow } from './graph.ts'
import type { Held, Holding, Rule, RuleContext } from './held.ts'

/** An object with everything that holds it. */
export interface Explored {
  readonly held: Held
  readonly holdings: readonly Holding[]
}

/** Looks at the objects, and at each object that one of them waits for, once. A cycle of waits ends by itself. */
export function explore(start: readonly Held[], context: RuleContext, rules: readonly Rule[]): Graph<Explored> {
  const nodes = grow(
    start,
    held => held.ref.uid,
    (held): [Explored, readonly Held[]] => {
      const holdings = rules.flatMap(rule => rule(held, context))
      return [{ held, holdings }, holdings.flatMap(({ waitingFor = [] }) => waitingFor.map(waited => waited.held))]
    },
  )
  return graphOf(nodes, ({ holdings }) =>
    holdings.flatMap(({ waitingFor = [] }) => waitingFor.map(({ ref }) => ref.uid)),
  )
}
