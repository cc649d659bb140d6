/** Words as they are, or a code with what it names, as `message` makes it: only a renderer words that. */
export type Sentence = string | { readonly code: string; readonly args: object }

/** The sentence with each of its arguments as `change` makes it; words as they are are changed whole. */
export function mapSentence<Each extends Sentence>(sentence: Each, change: (part: string) => string): Each {
  return mapped(sentence, change) as Each
}

function mapped(value: unknown, change: (part: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(each => mapped(each, change))
  if (typeof value !== 'object' || value === null) return value
  // No argument of a message is an object with both fields that is not a message itself.
  if ('code' in value && 'args' in value) return { code: value.code, args: mapped(value.args, change) }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, change)]))
}
