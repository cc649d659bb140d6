import type { Sentence } from '../../messages/nested.ts'

/** The text of each message of a room: a code without its text does not compile. `inWords` is for sentences among the arguments. */
export type WordsFor<Messages> = {
  readonly [Code in keyof Messages]: (args: Messages[Code], inWords: (sentence: Sentence) => string) => string
}
