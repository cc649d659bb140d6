import { placedText } from '../api/object-text.ts'
import type { Removal } from '../plan/removal.ts'
import { type Cause, type Remedy, wordedCause } from './words/explanation.ts'
import { inWords } from './words/in-words.ts'

/** Root causes behind a chain, and objects of it, that are named before the rest is counted. */
const MAX_NAMED = 3

/** Why an object does not go, in lines, and what is to be tried before its finalizers are removed. */
export interface Reasons {
  readonly causes: readonly Cause[]
  readonly why: readonly string[]
  readonly instead: readonly Pick<Remedy, 'summary' | 'commands'>[]
}

/**
 * Causes of the finalizers that go; where there are none, as these only wait for other objects, what holds those. `who`
 * is the object where the reasons are told of several.
 */
export function reasonsOf(removal: Removal, who = 'it'): Reasons {
  // Each once.
  const causes = removal.causes.filter(
    ({ finalizer }) => finalizer === undefined || removal.allowed.includes(finalizer),
  )
  const direct = [...new Map(causes.map(({ cause }) => [cause.id, cause])).values()].map(wordedCause)
  if (direct.length === 0 && removal.roots.length > 0) return chainOf(removal, who)
  const instead = direct.flatMap(({ remedies }) => remedies).filter(({ kind }) => kind === 'repair')
  return { causes: direct, why: direct.map(causeText), instead }
}

function chainOf({ roots, explained: { waitingFor }, explain: { what, commands } }: Removal, who: string): Reasons {
  const named = waitingFor.slice(0, MAX_NAMED).map(waited => placedText(waited.ref))
  const others = waitingFor.length - named.length
  const shown = roots.slice(0, MAX_NAMED).map(wordedCause)
  const hidden = roots.length - shown.length
  return {
    causes: roots.map(wordedCause),
    why: [
      ...(named.length === 0 ? [] : [`${who} waits for ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`]),
      ...shown.map(causeText),
      ...(hidden > 0 ? [`and ${hidden} more`] : []),
    ],
    instead: [...shown.flatMap(firstSteps), ...(hidden > 0 ? [{ summary: inWords(what), commands }] : [])],
  }
}

function causeText({ summary, code }: Cause): string {
  return `${summary} (${code})`
}

/** At the root even the removal of a finalizer costs less than here: both objects go by it, in their order. */
function firstSteps({ remedies }: Cause): readonly Remedy[] {
  const isRemoval = ({ kind }: Remedy): boolean => kind === 'remove'
  return [remedies.find(each => !isRemoval(each)), remedies.find(isRemoval)].filter(remedy => remedy !== undefined)
}
