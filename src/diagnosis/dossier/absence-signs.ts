import { LONGEST_DELAY_SECONDS } from '../../api/longest-delay.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { areSame, factFrom, message } from '../../messages/sentence.ts'
import { type Authored, isTrusted, trustedAuthor } from '../author.ts'
import { isNamed } from '../catalogue/named-workload.ts'
import { isSeenSince, type Proof, type Signs } from '../controller/absence.ts'
import type { Holder } from '../controller/holders.ts'
import type { IdleAccounts } from '../controller/idle-accounts.ts'
import type { Installation } from '../controller/install-marks.ts'
import { overlaps, wordsOf } from '../controller/kinship.ts'
import {
  type LastWrite,
  type LastWrites,
  lastWritesOf,
  later,
  type WritesEverywhere,
} from '../controller/last-writes.ts'
import type { Lapsed, Renewal } from '../controller/leases.ts'
import type { Listeners } from '../controller/listeners.ts'
import type { Evidence } from '../explanation.ts'
import { programsThatWrote } from '../managers.ts'
import { isCustom } from '../stuck-object.ts'
import { formatSeconds, MOMENT_SECONDS, SILENCE_SECONDS } from '../thresholds.ts'
import { type Case, suspectsOf } from './dossier.ts'

/** Whether it is proven that nothing is left that could remove a finalizer. */
export interface Absence {
  /** Of what could be read; it takes all of `unread` too. */
  readonly proof: Proof | undefined
  readonly definition: KubeObject | undefined
  readonly installation: Installation
  /** Workloads that would be candidates and are being deleted, with nothing ready any more. */
  readonly leaving: readonly (Evidence & Authored)[]
  /** Service accounts of its own as which nothing runs. */
  readonly idle: readonly Holder[]
  /** Service accounts of its own that bindings name and that do not exist. */
  readonly gone: readonly Holder[]
  /** Leases of its own that nothing renews any more. */
  readonly lapsed: readonly Lapsed[]
  /** Since the finalizer's writer was last seen; undefined when nothing shows that. */
  readonly silentSeconds: number | undefined
  /** Whether anything watches the type, where that was asked. */
  readonly listeners: Listeners
  readonly doubts: readonly Evidence[]
  readonly unread: readonly Unreadable[]
}

/** What an uninstall left, or looks like it: of what a user of a namespace could have written, that is said. */
export function tracesOf(
  { search }: Case,
  { installation, leaving, lapsed, gone, idle }: Absence,
): readonly Evidence[] {
  const each = <Trace extends Authored>(traces: readonly Trace[], evidence: (trace: Trace) => Evidence) =>
    traces.map(trace => (isTrusted(trace) ? evidence(trace) : asHint(evidence(trace))))
  return [
    ...installation.evidence,
    ...each(leaving, ({ fact, source }) => ({ fact, source })),
    ...each(lapsed, ({ evidence }) => evidence),
    ...each(gone, ({ namespace, name, binding, may }) =>
      factFrom('serviceaccounts', 'AccountMissing', { account: `${namespace}/${name}`, binding, may }),
    ),
    ...each(idle, ({ namespace, name, binding, may }) =>
      factFrom('rolebindings, pods', 'AccountIdle', { account: `${namespace}/${name}`, binding, may }),
    ),
    ...each(search.dangling, ({ binding, role }) =>
      factFrom('rolebindings', 'RoleOfBindingMissing', { binding, role }),
    ),
  ]
}

function asHint({ fact, source }: Evidence): Evidence {
  return factFrom(source, 'ByAnyUser', { fact })
}

/**
 * Who reports an event is there as much as who writes. An error is reported again with every try: when that is over,
 * who reported it is not there any more.
 */
export function lastSeen(found: Case, everywhere?: WritesEverywhere): LastWrites {
  const { held, identity, search, context } = found
  const { heard, failures } = found.reports
  const { latest, latestFar } = everywhere ?? {}
  const { wrote, silentSince, seen } = lastWritesOf(held, identity, search.known, context, latest, latestFar)
  if (heard === undefined) return { wrote, silentSince, seen }
  const seconds = Math.max(0, (context.facts.now.getTime() - heard.at) / 1000)
  const report = { manager: heard.reporter, seconds }
  const isOver = failures.length > 0 && seconds >= LONGEST_DELAY_SECONDS
  return {
    wrote: later(wrote, report),
    silentSince: later(silentSince, report),
    seen: isOver ? seen : later(seen, report),
  }
}

