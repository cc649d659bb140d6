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

/** Of the whole status: when the run that it is of ended, and whether its phase is that of a deletion. */
type Whole = { readonly ended: number | undefined; readonly isDeleting: boolean }

type Part = Readonly<Record<string, unknown>>

/** What speaks of an error by its name alone, and is not read by the table: it fails where its words say so. */
export function errorsBelow(part: Part, path: readonly string[], whole: Whole): readonly Statement[] {
  const { ended } = whole
  // What ended well may have warned.
  if (path.length > DEEPEST || part.exitCode === 0) return []
  const isRead = path.every(name => kindOf(name).isPart) || (path.length === 2 && kindOf(path[1]!).isPart)
  return Object.entries(part).flatMap(([name, value]): readonly Statement[] => {
    const inner = recordOf(value)
    if (Array.isArray(value) && !fields.has('field of an error', name)) {
      return name === 'conditions' || fields.has('past', name) ? [] : failedIn(value, [...path, name], whole)
    }
    if (!fields.has('field of an error', name) || (isRead && kindOf(name).tells !== undefined)) {
      return inner === undefined || name === 'conditions' ? [] : errorsBelow(inner, [...path, name], whole)
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

/** Of so many parts in a list the errors are read. */
const MOST_PARTS = 20

/**
 * Errors of those in a list that say they failed: `[{state: "Error", success: false, error: "no such process"}]`. That
 * they keep it from being deleted is only said where the whole says that it is being deleted.
 */
function failedIn(list: readonly unknown[], path: readonly string[], whole: Whole): readonly Statement[] {
  const parts = list.slice(0, MOST_PARTS).map((each): Part => recordOf(each) ?? {})
  const failed = parts.filter(each => each.success === false || phasesIn(each).some(phase => says('error', phase)))
  const all = failed.flatMap(each => errorsBelow(each, path, whole))
  const found = whole.isDeleting ? all : all.map((each): Statement => ({ ...each, means: 'told' }))
  return found.filter(({ fact }, at) => found.findIndex(each => each.fact === fact) === at)
}

/** What a status, or a part of it, says in one word. */
export function phasesIn(part: Part): readonly string[] {
  return ['state', 'phase', 'status'].map(name => textOf(part[name]))
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
