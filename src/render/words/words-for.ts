import type { Sentence } from '../../messages/nested.ts'

/** The text of each message of a room: a code without text does not compile. `inWords` words sentences in arguments. */
export type WordsFor<Messages> = {
  readonly [Code in keyof Messages]: (args: Messages[Code], inWords: (sentence: Sentence) => string) => string
}
