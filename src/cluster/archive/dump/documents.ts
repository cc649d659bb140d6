import { isUtf8 } from 'node:buffer'
import { load } from 'js-yaml'
import { MAX_DEPTH } from '../packed-objects.ts'
import { listIn, valueAt } from './json-value.ts'

/** A document of JSON that is longer is read item by item. */
const LONG = 4 << 20

/**
 * The documents of one file, a long list item by item: a list of a whole cluster is never in memory as objects. A
 * damaged document is told to `skip`, and ends nothing else.
 */
export function* documentsIn(bytes: Uint8Array, skip: (why: string) => void): Generator<unknown> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!isUtf8(all)) return skip('it is not UTF-8')
  const text = all.subarray(all.indexOf(BOM) === 0 ? BOM.length : 0)
  if (/^\s*[{[]/.test(text.toString('utf8', 0, LOOKED_AT))) yield* jsonIn(text, skip)
  else yield* yamlIn(text, skip)
}

const BOM = Buffer.from('\ufeff')
/** Of a file: its first bytes tell what it is. */
const LOOKED_AT = 512

/** One document, or several in a row, as kubectl prints them; container logs may be between (`cluster-info dump`). */
function* jsonIn(bytes: Buffer, skip: (why: string) => void): Generator<unknown> {
  if (isOne(bytes)) return yield* documentIn(bytes, skip)
  let begun: number | undefined
  let isLog = false
  for (const [start, end] of linesOf(bytes)) {
    const first = bytes[start]
    if (begun === undefined && first === EQUALS) {
      const line = bytes.toString('utf8', start, Math.min(end, start + LOOKED_AT))
      if (/^==== (START|END) logs for container /.test(line)) isLog = line.startsWith('==== START')
    }
    if (isLog || (begun === undefined && first !== OPEN_MAP && first !== OPEN_LIST)) continue
    const isFirst = begun === undefined
    begun ??= start
    const isEnd = isFirst ? isClosing(bytes, end - 1) : end - start === 1 && isClosing(bytes, start)
    if (!isEnd) continue
    yield* documentIn(bytes.subarray(begun, end), skip)
    begun = undefined
  }
  if (begun !== undefined)
    yield* documentIn(bytes.subarray(begun), () => skip('it is truncated in the middle of a document'))
}

const [EQUALS, OPEN_MAP, CLOSE_MAP, OPEN_LIST, CLOSE_LIST, NEWLINE, RETURN, DASH, HASH] = Buffer.from(
  '={}[]\n\r-#',
) as unknown as readonly number[]

function isOne(bytes: Buffer): boolean {
  if (bytes.length <= LONG) return parsed(bytes) !== undefined
  const end = valueAt(bytes, 0)?.end ?? bytes.length
  return bytes.toString('utf8', end, end + LOOKED_AT).trim() === ''
}

function isClosing(bytes: Buffer, at: number): boolean {
  return bytes[at] === CLOSE_MAP || bytes[at] === CLOSE_LIST
}

/** Start and end of each line, without what ends it. */
function* linesOf(bytes: Buffer): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE!, start)
    const next = found < 0 ? bytes.length : found + 1
    const end = found < 0 ? bytes.length : found
    yield [start, bytes[end - 1] === RETURN && end > start ? end - 1 : end]
    start = next
  }
}

function* documentIn(bytes: Buffer, skip: (why: string) => void): Generator<unknown> {
  const list = bytes.length > LONG ? listIn(bytes) : undefined
  if (list === undefined) {
    const document = parsed(bytes)
    if (document === undefined) skip('a document in it is not valid JSON')
    else yield document
    return
  }
  const head = list.head === undefined ? undefined : parsed(list.head)
  if (head === undefined) skip('it is truncated in the middle of a document')
  const around = Array.isArray(head) ? undefined : (head as object | undefined)
  for (const [start, end] of list.items) {
    const item = parsed(bytes.subarray(start, end))
    if (item === undefined) skip('an item in it is not valid JSON')
    else yield around === undefined ? [item] : { ...around, items: [item] }
  }
  if (head !== undefined) yield head
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown
  } catch {
    return undefined
  }
}

