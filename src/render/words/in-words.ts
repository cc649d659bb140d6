import type { Sentence } from '../../messages/nested.ts'
import type { MessageCode, Messages } from '../../messages/sentence.ts'
import { planWords } from './plan.ts'
import { remedyWords } from './remedies.ts'
import { volumeWords } from './volumes.ts'
import type { WordsFor } from './words-for.ts'

const WORDS: WordsFor<Messages> = { ...planWords, ...remedyWords, ...volumeWords }

/** The sentence in English. A code that another version of this program wrote in a journal is told as it is, with what it names. */
export function inWords(sentence: Sentence): string {
  if (typeof sentence === 'string') return sentence
  const words = WORDS[sentence.code as MessageCode] as WordsFor<Messages>[MessageCode] | undefined
  return words?.(sentence.args as never, inWords) ?? `${sentence.code} ${JSON.stringify(sentence.args)}`
}
