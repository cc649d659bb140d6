import type { KubeObject } from '../api/object.ts'
import { quoteOf, readConditions } from './condition.ts'
import { conditionsOf } from './conditions.ts'
import { recordOf, textOf } from './statement.ts'
import { statusFieldsOf } from './status-fields.ts'
import { english } from './words/english.ts'

/** What an object says of itself that is not as it should be, now. How a run of it ended is no ailment. */
export function illsOf(object: KubeObject): readonly string[] {
  const said = [...conditionsOf(object), ...statusFieldsOf(object)].filter(
    ({ means, about, isOutdated }) =>
      (means === 'failing' || means === 'unwell') && about !== 'outcome' && isOutdated !== true,
  )
  const states = Object.entries(recordOf(object.status) ?? {}).flatMap(([field, value]) => {
    const text = english.has('state field', field) ? textOf(value) : ''
    return english.has('stopped', text) || english.has('unwell', text) ? [`status.${field} is ${text}`] : []
  })
  const stopped = readConditions(object).filter(
    ({ type, status, reason }) => status === 'True' && english.has('stopped', `${type} ${reason}`),
  )
  return [...new Set([...states, ...stopped.map(each => quoteOf(each).fact), ...said.map(({ fact }) => fact)])]
}
