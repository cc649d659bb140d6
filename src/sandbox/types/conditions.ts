import type { KubeObject } from '../../api/object.ts'

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastTransitionTime?: string
  readonly [field: string]: unknown
}

/** status.conditions of any object; none when it has no status. */
export function conditionsOf(object: KubeObject): readonly Condition[] {
  const status = object.status as { conditions?: readonly Condition[] | null } | undefined
  return status?.conditions ?? []
}

export function conditionStatus(object: KubeObject, type: string): string | undefined {
  return conditionsOf(object).find(condition => condition.type === type)?.status
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
