import type { ObjectMeta } from '../../api/object.ts'
import { checkedList, checkedMeta, type ListPage, ShapeError } from '../../api/shape.ts'
import { MAX_PAGE_BYTES } from '../list-pages.ts'
import { tooLong } from '../transport/collect.ts'
import type { PageEnd } from './protobuf-list.ts'
import { isKept, type ScanFilter, wantsMore } from './scan-filter.ts'

const DELETION = Buffer.from('"deletionTimestamp"')
const CREATION = Buffer.from('"creationTimestamp"')
const ITEMS = Buffer.from('"items":')
const ARRAY = 0x5b

/**
 * Reads a list page in JSON: the fallback for servers that do not speak protobuf, which may send whole objects where
 * metadata was asked for. The page is kept until its end, and parsed only when the bytes hold a deletionTimestamp or
 * more is wanted than that. `push` throws ApiFailure `oversized` when the page is too long to be kept; `end` throws
 * SyntaxError or ShapeError on bytes that are no whole list.
 */
export class JsonListReader {
  /** Metadata of the terminating objects, and of what else is wanted. */
  readonly kept: ObjectMeta[] = []
  /** Of the next page nothing is known before the end. */
  readonly next = ''
  readonly #wanted: ScanFilter
  #chunks: Uint8Array[] = []
  #length = 0

  constructor(wanted: ScanFilter = {}) {
    this.#wanted = wanted
  }

  push(chunk: Uint8Array): void {
    this.#length += chunk.length
    if (this.#length > MAX_PAGE_BYTES) throw tooLong(MAX_PAGE_BYTES)
    this.#chunks.push(chunk)
  }

  end(): PageEnd {
    const [first] = this.#chunks
    const isOne = this.#chunks.length === 1
    const bytes = isOne ? Buffer.from(first!.buffer, first!.byteOffset, first!.length) : Buffer.concat(this.#chunks)
    this.#chunks = []
    const unparsed = wantsMore(this.#wanted) || bytes.includes(DELETION) ? undefined : readUnparsed(bytes)
    if (unparsed) return unparsed
    const list = checkedList(JSON.parse(bytes.toString()))
    for (const item of list.items) {
      const { metadata } = (item ?? {}) as { metadata?: unknown }
      if (typeof metadata !== 'object' || metadata === null) throw new ShapeError('an item has no metadata')
      if (isKept(metadata as ObjectMeta, this.#wanted)) this.kept.push(checkedMeta(metadata))
    }
    return pageEnd(list, list.items.length)
  }
}

/**
 * The list's own metadata without looking at its items. The server writes it before them; where it does not, or where
 * the page does not end like a list, the answer is undefined and the page has to be parsed.
 */
function readUnparsed(bytes: Buffer): PageEnd | undefined {
  const items = bytes.indexOf(ITEMS)
  const closing = bytes.subarray(-3).toString().trimEnd()
  if (items < 0 || bytes[items + ITEMS.length] !== ARRAY || !closing.endsWith(']}')) return undefined
  try {
    const list = JSON.parse(`${bytes.subarray(0, items).toString()}"items":[]}`) as {
      kind?: unknown
      metadata?: unknown
    }
    return list.kind === undefined || list.metadata === undefined
      ? undefined
      : pageEnd(checkedList(list), countItems(bytes, items))
  } catch {
    return undefined
  }
}

/** How many objects the page holds, by their creationTimestamps; text that quotes one makes it an upper bound. */
function countItems(bytes: Buffer, from: number): number {
  let count = 0
  for (let at = bytes.indexOf(CREATION, from); at >= 0; at = bytes.indexOf(CREATION, at + CREATION.length)) count++
  return count
}

/** What is left out of the last page of a list was read once: a recording does not keep all of it. */
function pageEnd({ continue: token, resourceVersion, remaining }: ListPage, items: number): PageEnd {
  return { continue: token, resourceVersion, itemsRead: token === '' ? items + remaining : items }
}
