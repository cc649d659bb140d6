import { recordOf, type Statement, textOf, timeOf } from './statement.ts'
import { says } from './wording.ts'
import { fields, STATUS_FIELDS, type StatusField } from './words/status-fields.ts'

interface Kind {
  readonly tells: StatusField['tells'] | undefined
  readonly isPart: boolean
  readonly isEnd: boolean
}

const kinds = new Map<string, Kind>()

/** What a field is by its name; names are few and objects many. */
export function kindOf(name: string): Kind {
  const known = kinds.get(name) ?? {
    tells: STATUS_FIELDS.find(({ words }) => words.test(name))?.tells,
    isPart: fields.has('part', name),
    isEnd: fields.has('end of a run', name),
  }
  kinds.set(name, known)
  return known
}

const DEEPEST = 4

/** What speaks of an error by its name alone, and is not read by the table: it fails where its words say so. */
export function errorsBelow(
  part: Readonly<Record<string, unknown>>,
  path: readonly string[],
  ended: number | undefined,
): readonly Statement[] {
  if (path.length > DEEPEST) return []
  const isRead = path.every(name => kindOf(name).isPart)
  return Object.entries(part).flatMap(([name, value]): readonly Statement[] => {
    const inner = recordOf(value)
    if (!fields.has('field of an error', name) || (isRead && kindOf(name).tells !== undefined)) {
      return inner === undefined || name === 'conditions' ? [] : errorsBelow(inner, [...path, name], ended)
    }
    const text = inner === undefined ? errorText(value) : wholeText(inner)
    if (text === '') return []
    const place = ['status', ...path, name].join('.')
    return [
      {
        fact: `${place} is ${text}`,
        source: place,
        reason: name,
        means: says('error', text) ? 'failing' : 'told',
        text: true,
        about: ended === undefined ? 'work' : 'outcome',
        since: ended ?? timeIn(inner) ?? timeIn(part),
        path: ['status', ...path, name].map(step => `f:${step}`),
      },
    ]
  })
}

/** Every text of an error that has more than one. */
export function wholeText(record: Readonly<Record<string, unknown>>): string {
  return Object.values(record)
    .filter(value => timeOf(value) === undefined)
    .map(textOf)
    .filter(text => text !== '')
    .join(': ')
}

/** A text, those of a list, or the message of an object; words that say that there is none are none. */
export function errorText(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(errorText)
      .filter(text => text !== '')
      .join('; ')
  const record = recordOf(value)
  if (record === undefined) return textOf(value)
  const { message, description, reason, detail, text, error } = record
  return [message, description, detail, text, error, reason].map(textOf).find(each => each !== '') ?? ''
}

export function timeIn(record: Readonly<Record<string, unknown>> | undefined): number | undefined {
  return timeOf(record?.time) ?? timeOf(record?.lastUpdateTime) ?? timeOf(record?.lastTransitionTime)
}
