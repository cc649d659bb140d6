import { type Graph, graphOf, grow } from './graph.ts'
import type { Held, Holding, Rule, RuleContext } from './held.ts'
import { once } from './once.ts'
import type { Steps } from './steps.ts'

/** An object with everything that holds it. */
export interface Explored {
  readonly held: Held
  readonly holdings: readonly Holding[]
}

/** Looks at the objects, and at each object that one of them waits for, once. A cycle of waits ends by itself. */
export function* explore(start: readonly Held[], context: RuleContext, rules: readonly Rule[]): Steps<Graph<Explored>> {
  const lookAt = onceForAlike(context)
  const nodes = yield* grow(
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
 * Objects that are alike mostly ask the same questions: the first of them asks, and the others wait for the next round. Some ask
 * for something of their own too; so, from the second round on, the next is looked at as long as each brings a new question, and
 * twice as many as in the round before may bring none. Without a question none is put off, nor in the last round, so that an answer is
 * always about all of them.
 */
function onceForAlike({ facts: { unanswered } }: RuleContext) {
  const fruitless = new Map<string, number>()
  return (held: Held, look: () => readonly Holding[]): readonly Holding[] => {
    if (unanswered === undefined || unanswered.isLast) return look()
    const { ref, finalizers, meta } = held
    const names = finalizers.map(({ name }) => name)
    const like = [ref.resource, ref.namespace, meta.deletionTimestamp !== undefined, ...names].join(' ')
    const inVain = fruitless.get(like) ?? 0
    if (inVain >= 2 ** unanswered.round) return []
    const [met, asked] = [unanswered.met, unanswered.asked]
    const holdings = look()
    const isNew = unanswered.round > 0 && unanswered.asked > asked
    if (unanswered.met > met && !isNew) fruitless.set(like, inVain + 1)
    return holdings
  }
}
