import type { KubeObject } from '../api/object.ts'
import { quoteOf, readConditions } from './condition.ts'
import { conditionsOf } from './conditions.ts'
import { recordOf, textOf } from './statement.ts'
import { statusFieldsOf } from './status-fields.ts'
import { english } from './words/english.ts'

const LONGEST_STATE = 40

/** The fields of a status that have a state, each with the word in it: `status.phase is Starting`. */
export function statesOf({ status }: KubeObject): readonly { readonly fact: string; readonly text: string }[] {
  return Object.entries(recordOf(status) ?? {}).flatMap(([field, value]) => {
    const text = english.has('state field', field) ? textOf(value) : ''
    return text === '' ? [] : [{ fact: `status.${field} is ${text}`, text }]
  })
}

/** Those that are one word, as a state is. */
export function wordsOfState(object: KubeObject): readonly string[] {
  const isWord = ({ text }: { readonly text: string }) => text.length <= LONGEST_STATE && /^\w+$/.test(text)
  return statesOf(object).flatMap(each => (isWord(each) ? [each.fact] : []))
}

/** What an object says of itself that is not as it should be, now. How a run of it ended is no ailment. */
export function illsOf(object: KubeObject): readonly string[] {
  const said = [...conditionsOf(object), ...statusFieldsOf(object)].filter(
    ({ means, about, isOutdated }) =>
      (means === 'failing' || means === 'unwell') && about !== 'outcome' && isOutdated !== true,
  )
  const states = statesOf(object)
    .filter(({ text }) => english.has('stopped', text) || english.has('unwell', text))
    .map(({ fact }) => fact)
  const stopped = readConditions(object).filter(
    ({ type, status, reason }) => status === 'True' && english.has('stopped', `${type} ${reason}`),
  )
  return [...new Set([...states, ...stopped.map(each => quoteOf(each).fact), ...said.map(({ fact }) => fact)])]
}
