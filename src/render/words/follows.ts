import { mapSentence } from '../../api/sentence.ts'
import type { InWords, Sentence } from './template.ts'

/** Stands for a semicolon of a name while words are cut: private use in Unicode. */
const OF_NAME = '\uE000'

/** The sentence in words, without what its template says from `tail` on; what the cluster says in it is not cut. */
export function without(tail: RegExp, sentence: Sentence, inWords: InWords): string {
  const masked = mapSentence(sentence, part => part.replaceAll(';', OF_NAME))
  return inWords(masked).replace(tail, '').replaceAll(OF_NAME, ';')
}
