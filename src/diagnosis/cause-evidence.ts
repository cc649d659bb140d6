import { kindAndName } from '../api/object-ref.ts'
import { factFrom, sentenceKey, someOf } from '../messages/sentence.ts'
import { hasWord } from '../statements/whole-word.ts'
import type { Evidence } from './explanation.ts'
import { type Explored, evidenceKey } from './explore.ts'
import type { Blocker, CauseDraft, StuckObject } from './stuck-object.ts'

/** What one object has of a cause. */
export type Drafted = { readonly draft: CauseDraft; readonly held: StuckObject; readonly holding: Blocker }

/** How many facts of one cause are shown: each object that it holds brings its own, most of them alike. */
const MAX_EVIDENCE = 8
const MAX_TOLD = 2

/** What its objects have for it, and by which words others lead to it. */
export function evidenceOfCause(drafted: readonly Drafted[], told: readonly Evidence[]): readonly Evidence[] {
  const own = shown(drafted)
  return drafted[0]?.draft.tellsWaits ? own : [...own, ...told].slice(0, MAX_EVIDENCE)
}

/** The words by which one of these waits for another: they lead to the cause, and are told nowhere else. */
export function toldBy(uids: readonly string[], explored: ReadonlyMap<string, Explored>): readonly Evidence[] {
  const told = uids.values().flatMap(uid => {
    const { held, holdings } = explored.get(uid)!
    const said = holdings.flatMap(({ waitingFor = [] }) => waitingFor.flatMap(each => each.said ?? []))
    return said.map(each => ofObject(held, each))
  })
  return told.take(MAX_TOLD).toArray()
}

function ofObject({ ref }: StuckObject, { fact, source }: Evidence): Evidence {
  return factFrom(source, 'OfObject', { object: kindAndName(ref), sentence: fact })
}

const SEVERAL = Symbol('several objects')

/** Of several objects: what only one of them brings is told with its name. */
function factsOf(drafted: readonly Drafted[]): (one: Drafted) => readonly Evidence[] {
  const told = new Map<string, string | typeof SEVERAL>()
  for (const { held, draft } of drafted) {
    for (const { fact } of draft.evidence) {
      const key = sentenceKey(fact)
      const by = told.get(key) ?? held.ref.uid
      told.set(key, by === held.ref.uid ? by : SEVERAL)
    }
  }
  if (drafted.every(({ held }) => held.ref.uid === drafted[0]!.held.ref.uid)) return ({ draft }) => draft.evidence
  return ({ held, draft }) => {
    const isNamed = hasWord(held.ref.name)
    return draft.evidence.map(({ fact, source }) => {
      if (told.get(sentenceKey(fact)) === SEVERAL || someOf(fact, isNamed)) return { fact, source }
      return ofObject(held, { fact, source })
    })
  }
}

/** The first facts of all that differ. */
function shown(drafted: readonly Drafted[]): readonly Evidence[] {
  const factsOfOne = factsOf(drafted)
  const found = new Map<string, Evidence>()
  for (const one of drafted) {
    for (const each of factsOfOne(one)) found.set(evidenceKey(each), each)
    if (found.size >= MAX_EVIDENCE) break
  }
  return [...found.values()].slice(0, MAX_EVIDENCE)
}
