import { largest } from '../api/long-lists.ts'
import type { KubeObject } from '../api/object.ts'
import { type Condition, quoteOf, readConditions } from './condition.ts'
import { saysInUse } from './in-use.ts'
import { deletionMeaning, recordOf, type Statement } from './statement.ts'
import { says } from './wording.ts'
import { CONDITION_DIALECTS, CONDITION_LISTS, type ConditionDialect, conditions as words } from './words/conditions.ts'
import { english } from './words/english.ts'

/** What an object's conditions say of its deletion, in any dialect of the table, whoever wrote it and whenever. */
export function conditionsOf(object: KubeObject): readonly Statement[] {
  return CONDITION_LISTS.flatMap(({ path }) => conditionsAt(object, path))
}

function conditionsAt(object: KubeObject, path: readonly string[]): readonly Statement[] {
  const conditions = readConditions(object, path)
  const generations = [recordOf(object.status)?.observedGeneration, ...conditions.map(each => each.generation)]
  const newest = largest(generations.map(each => Number(each) || 0))
  return conditions.flatMap(condition => {
    const isEnding = says('deletion', condition.reason) && saysItEnds(condition, object.kind)
    const means = isEnding && dialectOf(condition.type).about === 'state' ? 'deleting' : meaningOf(condition)
    if (means === undefined) return []
    const { type, reason, message, since, generation = newest, key } = condition
    return [
      {
        ...quoteOf(condition, path),
        reason: reason || type,
        means,
        text: message !== '',
        about: dialectOf(type).about,
        since,
        isOutdated: generation < newest,
        path: ['f:status', ...path.map(step => `f:${step}`), key],
      },
    ]
  })
}

/** Whether the object itself, by its kind, is said to be terminating: what it cannot do any more is then no failure. */
function saysItEnds({ reason, message }: Condition, kind: string): boolean {
  const [, what] = english.find('ends', message)
  return what?.toLowerCase() === kind.toLowerCase() && ![reason, message].some(text => says('failure', text))
}

const dialects = new Map<string, ConditionDialect>()

/** Types are few and objects many. */
function dialectOf(type: string): ConditionDialect {
  // The last one is for all types; one that is empty or has a line break is no type of anything.
  const known =
    dialects.get(type) ?? CONDITION_DIALECTS.find(each => each.words.test(type)) ?? CONDITION_DIALECTS.at(-1)!
  dialects.set(type, known)
  return known
}

function meaningOf({ type, status = 'True', reason, message }: Condition): Statement['means'] | undefined {
  const { bad, about } = dialectOf(type)
  if (words.has('hook of others', reason) || says('on purpose', reason, message)) return 'waiting'
  if (status === 'True' && saysInUse(type)) return 'waiting'
  if (about === 'deletion') {
    if (status !== 'False') return deletionMeaning(reason, message)
    if (says('error', reason, message)) return 'failing'
    if (saysInUse(reason)) return 'waiting'
    return message === '' ? undefined : 'told'
  }
  if (bad === 'unsure') return unsureMeaning(status, reason, message)
  if (bad === 'none' || (status !== bad && status !== 'Unknown')) return undefined
  if (says('error', reason)) return 'failing'
  if (words.has('may be deleted', type) && !says('error', message)) return 'waiting'
  if (says('deletion', reason)) return deletionMeaning(reason, message)
  // A type that is an error says it by itself; that something is not ready may be how it is meant to be.
  if (status === 'True' && about === 'work') return 'failing'
  if (says('error', message)) return 'failing'
  if (says('deletion', message)) return deletionMeaning(reason, message)
  return status === 'True' ? 'failing' : 'unwell'
}

/** Of a type whose name does not tell what is bad, the words have to. */
function unsureMeaning(status: string, reason: string, message: string): Statement['means'] {
  if (status === 'True') return says('failure', reason) || says('failure', message) ? 'failing' : 'told'
  if (says('error', reason)) return 'failing'
  if (says('deletion', reason)) return deletionMeaning(reason, message)
  if (words.has('waiting reason', reason)) return 'waiting'
  return says('error', message) ? 'failing' : 'told'
}
