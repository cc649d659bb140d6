import type { Quote } from './quote.ts'
import { hasWord } from './whole-word.ts'
import { missing } from './words/missing.ts'

/** The text that says that a thing of this name could not be found. */
export function toldMissing(name: string, texts: readonly Quote[]): Quote | undefined {
  const hasName = hasWord(name)
  return texts.find(({ fact }) => missing.has('missing', fact) && hasName(fact))
}

/** The text by which a client says that the server does not serve a kind. */
export function toldUnserved(kind: string, texts: readonly Quote[]): Quote | undefined {
  const words = new RegExp(`no matches for (kind )?["']?${kind}\\b|no kind ["']?${kind}\\b`, 'i')
  return texts.find(({ fact }) => words.test(fact))
}
