import { INVISIBLE } from '../api/visible.ts'

/** A part has so many characters, or a little more: an answer of 20,000 objects is some 25 MB. */
const PART = 32_768
/** What has a list of more items becomes text item by item, or a few at once. */
const LONG = 100
const AT_ONCE = 16

/** A value as indented JSON, as kubectl prints it; invisible characters are escaped, as it may go to a terminal. */
export function formatJson(value: unknown): string {
  return [...jsonParts(value)].join('')
}

/** The same text part by part, each made when it is asked for. */
export function* jsonParts(value: unknown): Generator<string> {
  let part = ''
  for (const piece of pieces(value, 0)) {
    part += piece
    if (part.length < PART) continue
    yield part
    part = ''
  }
  yield `${part}\n`
}

/** Of a value inside of so many others: the fields of the whole and the items in them each by itself. */
function* pieces(value: unknown, depth: number): Generator<string> {
  const isWhole = typeof value !== 'object' || value === null || !(depth < 2 || hasLongList(value))
  const fields = isWhole ? {} : (value as Readonly<Record<string, unknown>>)
  const isList = Array.isArray(fields)
  const names = isList ? [] : Object.keys(fields).filter(name => fields[name] !== undefined)
  const count = isList ? fields.length : names.length
  if (count === 0) return yield inside(value, depth)
  const margin = ' '.repeat(4 * depth)
  for (let at = 0; at < count; at++) {
    const some = isList && depth > 0 ? smallOnes(fields, at) : []
    if (some.length > 1) {
      yield `${at > 0 ? ',' : '['}${inside(some, depth).slice(1, -margin.length - 2)}`
      at += some.length - 1
      continue
    }
    const name = names[at] ?? String(at)
    yield `${at > 0 ? ',' : isList ? '[' : '{'}\n    ${margin}${isList ? '' : `${escapedJson(name)}: `}`
    yield* pieces(fields[name], depth + 1)
  }
  yield `\n${margin}${isList ? ']' : '}'}`
}

/** The items from there on that need not be made text by themselves. */
function smallOnes(items: readonly unknown[], from: number): readonly unknown[] {
  const some = items.slice(from, from + AT_ONCE)
  const large = some.findIndex(each => typeof each === 'object' && each !== null && hasLongList(each))
  return large < 0 ? some : some.slice(0, large)
}

function hasLongList(value: object): boolean {
  if (Array.isArray(value) && value.length > LONG) return true
  for (const name in value) {
    const each: unknown = value[name as keyof typeof value]
    if (Array.isArray(each) && each.length > LONG) return true
  }
  return false
}

/** A text with the indentation that it has inside of so many others. */
function inside(value: unknown, depth: number): string {
  let nested = value
  for (let around = 0; around < depth; around++) nested = [nested]
  return escapedJson(nested).slice(2 * depth * (depth + 2), -2 * depth * depth || undefined)
}

/** The line breaks are outside of strings, and raw nowhere else. */
function escapedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 4)
  return UNSEEN.test(text) ? text.replaceAll(INVISIBLE, each => (each === '\n' ? each : escaped(each))) : text
}

/** Nearly every answer: a text in which nothing has to be escaped is looked at once. */
const UNSEEN = /[^\n\x20-\x7e]/

function escaped(character: string): string {
  const units = character.split('')
  return units.map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
}
