import { INVISIBLE } from '../api/visible.ts'

/** So many items of a list become text at once: an answer of 20,000 objects is some 25 MB. */
const ITEMS_AT_ONCE = 500

/** A value as indented JSON, as kubectl prints it; invisible characters are escaped, as it may go to a terminal. */
export function formatJson(value: unknown): string {
  return [...jsonParts(value)].join('')
}

/** The same text part by part; long lists among the fields of an object are never one text. */
export function* jsonParts(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return yield `${escapedJson(value)}\n`
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  const isLong = fields.some(([, each]) => Array.isArray(each) && each.length > ITEMS_AT_ONCE)
  if (!isLong) return yield `${escapedJson(value)}\n`
  for (const [index, [name, each]] of fields.entries()) {
    yield index === 0 ? '{\n' : ',\n'
    const items = Array.isArray(each) && each.length > ITEMS_AT_ONCE ? each : undefined
    if (items === undefined) yield inside(escapedJson({ [name]: each }), '{\n', '\n}')
    else yield* listParts(name, items)
  }
  yield '\n}\n'
}

/** Each part is made as a list of its own, with the indentation that it has in the whole. */
function* listParts(name: string, items: readonly unknown[]): Generator<string> {
  const begin = `{\n    ${JSON.stringify(name)}: [\n`
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    const part = escapedJson({ [name]: items.slice(at, at + ITEMS_AT_ONCE) })
    yield `${at === 0 ? begin.slice('{\n'.length) : ',\n'}${inside(part, begin, '\n    ]\n}')}`
  }
  yield '\n    ]'
}

function inside(text: string, begin: string, end: string): string {
  return text.slice(begin.length, text.length - end.length)
}

/** The line breaks are outside of strings, and raw nowhere else. */
function escapedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 4)
  return UNSEEN.test(text) ? text.replaceAll(INVISIBLE, each => (each === '\n' ? each : escaped(each))) : text
}

/** Nearly every answer: a text in which nothing has to be escaped is looked at once. */
const UNSEEN = /[^\n\x20-\x7e]/

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
