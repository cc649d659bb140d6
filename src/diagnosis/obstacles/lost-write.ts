import { largest } from '../../api/long-lists.ts'
import { claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { server } from '../../statements/words/server.ts'
import type { Case } from '../dossier/dossier.ts'
import type { Logged } from '../dossier/log.ts'
import { timeOf } from '../dossier/log-words.ts'
import { PATIENCE_SECONDS, PROMPT_SECONDS, SAME_WRITE_SECONDS } from '../thresholds.ts'
import { isAboutIt, ownWriteFailing } from './own-write-failing.ts'

/**
 * A write of the object by its controller, in lines about it, that the server rejected as another came before it; of
 * one that was to remove the finalizer, and so was its last work, each of three or more tries is lost, or no other is
 * logged. `isOfLast`: it can only have been this one, as no write since can have been the removal of another.
 */
export function lostWrite(lines: readonly Logged[], found: Case) {
  const error = lines.findLast(({ line }) => line.level === 'error')
  if (error === undefined || ownWriteFailing(found, [wordsOf(error.line)]) === undefined) return undefined
  const lost = lines.filter(each => isRemoval(each, found))
  const isOfRemoval = lost.at(-1) === error
  const silent = lines.at(-1) === error ? (found.context.facts.now.getTime() - timeOf(error)) / 1000 : 0
  const isTried = isOfRemoval && lost.length > 2 && silent <= PATIENCE_SECONDS
  const isLong = silent > PATIENCE_SECONDS || (isTried && timeOf(error) - timeOf(lost[0]!) > PATIENCE_SECONDS * 1000)
  if (!isLong && !isTried && !(isOfRemoval && silent > PROMPT_SECONDS)) return undefined
  const { meta, finalizers, ref } = found.held
  const writes = (meta.managedFields ?? []).map(({ time = '' }) => Date.parse(time))
  const isLastWrite = writes.length > 0 && largest(writes) <= timeOf(error) + SAME_WRITE_SECONDS * 1000
  const isOfOnlyOne = isOfRemoval && finalizers.length === 1
  // What stands in one text with the error may be the words of who made the object; a child may be called as it is.
  const isOfLast = isOfOnlyOne && error.line.error.includes(`${ref.resource} "${ref.name}"`) && isLastWrite
  return { error, isOfRemoval, isOfOnlyOne, isTried, isLong, isOfLast }
}

/** By the program's own words: that it tried to remove a finalizer from just this object. */
function isRemoval({ line }: Logged, found: Case): boolean {
  if (line.level !== 'error' || !server.has('removes a finalizer', line.message)) return false
  return claimsOf('stale write', [wordsOf(line)]).some(each => each.error === 'modified' && isAboutIt(each, found))
}
