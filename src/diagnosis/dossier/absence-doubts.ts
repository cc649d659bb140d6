import { areSame, factFrom, message } from '../../messages/sentence.ts'
import { isSeenSince, type Signs } from '../controller/absence.ts'
import type { IdleAccounts } from '../controller/idle-accounts.ts'
import type { LastWrite, LastWrites } from '../controller/last-writes.ts'
import type { Renewal } from '../controller/leases.ts'
import type { Evidence } from '../explanation.ts'
import { formatSeconds } from '../seconds.ts'
import { MOMENT_SECONDS, SILENCE_SECONDS } from '../thresholds.ts'
import { type Case, suspectsOf } from './dossier.ts'

const MAX_USERS = 3

/**
 * What speaks against it that no controller is left, or what is missing to the proof: whoever may be it, and when its
 * writer was seen last. `left`: what an uninstall may have left, which proves nothing.
 */
export function absenceDoubts(
  found: Case,
  signs: Signs,
  { used }: IdleAccounts,
  { wrote, silentSince, seen: seenLast }: LastWrites,
  lease: Renewal,
  left: Evidence | undefined,
): readonly Evidence[] {
  const { search } = found
  const { idle, ofType, deletedSeconds, goneAccount, wentItself } = signs
  const traces = (signs.traces ?? wentItself) !== undefined
  const seen = wrote ?? (traces ? undefined : silentSince)
  const alive = (traces || goneAccount !== undefined) && isSeenSince(signs) ? seenLast : undefined
  const silence = Math.min(idle ? Number.POSITIVE_INFINITY : deletedSeconds, silentSince?.seconds ?? 0)
  const none = message('NoneIdentifiedHere', { isSomethingLeft: left !== undefined })
  const tooShort = message('SilenceTooShort', { silent: formatSeconds(silence), sinceDeletion: !idle })
  return [
    ...(lease.state === 'fresh' ? [lease.evidence] : []),
    ...(alive === undefined ? [] : [sighting('SeenSinceDeletion', alive), ...mightyOf(search)]),
    ...(alive === undefined && seen && seen.seconds < MOMENT_SECONDS ? [sighting('SeenLately', seen)] : []),
    ...used
      .slice(0, MAX_USERS)
      .map(({ namespace, name }) => factFrom('secrets', 'TokenUsedLately', { account: `${namespace}/${name}` })),
    ...outsiders(search),
    ...(traces || idle || search.outside !== undefined || suspectsOf(found).length > 0 || search.unreadable.length > 0
      ? []
      : [{ fact: none, source: 'rolebindings, pods' }, ...(left === undefined ? [] : [left])]),
    ...(traces || goneAccount || !(ofType || idle) || silentSince === undefined || silence >= SILENCE_SECONDS
      ? []
      : [{ fact: tooShort, source: 'managedFields' }]),
  ]
}

function sighting(code: 'SeenSinceDeletion' | 'SeenLately', { manager, seconds }: LastWrite): Evidence {
  return factFrom('managedFields', code, { manager, ago: formatSeconds(seconds) })
}

/** What may do everything, and is not told as a suspect. */
function mightyOf({ mighty, suspects }: Case['search']): readonly Evidence[] {
  return mighty.filter(({ fact }) => !suspects.some(other => areSame(other.fact, fact)))
}

/** Users and groups that may be it; by the grant of everything only where no other may. */
function outsiders({ users }: Case['search']): readonly Evidence[] {
  const named = users.filter(({ grant }) => grant !== 'wildcard')
  return (named.length > 0 ? named : users)
    .slice(0, MAX_USERS)
    .map(({ who, binding }) => factFrom('rolebindings', 'MayChangeFromOutside', { who, binding }))
}
