import type { KubeObject } from '../../api/object.ts'
import type { Evidence } from '../explanation.ts'
import { wholeWord } from '../whole-word.ts'

/** How deep an object is looked into. */
export const DEEPEST = 6
const LONGEST = 4000

/** English for "not found", of the API's errors and of clients of providers alike; held by test/diagnosis/told.test.ts. Only with the name of a thing beside it. */
const MISSING =
  /not ?found|does ?n.t exist|does not exist|no longer exists|no such|missing|(can ?not|can't|could not|couldn't|failed to|unable to) (f(?:ind|etch)|get|load|read|retrieve|look ?up)/i

const textsKnown = new WeakMap<KubeObject, readonly Evidence[]>()

/** Texts by which an object itself says how its controller fares: every text of its status. */
export function statusTexts(whole: KubeObject): readonly Evidence[] {
  const known = textsKnown.get(whole)
  if (known !== undefined) return known
  const found: Evidence[] = []
  collect(whole.status, 'status', 0, found)
  textsKnown.set(whole, found)
  return found
}

function collect(value: unknown, path: string, depth: number, found: Evidence[]): void {
  if (depth > DEEPEST || value === null || value === undefined) return
  if (typeof value === 'string') {
    found.push({ fact: value.slice(0, LONGEST), source: path })
    return
  }
  if (typeof value !== 'object') return
  for (const [name, inner] of Object.entries(value)) {
    collect(inner, Array.isArray(value) ? path : `${path}.${name}`, depth + 1, found)
  }
}

/** The text that says that a thing of this name could not be found. */
export function toldMissing(name: string, texts: readonly Evidence[]): Evidence | undefined {
  const word = new RegExp(wholeWord(name))
  return texts.find(({ fact }) => MISSING.test(fact) && word.test(fact))
}

/** The text by which a client says that the server does not serve a kind. */
export function toldUnserved(kind: string, texts: readonly Evidence[]): Evidence | undefined {
  const words = new RegExp(`no matches for (kind )?["']?${kind}\\b|no kind ["']?${kind}\\b`, 'i')
  return texts.find(({ fact }) => words.test(fact))
}
