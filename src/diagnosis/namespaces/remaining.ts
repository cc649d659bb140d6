import { once } from '../facts.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

export interface Remaining {
  readonly pods: readonly StuckObject[]
  readonly others: readonly StuckObject[]
  /** false: there may be more that was not read, so that no pods and no others prove nothing. */
  readonly complete: boolean
}

/**
 * What is left in a terminating namespace, as listed: its conditions lie while Pods block (kubernetes-deletion.md 2.4).
 * Types that cannot be deleted (projections, metrics) hold no namespace: its controller leaves them out.
 */
export function remainingIn(namespace: string, context: RuleContext): Remaining {
  return once(context.facts, `remaining in ${namespace}`, () => {
    const { held, complete } = context.contentOf(namespace)
    const [pods, others]: [StuckObject[], StuckObject[]] = [[], []]
    for (const each of held) {
      if (!each.type.verbs.includes('delete')) continue
      if (isPod(each)) pods.push(each)
      else others.push(each)
    }
    return { pods, others, complete }
  })
}

export function isPod({ ref }: StuckObject): boolean {
  return ref.resource === 'pods'
}
