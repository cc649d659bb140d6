/** A value of JSON in a text: where it ends, and where the items are of the list that it is or has. */
interface Value {
  readonly end: number
  /** Where its list begins and ends, brackets included; undefined where it has none. */
  readonly list: readonly [start: number, end: number] | undefined
  readonly items: readonly (readonly [start: number, end: number])[]
  /** It ends before its end. */
  readonly isCut: boolean
}

const [QUOTE, BACKSLASH, OPEN_MAP, CLOSE_MAP, OPEN_LIST, CLOSE_LIST, COMMA, COLON] = Buffer.from(
  '"\\{}[],:',
) as unknown as readonly number[]
const SPACE = 0x20
const ITEMS = Buffer.from('"items"')

/** The object or array of JSON that begins here, by its brackets alone: its content may be no JSON. undefined: none. */
export function valueAt(bytes: Buffer, from: number): Value | undefined {
  let at = pastSpace(bytes, from)
  const isList = bytes[at] === OPEN_LIST
  if (!isList && bytes[at] !== OPEN_MAP) return undefined
  const items: (readonly [number, number])[] = []
  let list: readonly [number, number] | undefined
  let depth = 0
  /** Where the list begins, while it is open, and its depth. */
  let listAt: number | undefined
  let itemAt: number | undefined
  let isItemsNext = false
  const endItem = (end: number): void => {
    if (itemAt !== undefined) items.push([itemAt, end])
    itemAt = undefined
  }
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte <= SPACE) continue
    const inList = listAt !== undefined && depth === (isList ? 1 : 2)
    if (inList && itemAt === undefined && byte !== COMMA && byte !== CLOSE_LIST) itemAt = at
    if (byte === QUOTE) {
      const end = endOfText(bytes, at)
      if (depth === 1 && !isList && list === undefined && end - at === ITEMS.length)
        isItemsNext = bytes.compare(ITEMS, 0, ITEMS.length, at, end) === 0
      at = end - 1
      continue
    }
    if (byte === OPEN_LIST || byte === OPEN_MAP) {
      if (byte === OPEN_LIST && (isList ? depth === 0 : depth === 1 && isItemsNext)) listAt = at
      isItemsNext = false
      depth++
    } else if (byte === CLOSE_LIST || byte === CLOSE_MAP) {
      if (inList) {
        endItem(at)
        list = [listAt!, at + 1]
        listAt = undefined
      }
      if (--depth === 0) return { end: at + 1, list, items, isCut: false }
    } else if (byte === COMMA) {
      if (inList) endItem(at)
      isItemsNext = false
    } else if (byte !== COLON) isItemsNext = false
  }
  return {
    end: bytes.length,
    list: list ?? (listAt === undefined ? undefined : [listAt, bytes.length]),
    items,
    isCut: true,
  }
}

function pastSpace(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at]! <= SPACE) at++
  return at
}

/** Behind the quote that ends the text which begins here. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE!, start + 1); at >= 0; at = bytes.indexOf(QUOTE!, at + 1)) {
    let before = at - 1
    while (bytes[before] === BACKSLASH) before--
    if ((at - before) % 2 === 1) return at + 1
  }
  return bytes.length
}

/**
 * The list in a JSON text, an array or the `items` of an object: where its items are, and in `head` the text with an
 * empty list in its place, undefined where it is truncated. Answers undefined where there is no list.
 */
export function listIn(
  bytes: Buffer,
): { readonly head: Buffer | undefined; readonly items: readonly (readonly [number, number])[] } | undefined {
  const value = valueAt(bytes, 0)
  if (value?.list === undefined) return undefined
  const [start, end] = value.list
  const head = Buffer.concat([bytes.subarray(0, start), Buffer.from('[]'), bytes.subarray(end)])
  return { head: value.isCut ? undefined : head, items: value.items }
}
