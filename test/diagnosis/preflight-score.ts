import type { Preflight } from '../../src/diagnosis/preflight/foreseen.ts'
import { inWords } from '../../src/render/words/in-words.ts'

/** What a preflight said, as the program prints it too. */
export type Foreseen = Pick<Preflight, 'verdict' | 'causes' | 'reach' | 'targets' | 'unchecked' | 'unreadable'>

export interface Outcome {
  /** For messages: how to have it again, and what is in it. */
  readonly place: string
  readonly foreseen: Foreseen
  /** Uids of what was to go and is still there. */
  readonly left: ReadonlySet<string>
  /** Something in reach has a finalizer that nothing tells anything of: `unknown` is all that can be said. */
  readonly isUnknowable: boolean
}

/** What is left of what was reached, by what the server shows at the end (by uid; absent: gone). */
export function leftOf(
  { reach }: Foreseen,
  seen: ReadonlyMap<string, { readonly isDeleted: boolean }>,
  cascade: 'background' | 'foreground',
): ReadonlySet<string> {
  const isTypeLeft = reach.every(({ ref }) => ref.kind !== 'CustomResourceDefinition')
  const left = reach.filter(({ ref, why, of }) => {
    const now = seen.get(ref.uid)
    if (now === undefined || why === 'Volume') return false
    // In the background nothing comes to a dependent whose owner is there, nor to one whose owner is of a type that is gone: it is not stuck then.
    return why !== 'Dependent' || now.isDeleted || (isTypeLeft && (cascade === 'foreground' || !seen.has(of.uid)))
  })
  return new Set(left.map(({ ref }) => ref.uid))
}

interface Score {
  /** What was said and is not true. */
  readonly problems: readonly string[]
  /** Answers `unknown` to what could be known, and what they rest on. */
  readonly unknown: readonly string[]
  readonly knowable: number
  /** Of what is left: what a cause names. */
  readonly named: number
  readonly left: number
}

/** What a foresight was worth. */
export function scoreOf(outcomes: readonly Outcome[], verdictOf = ({ verdict }: Foreseen): string => verdict): Score {
  const problems: string[] = []
  const unknown: string[] = []
  let [knowable, named, all] = [0, 0, 0]
  for (const { place, foreseen, left, isUnknowable } of outcomes) {
    const verdict = verdictOf(foreseen)
    const [stuck, open] = [toldAs('stuck', foreseen), toldAs('unknown', foreseen)]
    if (!isUnknowable) knowable++
    if (verdict === 'unknown' && !isUnknowable) unknown.push(`${place}: ${doubtsIn(foreseen)}`)
    const names = [...left].map(uid => namedBy(foreseen, uid)).join(', ')
    if ((verdict === 'clean' || verdict === 'waits') && left.size > 0)
      problems.push(`false ${verdict}, left ${names}: ${place}`)
    if (verdict === 'stuck' && left.size === 0) problems.push(`false stuck: ${place}`)
    const wrong = [...stuck].filter(uid => foreseen.reach.some(({ ref }) => ref.uid === uid) && !left.has(uid))
    if (wrong.length > 0)
      problems.push(`said to be stuck and gone: ${wrong.map(uid => namedBy(foreseen, uid))}: ${place}`)
    all += left.size
    named += [...left].filter(uid => stuck.has(uid) || open.has(uid)).length
  }
  return { problems, unknown, knowable, named, left: all }
}

/** Uids of all that such causes hold. */
export function toldAs(which: 'stuck' | 'unknown', { causes }: Foreseen): ReadonlySet<string> {
  const held = causes.filter(({ verdict }) => verdict === which)
  return new Set(held.flatMap(({ blocks }) => blocks.map(({ uid }) => uid)))
}

/** An object with the causes that are said to hold it. */
function namedBy({ reach, causes }: Foreseen, uid: string): string {
  const { ref } = reach.find(each => each.ref.uid === uid)!
  const codes = causes
    .filter(({ blocks }) => blocks.some(each => each.uid === uid))
    .map(({ code, verdict }) => `${code} ${verdict}`)
  return `${ref.kind}/${ref.name} in ${ref.namespace} by ${codes.join(' and ')}`
}

function doubtsIn({ causes, unchecked, unreadable }: Foreseen): string {
  const open = causes.flatMap(({ code, summary, verdict }) =>
    verdict === 'unknown' ? [`${code}: ${inWords(summary)}`] : [],
  )
  return [...open, ...unchecked.map(({ why }) => why), ...unreadable.map(({ message }) => message)].join('; ')
}

/** The figures in a line. */
export function scoreText(outcomes: readonly Outcome[], { unknown, knowable, named, left }: Score): string {
  const verdicts = Object.entries(Object.groupBy(outcomes, ({ foreseen }) => foreseen.verdict))
  const counts = verdicts.map(([verdict, some]) => `${some?.length} ${verdict}`).join(', ')
  return `${counts}; ${unknown.length} unknown of ${knowable} that can be known; ${named} of ${left} left objects named`
}
