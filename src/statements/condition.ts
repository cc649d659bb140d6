import type { KubeObject } from '../api/object.ts'
import type { Quote } from './quote.ts'
import { recordOf, textOf, timeOf } from './statement.ts'

export interface Condition {
  readonly type: string
  /** Capitalized; undefined where it has none, as some that are true by being listed. */
  readonly status: string | undefined
  /** Empty where it says none. */
  readonly reason: string
  readonly message: string
  readonly since: number | undefined
  /** The generation of the object that it is of. */
  readonly generation: number | undefined
  /** What stands for it in managedFields. */
  readonly key: string
}

const CONDITIONS: readonly string[] = ['conditions']

/** The conditions in a part of the status: a list, or a record by type (`conditions: {Ready: {status: "False"}}`). */
export function readConditions(whole: KubeObject | undefined, path = CONDITIONS): readonly Condition[] {
  const list = path.reduce<unknown>((at, step) => recordOf(at)?.[step], whole?.status)
  if (Array.isArray(list)) return list.flatMap(each => conditionOf(each))
  return Object.entries(recordOf(list) ?? {}).flatMap(([type, value]) => {
    const record = recordOf(value)
    return record === undefined ? [] : conditionOf({ type, ...record }, `f:${type}`)
  })
}

/** Status as text: some write a boolean. */
function conditionOf(value: unknown, ofRecord?: string): readonly Condition[] {
  const { type, status, reason, message, lastTransitionTime, lastUpdateTime, observedGeneration } =
    recordOf(value) ?? {}
  if (typeof type !== 'string' || recordOf(status) !== undefined) return []
  return [
    {
      type,
      status: status === undefined || status === '' ? undefined : capitalized(String(status)),
      reason: textOf(reason),
      message: textOf(message),
      since: timeOf(lastTransitionTime) ?? timeOf(lastUpdateTime),
      generation: typeof observedGeneration === 'number' ? observedGeneration : undefined,
      key: ofRecord ?? `k:${JSON.stringify({ type })}`,
    },
  ]
}

/** `condition Ready=False NotReady: the bucket is not empty` */
export function quoteOf({ type, status, reason, message }: Condition, path = CONDITIONS): Quote {
  const state = `condition ${type}${status === undefined ? '' : `=${status}`}${reason === '' ? '' : ` ${reason}`}`
  return { fact: message === '' ? state : `${state}: ${message}`, source: `status.${path.join('.')}` }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}
