import { spaced } from '../api/camel-case.ts'
import type { Quote } from './quote.ts'
import { escaped, hasWord, wholeWord } from './whole-word.ts'
import { GONE_AFTER, missing, PREPOSITION } from './words/missing.ts'

export interface NamedMissing {
  /** `secrets` or `Secret`; a kind of the core in lower case where the words are a controller's `own`. */
  readonly word: string
  readonly group: string | undefined
  readonly namespace: string | undefined
  readonly name: string
  /** In a controller's own words, which may be of the world outside; else in those of the API's errors. */
  readonly own: boolean
  /** Whether it was about to be deleted by one of these names: it is gone, as it should be. */
  readonly isToGo: (calls: readonly string[]) => boolean
}

const ACCOUNT = { word: 'serviceaccounts', group: undefined, own: false, isToGo: () => false } as const

/** What a text names as not found, of this cluster as far as it tells. */
export function namedMissing(quoted: string): readonly NamedMissing[] {
  // The answer of the server as a client prints it.
  const text = quoted.replaceAll('\\"', '"')
  if (missing.has('another cluster', text)) return []
  const isHere = ({ 0: sentence, index }: RegExpExecArray) =>
    !missing.has('elsewhere', text.slice(index + sentence.length))
  const byApi = missing.findAll('named by the API', text).filter(isHere)
  const inOwnWords = missing.findAll('named in own words', text).filter(isHere)
  const [, place, account] = missing.find('missing account', text)
  return [
    ...(account === undefined ? [] : [{ ...ACCOUNT, namespace: place, name: account }]),
    ...byApi.map(({ index, 1: word = '', 2: group, 3: place, 4: name = '' }) => ({
      ...{ word, group, namespace: place ?? placeBefore(index, word, name, text), name, own: false },
      isToGo: (calls: readonly string[]) => isBeingDeleted(calls, text.slice(0, index)) || removesFrom(text, name),
    })),
    ...inOwnWords.map(({ index, 1: kind = '', 2: first, 3: name = '', 4: last }) => ({
      ...{ word: kind.replace(' ', '').toLowerCase(), group: undefined, namespace: first ?? last, name, own: true },
      isToGo: (calls: readonly string[]) =>
        missing.has('deleting', text.slice(0, index)) || isBeingDeleted(calls, text.slice(0, index)),
    })),
  ]
}

/** The namespace that led to an error without one: `get secret shop/pw: Secret "pw" not found`. */
function placeBefore(index: number, word: string, name: string, text: string): string | undefined {
  // `Policy` of `policies`.
  const isIt = (kind: string) => word.toLowerCase().startsWith(kind.toLowerCase().replace(/[sy]$/, ''))
  const said = missing.findAll('sought in', text.slice(0, index))
  return said.findLast(({ groups = {} }) => groups.called === name && isIt(groups.kind!))?.groups?.place
}

/** Whether what has this name is missing as something is to be removed from it: no need, that went with it. */
export function removesFrom(text: string, name: string): boolean {
  return (
    missing.has('missing', text) && missing.findAll('removing from', text).some(([, from = '']) => hasWord(name)(from))
  )
}

/** `failed to delete deployment web: deployments.apps "web" not found` */
function isBeingDeleted(calls: readonly string[], before: string): boolean {
  const found = calls.flatMap(call => [
    ...before.toLowerCase().matchAll(new RegExp(`\\b${escaped(call.toLowerCase())}\\b`, 'g')),
  ])
  return found.some(({ index }) => missing.has('deleting', before.slice(0, index).replace(/["'`]$/, '')))
}

/**
 * The text that says that a thing of this name could not be found: none right behind another type than its `kind`,
 * `vim.VirtualMachine:vm-4821` (kubernetes-sigs/cluster-api-provider-vsphere#622).
 */
export function toldMissing(name: string, texts: readonly Quote[], kind = ''): Quote | undefined {
  const word = new RegExp(`(?<!\\w\\.(?!${escaped(kind)}:)[A-Z]\\w{1,62}:)${wholeWord(name)}`)
  return texts.find(({ fact }) => missing.has('missing', fact) && word.test(fact) && !removesFrom(fact, name))
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
