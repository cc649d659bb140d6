import { spaced } from '../api/camel-case.ts'
import type { Quote } from './quote.ts'
import { escaped, wholeWord } from './whole-word.ts'
import { GONE_AFTER, missing, PREPOSITION } from './words/missing.ts'

/**
 * The text that says that a thing of this name could not be found: none right behind another type than its `kind`,
 * `vim.VirtualMachine:vm-4821` (kubernetes-sigs/cluster-api-provider-vsphere#622).
 */
export function toldMissing(name: string, texts: readonly Quote[], kind = ''): Quote | undefined {
  const word = new RegExp(`(?<!\\w\\.(?!${escaped(kind)}:)[A-Z]\\w{1,62}:)${wholeWord(name)}`)
  return texts.find(({ fact }) => missing.has('missing', fact) && word.test(fact))
}

/**
 * The text that says so of a kind alone, as it is spelled: `Unleash resource not found` (nais/unleasherator#329);
 * in the controller's own words several too: `opensearch cluster` (opensearch-project/opensearch-k8s-operator#885).
 */
export function toldKindMissing(kind: string, texts: readonly Quote[], own: readonly Quote[]): Quote | undefined {
  const end = `(?: resource| object| instance)? ${GONE_AFTER}(?! ${PREPOSITION}\\b)`
  const apart = spaced(kind).replaceAll(' ', '[ -]?')
  const find = (words: RegExp, all: readonly Quote[]) => all.find(({ fact }) => words.test(fact))
  return (
    find(new RegExp(`\\b${kind}${end}`), texts) ?? find(new RegExp(`\\b${apart}${end}`, 'i'), apart === kind ? [] : own)
  )
}

/** The text by which a client says that the server does not serve a kind. */
export function toldUnserved(kind: string, texts: readonly Quote[]): Quote | undefined {
  const words = new RegExp(`no matches for (kind )?["']?${kind}\\b|no kind ["']?${kind}\\b`, 'i')
  return texts.find(({ fact }) => words.test(fact))
}
