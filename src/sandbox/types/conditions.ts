import { type Condition, conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'

export function conditionStatus(object: KubeObject, type: string): string | undefined {
  return conditionsIn(object).find(condition => condition.type === type)?.status
}

/** The list with `next` in it; lastTransitionTime moves only when the status does, as every controller does it. */
export function withCondition(conditions: readonly Condition[], next: Condition, now: string): Condition[] {
  const previous = conditions.find(condition => condition.type === next.type)
  const lastTransitionTime =
    previous !== undefined && previous.status === next.status ? (previous.lastTransitionTime ?? now) : now
  const updated = { ...next, lastTransitionTime }
  return previous === undefined
    ? [...conditions, updated]
    : conditions.map(condition => (condition === previous ? updated : condition))
}
