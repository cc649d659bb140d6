/** Words as they are, or a code with what it names: only `message` of src/messages makes one, and only a renderer words it. */
export type Sentence = string | { readonly code: string; readonly args: object }
