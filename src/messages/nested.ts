/** A sentence among the arguments of a message. Only `message` makes one with a code, so that it is one of `Messages`. */
export type Sentence = string | { readonly code: string; readonly args: object }
