import { itemsOf } from '../../api/fact.ts'
import { claimsOf } from '../../statements/claims.ts'
import type { Quote } from '../../statements/quote.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { NODE_FIELDS } from '../catalogue/drainers.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Budget, blockersOn } from '../drains/blockers.ts'
import { textAt } from '../drains/drain-holding.ts'
import { letEvict } from '../drains/let-evict.ts'
import type { Remedy } from '../explanation.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { BUDGETS, factOf } from './drain-blocked.ts'

/** The error says that a Pod on the object's node could not be evicted: the budget that keeps it there. */
export function evictionRefused(errors: readonly Quote[], { held, reports: { whole }, context }: Case) {
  const { facts } = context
  for (const { namespace, pod: name, quote } of claimsOf('not evicted', errors)) {
    const pods = itemsOf(facts.read({ about: 'list', resource: 'pods' }))
    const pod = pods.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace)
    const node = pod && nodeNameOf(pod)
    // A Pod of this name may be in the cluster of the Machine, too.
    const isItsNode =
      held.ref.name === node ||
      NODE_FIELDS.some(field => textAt(whole, field) === node) ||
      (node !== undefined && hasWord(node)(quote.fact))
    if (pod === undefined || node === undefined || !isItsNode) continue
    const budgets = itemsOf(facts.read({ about: 'list', resource: BUDGETS })) as readonly Budget[]
    const [blocker] = blockersOn(node, [pod], budgets, {})
    if (blocker?.budget === undefined) continue
    const remedies = letEvict(blocker, undefined)
    return {
      key: `budget/${namespace}/${blocker.budget.metadata.name}`,
      evidence: [{ fact: factOf([blocker], node, undefined), source: BUDGETS }],
      remedies: (last: Remedy) => [...remedies, last],
    }
  }
  return undefined
}
