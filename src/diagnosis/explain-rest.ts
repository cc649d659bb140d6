import { withCircles } from './circles.ts'
import type { Explored } from './explore.ts'
import type { Graph } from './graph.ts'
import type { RuleContext } from './stuck-object.ts'
import { unexplained } from './unexplained.ts'

/**
 * What was explored, with a cause for everything terminating: where no rule names one, the last of what it waits for (the
 * object itself, where it waits for nothing; one of each circle that is none by itself) is held by ControllerUnknown, which says what is missing.
 */
export function explainRest(graph: Graph<Explored>, context: RuleContext): ReadonlyMap<string, Explored> {
  const nodes = withCircles(graph, context)
  const showing = [...nodes].filter(([, { holdings }]) => holdings.some(({ cause }) => cause !== undefined))
  const caused = new Set(graph.blockedBy(showing.map(([uid]) => uid)))
  const rest = [...nodes].filter(([uid, { held }]) => held.meta.deletionTimestamp !== undefined && !caused.has(uid))
  if (rest.length === 0) return nodes
  const whole = new Map(nodes)
  // No chain of these leads to an object that has a cause, or its first would have it too.
  for (const uid of graph.endsOf(rest.map(([uid]) => uid))) {
    const { held, holdings } = nodes.get(uid)!
    whole.set(uid, { held, holdings: [...holdings, unexplained(held, holdings, context)] })
  }
  return whole
}
