import type { ObjectMeta } from '../../api/object.ts'
import type { PageEnd } from './protobuf-list.ts'
import { isKept, type Wanted } from './wanted.ts'

const DELETION = Buffer.from('"deletionTimestamp"')
const CREATION = Buffer.from('"creationTimestamp"')
const ITEMS = Buffer.from('"items":')

interface ListBody {
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string }
  readonly items?: readonly { readonly metadata: ObjectMeta }[] | null
}

/**
 * Reads a list page in JSON: the fallback for servers that do not speak protobuf, which may send whole objects where
 * metadata was asked for. The page is kept until its end, and parsed only when the bytes hold a deletionTimestamp
 * or more is wanted than that.
 * `end` throws SyntaxError or RangeError on bytes that are no whole list.
 */
export class JsonListReader {
  /** Metadata of the terminating objects, and of what else is wanted. */
  readonly kept: ObjectMeta[] = []
  readonly #wanted: Wanted
  #chunks: Uint8Array[] = []

  constructor(wanted: Wanted = {}) {
    this.#wanted = wanted
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
  }

  end(): PageEnd {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = []
    const wantsMore = this.#wanted.namespaces !== undefined || this.#wanted.owners !== undefined
    const unparsed = wantsMore || bytes.includes(DELETION) ? undefined : readUnparsed(bytes)
    if (unparsed) return unparsed
    const list = JSON.parse(bytes.toString()) as ListBody
    if (!('items' in list)) throw new RangeError('this is no list')
    for (const item of list.items ?? []) {
      if (isKept(item.metadata, this.#wanted)) this.kept.push(item.metadata)
    }
    return pageEnd(list, list.items?.length ?? 0)
  }
}

/**
 * The list's own metadata without looking at its items. The server writes it before them; where it does not, or where
 * the page does not end like a list, the answer is undefined and the page has to be parsed.
 */
function readUnparsed(bytes: Buffer): PageEnd | undefined {
  const items = bytes.indexOf(ITEMS)
  const closing = bytes.subarray(-3).toString().trimEnd()
  if (items < 0 || !(closing.endsWith(']}') || closing.endsWith('l}'))) return undefined
  try {
    const list = JSON.parse(`${bytes.subarray(0, items).toString()}"items":null}`) as ListBody
    return list.metadata === undefined ? undefined : pageEnd(list, countItems(bytes, items))
  } catch {
    return undefined
  }
}

/** How many objects the page holds, told by the creationTimestamp of each; text that quotes one makes it an upper bound. */
function countItems(bytes: Buffer, from: number): number {
  let count = 0
  for (let at = bytes.indexOf(CREATION, from); at >= 0; at = bytes.indexOf(CREATION, at + CREATION.length)) count++
  return count
}

function pageEnd(list: ListBody, itemsRead: number): PageEnd {
  return {
    continue: list.metadata?.continue ?? '',
    resourceVersion: list.metadata?.resourceVersion ?? '',
    itemsRead,
  }
}