/**
 * Documents of YAML. Items of a list as kubectl prints it, each on its own lines, are read one by one: a damaged item
 * costs no other.
 */
function* yamlIn(bytes: Buffer, skip: (why: string) => void): Generator<unknown> {
  const read = (part: string): unknown => {
    try {
      return load(part, { maxAliases: 0, maxDepth: MAX_DEPTH })
    } catch (error) {
      const { reason } = error as { readonly reason?: string }
      skip(`a part of it is not valid YAML${reason === undefined ? '' : `: ${reason}`}`)
      return undefined
    }
  }
  for (const document of yamlDocuments(bytes)) {
    const list = itemsOf(document)
    if (list === undefined) {
      const text = document.toString()
      if (/^apiVersion:|^- /m.test(text)) yield read(text)
      continue
    }
    const around = read(`${document.toString('utf8', 0, list.before)}${document.toString('utf8', list.end)}`)
    if (typeof around !== 'object' || around === null) continue
    const isCut = !('kind' in around)
    if (isCut) skip('a list in it is truncated')
    for (const [at, start] of list.starts.entries()) {
      const [value] = (read(document.toString('utf8', start, list.starts[at + 1] ?? list.end)) as unknown[]) ?? []
      if (value !== undefined) yield isCut ? [value] : { ...around, items: [value] }
    }
    if (!isCut) yield { ...around, items: [] }
  }
}

function* yamlDocuments(bytes: Buffer): Generator<Buffer> {
  let begun = 0
  for (let at = bytes.indexOf('---'); at >= 0; at = bytes.indexOf('\n---', at)) {
    const start = bytes[at] === NEWLINE ? at + 1 : at
    const line = bytes.indexOf(NEWLINE!, start)
    const next = line < 0 ? bytes.length : line
    const isSeparator =
      (start === 0 || bytes[start - 1] === NEWLINE) &&
      /^---(?:[ \t].*)?\r?$/.test(bytes.toString('utf8', start, Math.min(next, start + LOOKED_AT)))
    if (isSeparator) {
      yield bytes.subarray(begun, start)
      begun = next
    }
    at = start
  }
  yield bytes.subarray(begun)
}

interface Items {
  /** Where `items:` begins. */
  readonly before: number
  readonly starts: readonly number[]
  readonly end: number
}

/** The items of a list as kubectl prints it, or all indented alike; undefined where there are none. */
function itemsOf(bytes: Buffer): Items | undefined {
  let before: number | undefined
  /** Spaces before the dash of each item. */
  let indent = 0
  const starts: number[] = []
  for (const [start, end] of linesOf(bytes)) {
    const first = bytes[start]
    if (before !== undefined && starts.length === 0) {
      indent = indentAt(bytes, start)
      if (!isItem(bytes, start + indent)) before = undefined
    }
    if (before === undefined) {
      if (first === ITEMS[0] && /^items:[ \t]*$/.test(bytes.toString('utf8', start, Math.min(end, start + LOOKED_AT))))
        before = start
    } else if (isItem(bytes, start + indent) && indentAt(bytes, start) === indent) starts.push(start)
    // A line that begins so is of the item before it: indented, or a comment.
    else if (end > start && ![SPACE, TAB, HASH, DASH].includes(first!)) return { before, starts, end: start }
  }
  return before === undefined || starts.length === 0 ? undefined : { before, starts, end: bytes.length }
}

function indentAt(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at] === SPACE) at++
  return at - start
}

function isItem(bytes: Buffer, at: number): boolean {
  return bytes[at] === DASH && bytes[at + 1] === SPACE
}

const ITEMS = Buffer.from('items')
const SPACE = 0x20
const TAB = 0x09
