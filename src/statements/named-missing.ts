import { type Quote, readable } from './quote.ts'
import { escaped } from './whole-word.ts'
import { missing } from './words/missing.ts'

/** A thing that a text names as not found. */
export interface NamedMissing {
  readonly path: string
  /** `secrets` or `Secret`; a kind of the core in lower case where the words are a controller's `own`. */
  readonly word: string
  readonly group: string | undefined
  readonly namespace: string | undefined
  readonly name: string
  /** Whether it was about to be deleted by one of these names: it is gone, as it should be. */
  readonly isToGo: (calls: readonly string[]) => boolean
}

/** What the texts name as not found, of this cluster as far as they tell, in the words of the API's errors. */
export function namedInWordsOfApi(texts: readonly Quote[]): readonly NamedMissing[] {
  return texts.flatMap(text =>
    found(text, 'named by the API').map(({ path, before, groups: [word = '', group, namespace, name = ''] }) => ({
      ...{ path, word, group, namespace, name },
      isToGo: calls => calls.some(call => isBeingDeleted(call, before)),
    })),
  )
}

/** The same in a controller's own words: only with a namespace. */
export function namedInOwnWords(texts: readonly Quote[]): readonly NamedMissing[] {
  return texts.flatMap(text =>
    found(text, 'named in own words').map(({ path, before, groups: [word = '', first, name = '', last] }) => ({
      ...{ path, word: word.replace(' ', '').toLowerCase(), group: undefined, namespace: first ?? last, name },
      isToGo: calls => missing.has('deleting', before) || calls.some(call => isBeingDeleted(call, before)),
    })),
  )
}

interface Found {
  readonly path: string
  readonly before: string
  readonly groups: readonly (string | undefined)[]
}

function found({ fact, source }: Quote, how: 'named by the API' | 'named in own words'): readonly Found[] {
  const text = readable(fact)
  if (missing.has('another cluster', text)) return []
  return missing
    .findAll(how, text)
    .filter(({ 0: sentence, index }) => !missing.has('elsewhere', text.slice(index + sentence.length)))
    .map(match => ({ path: source, before: text.slice(0, match.index), groups: match.slice(1) }))
}

/** `failed to delete deployment web: deployments.apps "web" not found` */
function isBeingDeleted(call: string, before: string): boolean {
  const words = new RegExp(`\\b${escaped(call.toLowerCase())}\\b`, 'g')
  return [...before.toLowerCase().matchAll(words)].some(({ index }) =>
    missing.has('deleting', before.slice(0, index).replace(/["'`]$/, '')),
  )
}
