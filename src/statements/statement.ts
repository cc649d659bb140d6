import { cutText } from '../api/cut-text.ts'
import { says, saysWaiting } from './wording.ts'
import { type ConditionDialect, conditions } from './words/conditions.ts'
import { fields } from './words/status-fields.ts'

export interface Statement {
  readonly fact: string
  readonly source: string
  /** A word for it, by which two objects are told to fail alike. */
  readonly reason: string
  /**
   * `deleting`: it is so because of the deletion; `waiting`: it says what the deletion waits for; `unwell`: not as it
   * should be, without an error; `told`: whether it is good or bad is for those who know the product.
   */
  readonly means: 'failing' | 'deleting' | 'waiting' | 'unwell' | 'told'
  readonly about: ConditionDialect['about']
  /** Whether it says more than one word. */
  readonly text: boolean
  /** Since when, in ms, where it says that itself. */
  readonly since: number | undefined
  /** Of an older generation than the controller has observed since: what it says may be resolved. */
  readonly isOutdated?: boolean | undefined
  /** It only counts tries: that it was written is no sign of work. */
  readonly isCount?: boolean | undefined
  /** It says that all is done of the deletion: that it was written is no sign of work either. */
  readonly isDone?: boolean | undefined
  /** Where managedFields has who wrote it. */
  readonly path: readonly string[]
}

/** What a text about the deletion says of it: that it goes on, waits, or fails. */
export function deletionMeaning(reason: string, message: string): Statement['means'] {
  if (says('error', reason)) return 'failing'
  if (says('held', reason, message) || says('blocked', reason)) return 'waiting'
  if (says('error', message)) return 'failing'
  if (saysWaiting(reason) || conditions.has('draining reason', reason)) return 'waiting'
  // Waiting for its own steps is how a deletion goes on, where the reason says no more than that it is deleted.
  return !says('deletion', reason) && saysWaiting(message) ? 'waiting' : 'deleting'
}

/** A text that says something; words that say that there is nothing are none. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const text = cutText(value).trim()
  return fields.has('nothing', text) ? '' : text
}

/** RFC 3339 in ms. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** A JSON object, and no list. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
