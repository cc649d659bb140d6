/**
 * The most that is read and quoted of one text, in characters: the API server limits a Status to as much, and
 * controllers that write more dump what they have (a Terraform error with a file in it).
 */
const MAX_TEXT = 4096
/** So many of any other value: more than any name or address has that a rule looks at. */
const MAX_VALUE = 32_768
/** Records of a status deeper than this are not looked at, and copied without a look. */
const DEEPEST = 100

/** A text as far as it is read, and how much of it is left out. */
export function cutText(text: string, most = MAX_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most)} … (cut: ${text.length - most} more characters)`
}

/** What the server takes in the note of an Event, in bytes. */
const MAX_NOTE = 1024

/** The text with its tail, in so many bytes at most: what is too long of the text is cut off before the tail. */
export function eventNote(text: string, tail = '', most = MAX_NOTE): string {
  const bytes = Buffer.from(text).subarray(0, Math.max(most - 3 - Buffer.byteLength(tail), 0))
  // A character that is cut in two has no text: it is left out.
  return `${new TextDecoder().decode(bytes).replace(/\uFFFD{1,3}$/, '')}${tail}`
}

/** What was cut, by its copy: how large an object is counts by all of it. */
const whole = new WeakMap<object, object>()

/** An object before its texts were cut. */
export function uncut<Value extends object>(object: Value): Value {
  return (whole.get(object) ?? object) as Value
}

/**
 * An object as the rules look at it: its texts are cut to MAX_VALUE; the same object where none is longer. Never what
 * is written to a cluster.
 */
export function withoutLongTexts<Value extends object>(object: Value): Value {
  const copy = cutBelow(object, 0) as Value
  if (copy !== object) whole.set(copy, object)
  return copy
}

function cutBelow(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, MAX_VALUE)
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (Array.isArray(value)) {
    const items = value.map(item => cutBelow(item, depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let copy: Record<string, unknown> | undefined
  for (const [key, inner] of Object.entries(value)) {
    // Who wrote which field: long, and names only.
    if (key === 'managedFields') continue
    const cut = cutBelow(inner, depth + 1)
    if (cut === inner) continue
    copy ??= { ...value }
    copy[key] = cut
  }
  return copy ?? value
}
