import type { KubeObject } from '../../api/object.ts'
import {
  CONDITION_DIALECTS,
  CONDITION_LISTS,
  type ConditionDialect,
  END_OF_RUN,
  STATUS_FIELDS,
  STATUS_PARTS,
} from './condition-dialects.ts'
import { saysBlocked, saysDeletion, saysError, saysHeld, saysWaiting } from './wording.ts'

/** One thing that an object says of itself in its status. */
export interface Statement {
  readonly fact: string
  readonly source: string
  /** A word for it, by which two objects are told to fail alike. */
  readonly reason: string
  /**
   * `deleting`: because of its deletion it is as it is; `waiting`: it says what its deletion waits for; `unwell`: not as it
   * should be, without an error.
   */
  readonly means: 'failing' | 'deleting' | 'waiting' | 'unwell'
  readonly about: ConditionDialect['about']
  /** Whether it says more than one word. */
  readonly text: boolean
  /** Since when, in ms, where it says that itself. */
  readonly since: number | undefined
  /** Where managedFields has who wrote it, below `f:status`. */
  readonly path: readonly string[]
}

/** Longer texts are dumps. */
const LONGEST = 1000

/** What an object says of its fate in its status, in any of the dialects of the table: pure, whoever wrote it and whenever. */
export function statementsOf(whole: KubeObject | undefined): readonly Statement[] {
  const status = recordOf(whole?.status)
  if (status === undefined) return []
  return [...CONDITION_LISTS.flatMap(({ path }) => conditionsAt(status, path)), ...fieldsOf(status, [])]
}

interface Condition {
  readonly type: string
  readonly status: string | undefined
  readonly reason: string
  readonly message: string
  readonly since: number | undefined
}

function conditionsAt(status: Readonly<Record<string, unknown>>, path: readonly string[]): readonly Statement[] {
  const list = path.reduce<unknown>((at, step) => recordOf(at)?.[step], status)
  if (!Array.isArray(list)) return []
  return list.flatMap(each => {
    const condition = conditionOf(each)
    const means = condition && meaningOf(condition)
    if (condition === undefined || means === undefined) return []
    const { type, status: state, reason, message, since } = condition
    const steps = [...path.map(step => `f:${step}`), `k:${JSON.stringify({ type })}`]
    return [
      {
        fact: `condition ${type}${state === undefined ? '' : `=${state}`} ${reason}: ${message}`,
        source: `status.${path.join('.')}`,
        reason: reason || type,
        means,
        text: message !== '',
        about: dialectOf(type).about,
        since,
        path: steps,
      },
    ]
  })
}

/** Status as text: some write a boolean, or none at all, where to be listed is to be true. */
function conditionOf(value: unknown): Condition | undefined {
  const { type, status, reason, message, lastTransitionTime, lastUpdateTime } = recordOf(value) ?? {}
  if (typeof type !== 'string') return undefined
  const state = status === undefined || status === '' ? undefined : capitalized(String(status))
  return {
    type,
    status: state,
    reason: textOf(reason),
    message: textOf(message).slice(0, LONGEST),
    since: timeOf(lastTransitionTime) ?? timeOf(lastUpdateTime),
  }
}

function dialectOf(type: string): ConditionDialect {
  return CONDITION_DIALECTS.find(each => each.type.test(type))!
}

function meaningOf({ type, status = 'True', reason, message }: Condition): Statement['means'] | undefined {
  const { bad, about } = dialectOf(type)
  if (about === 'deletion') {
    if (status !== 'False') return deletionMeaning(reason, message)
    return saysError(reason, message) ? 'failing' : undefined
  }
  if (status !== bad && status !== 'Unknown') return undefined
  if (bad === 'none') return undefined
  if (saysError(reason)) return 'failing'
  if (saysDeletion(reason)) return deletionMeaning(reason, message)
  // A type that is an error says it by itself; that something is not ready may be how it is meant to be.
  if (status === 'True' && about === 'work') return 'failing'
  if (saysError(message)) return 'failing'
  if (saysDeletion(message)) return deletionMeaning(reason, message)
  return status === 'True' ? 'failing' : 'unwell'
}

