import { flat, recordIn } from './fields.ts'

const MOST = 64

/**
 * The `key=value` pairs of a text, and the words before the first: logfmt, and the pairs of klog, where a key and a
 * value may be quoted (`"msg"="deleting"`, go-logr/logr: klogr). Each character is read a fixed number of times.
 */
export function pairsIn(text: string) {
  const fields = new Map<string, string>()
  let before = text.length
  let at = 0
  while (at < text.length && fields.size < MOST) {
    const start = skipBlanks(text, at)
    const key = wordAt(text, start, '=')
    if (key.end >= text.length || text[key.end] !== '=' || key.text === '') {
      at = key.end + 1
      continue
    }
    const value = wordAt(text, key.end + 1, '')
    if (fields.size === 0) before = start
    add(fields, key.text, value.text)
    at = value.end
  }
  return { before: text.slice(0, before).trim(), fields }
}

/** A value that is a record is one of its own: `widget={"name":"a","namespace":"b"}`. */
function add(fields: Map<string, string>, key: string, value: string): void {
  const record = recordIn(value)
  if (record === undefined) fields.set(key, value)
  else for (const [name, inner] of flat(record)) fields.set(`${key}.${name}`, inner)
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && isBlank(text[at]!)) at++
  return at
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n'
}

/** A quoted text, or what stands there until the next blank, or until this character. */
export function wordAt(text: string, from: number, until: string): { readonly text: string; readonly end: number } {
  if (text[from] === '"') {
    const end = closingQuote(text, from)
    if (end !== undefined) return { text: unquoted(text.slice(from, end)), end }
  }
  let end = from
  while (end < text.length && !isBlank(text[end]!) && text[end] !== until) end++
  return { text: text.slice(from, end), end }
}

/** Behind the quote that ends a text which begins with one. */
function closingQuote(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return undefined
}

function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    // Go escapes what JSON does not know.
    return quoted.slice(1, -1).replaceAll('\\"', '"')
  }
}
