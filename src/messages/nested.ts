/** A sentence among the arguments of a message. Only `message` makes one with a code, one of `Messages`. */
export type Sentence = string | { readonly code: string; readonly args: object }

/** What a message has that names nothing. */
export type Nothing = Record<never, never>

/** Names that are told, and how many more there are. */
export interface Names {
  readonly named: readonly string[]
  readonly more: number
}
