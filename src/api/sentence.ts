/** Words as they are, or a code with what it names, as `message` makes it: only a renderer words that. */
export type Sentence = string | { readonly code: string; readonly args: object }