export function signsOf(
  found: Case,
  installation: Installation,
  accounts: IdleAccounts,
  { wrote, silentSince, seen }: LastWrites,
  listeners: Signs['listeners'],
): Omit<Signs, 'ofType' | 'heardAll' | 'goneAccount' | 'wentItself'> {
  const { held, search, identity } = found
  const { users, outside, suspects, dangling, known } = search
  // The release that brought the type tells nothing of a stranger's finalizer; of a core type it is the finalizer's.
  const isUninstalled = installation.present === false && !(isCustom(held) && identity.isStranger)
  // So long one that polls would have come by: that something may do everything is no sign of it then.
  const isLong = Math.min(held.ageSeconds ?? 0, silentSince?.seconds ?? 0) >= SILENCE_SECONDS
  return {
    // The CRD, which is cluster-scoped, names the release.
    traces: isUninstalled ? 'cluster' : trustedAuthor(dangling),
    idle: trustedAuthor(accounts.idle),
    deletedSeconds: held.ageSeconds ?? 0,
    wroteSeconds: wrote?.seconds,
    silentSeconds: silentSince?.seconds,
    seenSeconds: seen?.seconds,
    // A server may watch its own objects where nothing counts it (kcp-dev/kcp#1353).
    awaits: found.reports.waits.some(({ source }) => source.startsWith('status')),
    renewed: false,
    outsideController: accounts.used.length > 0 || users.some(({ grant }) => grant === 'marked'),
    outsideUser: users.some(({ grant }) => grant !== 'wildcard'),
    elsewhere: outside === undefined ? 'never' : outside.runs === 'server' ? 'always' : 'maybe',
    named: (known.length > 0 && isWrittenBy(known, found)) || search.isNoneOfProduct,
    suspects: suspects.some(each => each.isMighty !== true || listeners !== 'none' || each.mayPoll || !isLong),
    listeners,
  }
}

/** Nothing shows that another program wrote the finalizer than the catalogue knows. */
function isWrittenBy(known: readonly string[], { finalizer, identity: { manager } }: Case): boolean {
  return manager === undefined || overlaps(wordsOf(manager), wordsOf(finalizer, ...known)) || isNamed(manager, known)
}

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
  const { held, identity, reports, search } = found
  const own = [identity.writer?.manager, ...search.known, reports.heard?.reporter]
  const names = [...own, ...programsThatWrote(held.meta).map(({ manager }) => manager)]
  const isOther = (write: LastWrite | undefined) => write !== undefined && !names.includes(write.manager)
  const { idle, ofType, deletedSeconds, goneAccount, wentItself } = signs
  const traces = (signs.traces ?? wentItself) !== undefined
  const seen = wrote ?? (traces ? undefined : silentSince)
  const alive = (traces || goneAccount !== undefined) && isSeenSince(signs) ? seenLast : undefined
  const silence = Math.min(idle ? Number.POSITIVE_INFINITY : deletedSeconds, silentSince?.seconds ?? 0)
  const none = message('NoneIdentifiedHere', { isSomethingLeft: left !== undefined })
  const of = { isOther: isOther(silentSince), silent: formatSeconds(silence), sinceDeletion: !idle }
  const tooShort = message('SilenceTooShort', of)
  return [
    ...(lease.state === 'fresh' ? [lease.evidence] : []),
    ...(alive === undefined ? [] : [sighting('SeenSinceDeletion', alive), ...mightyOf(search)]),
    ...(alive === undefined && seen && seen.seconds < MOMENT_SECONDS
      ? [sighting(isOther(seen) ? 'OtherSeenLately' : 'SeenLately', seen)]
      : []),
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

function sighting(code: 'SeenSinceDeletion' | `${'' | 'Other'}SeenLately`, { manager, seconds }: LastWrite): Evidence {
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
