import { claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Heard, Logged } from '../dossier/log.ts'
import { isRecent, timeOf } from '../dossier/log-words.ts'
import { PATIENCE_SECONDS, PROMPT_SECONDS, SAME_WRITE_SECONDS } from '../thresholds.ts'
import { isAboutIt, ownWriteFailing } from './own-write-failing.ts'

/** A write of the object by its controller that the server rejected, as another one came before it. */
export interface LostWrite {
  readonly error: Logged
  /** By its log; `again`: each try to remove the finalizer is lost. */
  readonly tries: 'never' | 'again'
  /** For so long that no try will end it. */
  readonly isLasting: boolean
  /** It was to remove the finalizer, and was thus its last work. */
  readonly isRemoval: boolean
  /** The line tells no namespace. */
  readonly isPerhaps: boolean
}

/** So many tries that are lost are none of a passing race. */
const SEVERAL = 3

export function lostWrite(heard: Heard, found: Case): LostWrite | undefined {
  const isPerhaps = heard.ofObject.length === 0
  const lines = isPerhaps ? heard.perhapsOfObject : heard.ofObject
  const error = lines.findLast(({ line }) => line.level === 'error')
  if (error === undefined || ownWriteFailing(found, [wordsOf(error.line)]) === undefined) return undefined
  const { now } = found.context.facts
  const lost = lines.filter(each => isRemoval(each, found))
  const by = { error, isRemoval: lost.at(-1) === error, isPerhaps }
  const seconds = (now.getTime() - timeOf(error)) / 1000
  if (lines.at(-1) === error && seconds > PATIENCE_SECONDS) return { ...by, tries: 'never', isLasting: !isPerhaps }
  if (!by.isRemoval) return undefined
  const isTried = lost.length >= SEVERAL && isRecent(error, now)
  if (!isTried && !(lines.at(-1) === error && seconds > PROMPT_SECONDS)) return undefined
  const isLong = timeOf(error) - timeOf(lost[0]!) > PATIENCE_SECONDS * 1000
  return { ...by, tries: isTried ? 'again' : 'never', isLasting: isTried && isLong && !isPerhaps }
}

/** By its words: that it tried to remove a finalizer from just this object. */
function isRemoval({ line }: Logged, found: Case): boolean {
  const said = line.level === 'error' ? claimsOf('stale write', [wordsOf(line)]) : []
  return said.some(each => each.error === 'modified' && each.isRemoval && isAboutIt(each, found))
}

/**
 * Whether what it tried to remove can only have been this finalizer: no other one is there, and nothing was written
 * since that could have been a removal of another.
 */
export function isOfLastFinalizer({ error, isRemoval: isIts, isPerhaps }: LostWrite, { held }: Case): boolean {
  const { managedFields = [] } = held.meta
  const isBefore = ({ time = '' }) => Date.parse(time) <= timeOf(error) + SAME_WRITE_SECONDS * 1000
  return (
    isIts && !isPerhaps && held.finalizers.length === 1 && managedFields.length > 0 && managedFields.every(isBefore)
  )
}
