import type { InWords, Sentence } from './template.ts'

/** The sentence without what its template says in place of `alone`: what follows by itself once that is done. */
export function alone(sentence: Sentence, inWords: InWords): string {
  return inWords(typeof sentence === 'string' ? sentence : { ...sentence, args: { ...sentence.args, alone: '' } })
}
