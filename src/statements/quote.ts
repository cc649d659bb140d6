/** A text of an object, an Event or an answer of the server, and where it was read. */
export interface Quote {
  readonly fact: string
  readonly source: string
}

/** So many characters of a text are matched: more than any answer of the API server has (api/cut-text.ts). */
const MAX_CHARACTERS = 32_768

/** A text as far as it is matched. */
export function readable(text: string): string {
  return text.slice(0, MAX_CHARACTERS)
}
