import type { KubeObject } from '../api/object.ts'
import { quoteOf, readConditions } from './condition.ts'
import type { Quote } from './quote.ts'
import { recordOf } from './statement.ts'
import { paused } from './words/paused.ts'

export function conditionPaused(whole: KubeObject | undefined): Quote | undefined {
  const said = readConditions(whole).find(
    ({ type, status, reason }) =>
      (paused.has('paused', type) && status === 'True') ||
      (paused.has('paused', reason) && !paused.has('resumed', reason) && status !== 'True'),
  )
  return said && quoteOf(said)
}

/** A sentence of the conditions, or of these texts, by which all work on the object is put off. */
export function sentencePaused(whole: KubeObject | undefined, more: readonly Quote[]): Quote | undefined {
  const message = recordOf(whole?.status)?.message
  const texts: readonly Quote[] = [
    ...readConditions(whole).map(each => ({ fact: each.message, source: 'status.conditions' })),
    ...(typeof message === 'string' ? [{ fact: message, source: 'status.message' }] : []),
    ...more,
  ]
  return texts.find(({ fact }) => paused.has('all is paused', fact.replace(/^\S+ reports [^:]*: /, '')))
}
