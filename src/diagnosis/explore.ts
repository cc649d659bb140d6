import type { Held, Holding, Rule, RuleContext } from './held.ts'
import { once } from './once.ts'

/** An object with everything that holds it. */
export interface Explored {
  readonly held: Held
  readonly holdings: readonly Holding[]
}

/** Looks at the objects, and at each object that one of them waits for, once; by uid. A cycle of waits ends by itself. */
export function explore(
  start: readonly Held[],
  context: RuleContext,
  rules: readonly Rule[],
): ReadonlyMap<string, Explored> {
  const explored = new Map<string, Explored>()
  const queue = [...start]
  for (let held = queue.shift(); held !== undefined; held = queue.shift()) {
    if (explored.has(held.ref.uid)) continue
    const { facts } = context
    const holdings = once(facts, held, () => rules.flatMap(rule => rule(held!, context)))
    explored.set(held.ref.uid, { held, holdings })
    for (const { waitingFor = [] } of holdings) {
      for (const waited of waitingFor) if (!explored.has(waited.ref.uid)) queue.push(waited.held)
    }
  }
  return explored
}
