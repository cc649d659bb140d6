import type { KubeObject } from './object.ts'

/** A condition in a status, as far as it is read. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastTransitionTime?: string
  readonly lastUpdateTime?: string
}

/** The conditions in the status of an object; none where it has no list of them. */
export function conditionsIn({ status }: KubeObject): readonly Condition[] {
  const { conditions } = (status ?? {}) as { conditions?: unknown }
  return Array.isArray(conditions) ? conditions : []
}

/** The first condition of one of these types that is True. */
export function trueCondition(object: KubeObject, ...types: readonly string[]): Condition | undefined {
  return conditionsIn(object).find(({ type, status }) => status === 'True' && types.includes(type))
}

export function isTrue(object: KubeObject, ...types: readonly string[]): boolean {
  return trueCondition(object, ...types) !== undefined
}
