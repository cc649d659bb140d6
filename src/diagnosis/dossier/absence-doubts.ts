import { isSeenSince, MOMENT_SECONDS, SILENCE_SECONDS, type Signs } from '../controller/absence.ts'
import type { IdleAccounts } from '../controller/idle-accounts.ts'
import type { LastWrites } from '../controller/last-writes.ts'
import type { Renewal } from '../controller/leases.ts'
import type { Evidence } from '../explanation.ts'
import { formatSeconds } from '../seconds.ts'
import type { Case } from './dossier.ts'

/** How many users and groups are named that may be the controller. */
const MAX_USERS = 3

/**
 * What speaks against it that no controller is left, or what is missing to the proof: whoever may be it, and when its writer was
 * seen last. `left`: what an uninstall may have left, which proves nothing.
 */
export function absenceDoubts(
  { search }: Case,
  signs: Signs,
  { used }: IdleAccounts,
  { wrote, silentSince, seen: seenLast }: LastWrites,
  lease: Renewal,
  left: Evidence | undefined,
): readonly Evidence[] {
  const { idle, ofType, deletedSeconds, goneAccount, wentItself } = signs
  const traces = (signs.traces ?? wentItself) !== undefined
  const seen = wrote ?? (traces ? undefined : silentSince)
  const alive = (traces || goneAccount !== undefined) && isSeenSince(signs) ? seenLast : undefined
  const silence = Math.min(idle ? Number.POSITIVE_INFINITY : deletedSeconds, silentSince?.seconds ?? 0)
  const named = search.users.filter(({ grant }) => grant !== 'wildcard')
  const users = (named.length > 0 ? named : search.users).slice(0, MAX_USERS)
  return [
    ...(lease.state === 'fresh' ? [lease.evidence] : []),
    ...(alive !== undefined
      ? [
          {
            fact: `"${alive.manager}" wrote or reported ${formatSeconds(alive.seconds)} ago, after the deletion: the traces of an uninstall are of a former installation, or the uninstall came after that`,
            source: 'managedFields',
          },
          ...search.mighty.filter(({ fact }) => search.suspects.every(other => other.fact !== fact)),
        ]
      : []),
    ...(alive === undefined && seen !== undefined && seen.seconds < MOMENT_SECONDS
      ? [
          {
            fact: `"${seen.manager}" wrote or reported ${formatSeconds(seen.seconds)} ago: it was running then`,
            source: 'managedFields',
          },
        ]
      : []),
    ...used.slice(0, MAX_USERS).map(({ namespace, name }) => ({
      fact: `the token of service account ${namespace}/${name}, as which nothing runs here, was used recently`,
      source: 'secrets',
    })),
    ...users.map(({ who, binding }) => ({
      fact: `${who} may change these objects from outside the cluster (${binding})`,
      source: 'rolebindings',
    })),
    ...(traces || idle || search.outside !== undefined || search.suspects.length > 0 || search.unreadable.length > 0
      ? []
      : [
          {
            fact: `no running workload could be identified as its controller${left === undefined ? ', and no trace of an uninstall was found' : ''}: the controller may run outside of the cluster`,
            source: 'rolebindings, pods',
          },
          ...(left === undefined ? [] : [left]),
        ]),
    ...(traces || goneAccount || !(ofType || idle) || silentSince === undefined || silence >= SILENCE_SECONDS
      ? []
      : [
          {
            fact: `its writer has been silent for ${formatSeconds(silence)}${idle ? '' : ' since the deletion'}: less than an hour proves nothing`,
            source: 'managedFields',
          },
        ]),
  ]
}
