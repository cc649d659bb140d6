import type { KubeObject } from '../api/object.ts'
import { parsedJson } from '../api/parsed-json.ts'
import { deletionMeaning, recordOf, type Statement, textOf } from './statement.ts'
import { says } from './wording.ts'
import { fields } from './words/status-fields.ts'

/** Records deeper than this in a status are not looked for. */
const DEEPEST = 4
/** So many are more than what any work takes that goes well. */
const SEVERAL = 5

type Try = Omit<Statement, 'path'>

/**
 * Tries that go on, wherever in a status they stand: how often, and the last message. A write of such a record only
 * counts the next try (nolar/kopf:kopf/_cogs/configs/progress.py, ProgressRecord).
 */
export function triesBelow(part: Readonly<Record<string, unknown>>, path: readonly string[]): readonly Try[] {
  const own = tryOf(part, path.join('.'))
  if (own !== undefined) return [own]
  if (path.length > DEEPEST) return []
  return Object.entries(part).flatMap(([name, value]) => {
    const inner = recordOf(value)
    if (inner !== undefined) return triesBelow(inner, [...path, name])
    return fields.has('count of tries', name) && Number(value) >= SEVERAL
      ? [countOf([...path, name].join('.'), name, Number(value))]
      : []
  })
}

function countOf(place: string, name: string, times: number): Try {
  const told = { fact: `${place} is ${times}`, source: place, reason: name, means: 'told' } as const
  return { ...told, text: true, about: 'work', since: undefined, isCount: true }
}

/** `place`: where the record is in the object; undefined if it is no record of failed tries, or not of a deletion. */
export function tryOf(record: Readonly<Record<string, unknown>>, place: string): Try | undefined {
  const { message, success, purpose } = record
  const times = ['retries', 'retryCount', 'attempts', 'tries'].map(name => record[name]).find(Number.isInteger)
  const text = textOf(message)
  if (typeof times !== 'number' || times < 1 || text === '' || success !== false) return undefined
  if (typeof purpose === 'string' && !/^delet/i.test(purpose)) return undefined
  const means = says('error', text) ? 'failing' : deletionMeaning('', text) === 'waiting' ? 'waiting' : 'told'
  return {
    fact: `${place} counts ${times} ${times === 1 ? 'retry' : 'retries'}, without success: ${text}`,
    source: place,
    reason: place.split('.').at(-1)!,
    means,
    text: true,
    about: 'work',
    since: undefined,
    isCount: true,
  }
}

/** Errors that an object tells in annotations of its product, where the controller has no status to write them to. */
export function annotationsOf({ metadata: { annotations = {} } }: KubeObject): readonly Statement[] {
  return Object.entries(annotations).flatMap(([key, value]): readonly Statement[] => {
    const [domain, name] = key.split('/')
    // Without a domain, and under those of Kubernetes and kubectl, it is no product's word.
    if (name === undefined || /(^|\.)(kubernetes|k8s)\.io$/.test(domain!)) return []
    const path = ['f:metadata', 'f:annotations', `f:${key}`]
    // Frameworks keep JSON in annotations where a type has no status.
    const record = value.startsWith('{') ? recordOf(parsedJson(value)) : undefined
    const tried = record && tryOf(record, `annotation ${key}`)
    if (tried !== undefined) return [{ ...tried, source: 'metadata.annotations', path }]
    if (!fields.has('annotation of an error', name)) return []
    // One word is a setting (`retry-on-error: always`) sooner than an error.
    if (textOf(value) === '' || !(/\s/.test(value) || says('error', value))) return []
    const said = { fact: `annotation ${key} is ${value}`, source: 'metadata.annotations', reason: name }
    return [{ ...said, means: 'failing', text: true, about: 'work', since: undefined, path }]
  })
}