/** It is the deletion that it speaks of: does it go on, wait, or fail? */
function deletionMeaning(reason: string, message: string): Statement['means'] {
  if (saysError(reason)) return 'failing'
  if (saysHeld(reason, message) || saysBlocked(reason)) return 'waiting'
  if (saysError(message)) return 'failing'
  if (saysWaiting(reason) || /^(Drain|Detach|Evict)/.test(reason)) return 'waiting'
  // Waiting for its own steps is how a deletion goes on, where the reason says no more than that it is deleted.
  return !saysDeletion(reason) && saysWaiting(message) ? 'waiting' : 'deleting'
}

function fieldsOf(part: Readonly<Record<string, unknown>>, path: readonly string[]): readonly Statement[] {
  const place = ['status', ...path].join('.')
  const steps = path.map(step => `f:${step}`)
  const since = timeIn(part)
  const ended = endOf(part)
  const beside = ['message', 'reason', 'description']
    .map(name => textOf(part[name]))
    .filter(text => text !== '')
    .join(': ')
  return Object.entries(part).flatMap(([name, value]): readonly Statement[] => {
    const inner = recordOf(value)
    if (inner !== undefined && STATUS_PARTS.some(({ field }) => field.test(name)))
      return fieldsOf(inner, [...path, name])
    const tells = STATUS_FIELDS.find(({ field }) => field.test(name))?.tells
    const text = tells === 'error' ? errorText(value) : textOf(value)
    if (tells === undefined || text === '') return []
    const means = tells === 'error' ? 'failing' : tells === 'text' ? textMeaning(text) : phaseMeaning(text, beside)
    if (means === undefined) return []
    return [
      {
        fact: `${place}.${name} is ${tells === 'phase' && beside !== '' ? `${text} (${beside})` : text}`.slice(
          0,
          LONGEST,
        ),
        source: `${place}.${name}`,
        reason: tells === 'phase' ? text : name,
        means,
        text: true,
        about: ended !== undefined ? 'outcome' : tells === 'phase' ? 'state' : 'work',
        since: ended ?? since ?? timeIn(inner) ?? timeIn(recordOf(Array.isArray(value) ? value.at(-1) : undefined)),
        path: [...steps, `f:${name}`],
      },
    ]
  })
}

/** When a run ended, where the object is one: whatever its status says is of that. */
function endOf(part: Readonly<Record<string, unknown>>): number | undefined {
  const [, at] = Object.entries(part).find(([name]) => END_OF_RUN.test(name)) ?? []
  return timeOf(at)
}

function textMeaning(text: string): Statement['means'] | undefined {
  if (saysHeld(text)) return 'waiting'
  if (saysError(text)) return 'failing'
  return saysDeletion(text) ? deletionMeaning('', text) : undefined
}

function phaseMeaning(phase: string, beside: string): Statement['means'] | undefined {
  // Sentences are no phases.
  if (/\s/.test(phase)) return undefined
  if (saysDeletion(phase)) return deletionMeaning(phase, beside)
  return saysError(phase) ? 'failing' : undefined
}

/** A text, those of a list, or the message of an object; words that say that there is none are none. */
function errorText(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(errorText)
      .filter(text => text !== '')
      .join('; ')
  const record = recordOf(value)
  if (record === undefined) return textOf(value)
  const { message, description, reason, detail, text } = record
  return [message, description, detail, text, reason].map(textOf).find(each => each !== '') ?? ''
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  return /^\s*(none|null|nil|no errors?|ok|success|false|-|\d+)?\s*$/i.test(value) ? '' : value.trim()
}

function timeIn(record: Readonly<Record<string, unknown>> | undefined): number | undefined {
  return timeOf(record?.time) ?? timeOf(record?.lastUpdateTime) ?? timeOf(record?.lastTransitionTime)
}

function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}
