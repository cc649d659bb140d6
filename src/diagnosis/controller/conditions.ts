import type { KubeObject } from '../../api/object.ts'
import { CONDITION_DIALECTS, CONDITION_LISTS, type ConditionDialect, MAY_BE_DELETED } from './condition-dialects.ts'
import { deletionMeaning, recordOf, type Statement, textOf, timeOf } from './statement.ts'
import { saysDeletion, saysError, saysFailed, saysInUse } from './wording.ts'

/** What an object says of its fate in its conditions, in any of the dialects of the table, whoever wrote it and whenever. */
export function conditionsOf({ status }: KubeObject): readonly Statement[] {
  return CONDITION_LISTS.flatMap(({ path }) => conditionsAt(status, path))
}

interface Condition {
  readonly type: string
  readonly status: string | undefined
  readonly reason: string
  readonly message: string
  readonly since: number | undefined
  /** The generation of the object that it is of. */
  readonly generation: number | undefined
}

function conditionsAt(status: unknown, path: readonly string[]): readonly Statement[] {
  const list = path.reduce<unknown>((at, step) => recordOf(at)?.[step], status)
  // Some have them by their type: `conditions: {Ready: {status: "False"}}`.
  const byType = Object.entries(recordOf(list) ?? {}).flatMap(([type, value]) => {
    const record = recordOf(value)
    return record === undefined ? [] : [{ type, ...record }]
  })
  const all: readonly unknown[] = Array.isArray(list) ? list : byType
  const conditions = all.map(conditionOf)
  const newest = Math.max(
    ...[recordOf(status)?.observedGeneration, ...conditions.map(each => each?.generation)].map(
      each => Number(each) || 0,
    ),
  )
  return conditions.flatMap(condition => {
    const means = condition && meaningOf(condition)
    if (condition === undefined || means === undefined) return []
    const { type, status: state, reason, message, since, generation = newest } = condition
    const key = Array.isArray(list) ? `k:${JSON.stringify({ type })}` : `f:${type}`
    const steps = ['f:status', ...path.map(step => `f:${step}`), key]
    return [
      {
        fact: [
          `condition ${type}${state === undefined ? '' : `=${state}`}${reason === '' ? '' : ` ${reason}`}`,
          message,
        ]
          .filter(text => text !== '')
          .join(': '),
        source: `status.${path.join('.')}`,
        reason: reason || type,
        means,
        text: message !== '',
        about: dialectOf(type).about,
        since,
        isOutdated: generation < newest,
        path: steps,
      },
    ]
  })
}

/** Status as text: some write a boolean, or none at all, where to be listed is to be true. */
function conditionOf(value: unknown): Condition | undefined {
  const { type, status, reason, message, lastTransitionTime, lastUpdateTime, observedGeneration } =
    recordOf(value) ?? {}
  if (typeof type !== 'string') return undefined
  const state = status === undefined || status === '' ? undefined : capitalized(String(status))
  return {
    type,
    status: state,
    reason: textOf(reason),
    message: textOf(message),
    since: timeOf(lastTransitionTime) ?? timeOf(lastUpdateTime),
    generation: typeof observedGeneration === 'number' ? observedGeneration : undefined,
  }
}

const dialects = new Map<string, ConditionDialect>()

/** Types are few and objects many. */
function dialectOf(type: string): ConditionDialect {
  const known = dialects.get(type) ?? CONDITION_DIALECTS.find(each => each.type.test(type))!
  dialects.set(type, known)
  return known
}

/** Somebody asked to go first and is not done, which is no error, whatever the words: openshift/api:machine/v1beta1/types_machine.go, LifecycleHooks. */
const HOOK_OF_OTHERS = /^\w*Hooks?(Present|Pending)$/

function meaningOf({ type, status = 'True', reason, message }: Condition): Statement['means'] | undefined {
  const { bad, about } = dialectOf(type)
  if (HOOK_OF_OTHERS.test(reason)) return 'waiting'
  if (status === 'True' && saysInUse(type)) return 'waiting'
  if (about === 'deletion') {
    if (status !== 'False') return deletionMeaning(reason, message)
    if (saysError(reason, message)) return 'failing'
    if (saysInUse(reason)) return 'waiting'
    return message === '' ? undefined : 'told'
  }
  if (bad === 'unsure') return unsureMeaning(status, reason, message)
  if (bad === 'none' || (status !== bad && status !== 'Unknown')) return undefined
  if (saysError(reason)) return 'failing'
  if (MAY_BE_DELETED.test(type) && !saysError(message)) return 'waiting'
  if (saysDeletion(reason)) return deletionMeaning(reason, message)
  // A type that is an error says it by itself; that something is not ready may be how it is meant to be.
  if (status === 'True' && about === 'work') return 'failing'
  if (saysError(message)) return 'failing'
  if (saysDeletion(message)) return deletionMeaning(reason, message)
  return status === 'True' ? 'failing' : 'unwell'
}

/** Of a type whose name does not tell what is bad, the words have to. */
function unsureMeaning(status: string, reason: string, message: string): Statement['means'] {
  if (status === 'True') return saysFailed(reason) || saysFailed(message) ? 'failing' : 'told'
  if (saysError(reason)) return 'failing'
  if (saysDeletion(reason)) return deletionMeaning(reason, message)
  if (/^(Wait|Await)/.test(reason)) return 'waiting'
  return saysError(message) ? 'failing' : 'told'
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}
