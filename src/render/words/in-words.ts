import { WORDS } from './index.ts'
import { type Sentence, type Text, textAbout } from './template.ts'

const words: Readonly<Record<string, Text>> = WORDS

/** The sentence in English. An unknown code, of another version's journal, is told as it is, with its arguments. */
export function inWords(sentence: Sentence): string {
  if (typeof sentence === 'string') return sentence
  const text = words[sentence.code]
  return text === undefined
    ? `${sentence.code} ${JSON.stringify(sentence.args)}`
    : textAbout(text, sentence.args, inWords)
}
