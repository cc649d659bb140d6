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
    const left = held.filter(({ type }) => type.verbs.includes('delete'))
    return { pods: left.filter(isPod), others: left.filter(each => !isPod(each)), complete }
  })
}

export function isPod({ ref }: StuckObject): boolean {
  return ref.resource === 'pods'
}
