import { largest } from '../../api/long-lists.ts'
import { LONGEST_DELAY_SECONDS } from '../../api/longest-delay.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { isMadeGood, type Report } from '../../statements/events.ts'
import { namesWork, says } from '../../statements/wording.ts'
import type { Evidence, Said } from '../explanation.ts'
import { type RuleContext, type StuckObject, wholeOf } from '../stuck-object.ts'
import { EARLY_SECONDS, FRESH_SECONDS, QUIET_SECONDS, SKEW_SECONDS } from '../thresholds.ts'
import { type DatedStatement, judge, saidOf } from './dated-statement.ts'
import { type Identity, isShownToBe } from './identity.ts'
import { eventsOf, reportsDeletion, reportsForType } from './object-events.ts'
import { askedAt, isSameForLong, isUnseen, type Wrote, writesSince } from './since-deletion.ts'

/** What the controller of a finalizer said of the deletion of an object. */
export interface Reports {
  /** Errors that it reported since the deletion was asked for, those among them that it had reported before too. */
  readonly failures: readonly Failure[]
  /** Reasons of the failures, or of the earlier ones, which tell whether two objects fail alike. */
  readonly failureReasons: readonly string[]
  /** Errors that stand there since before the deletion, and of which nothing was said since. */
  readonly earlier: readonly Earlier[]
  /** Signs of work since the deletion. */
  readonly progress: readonly Said[]
  /** All signs of work are of the deletion's first half minute, as a status that says since then that it deletes. */
  readonly isOnlyEarly: boolean
  /** In ms: the newest sign of work; -Infinity where there is none. */
  readonly newest: number
  /** The last that it reported of work since the deletion, where that is no sign of work any more. */
  readonly worked: { readonly at: number; readonly evidence: Evidence } | undefined
  /** That it reported work long after its last error, and never before: the error may be overcome. */
  readonly resumed: Evidence | undefined
  /** What it says that it waits for: no sign of work. */
  readonly waits: readonly Said[]
  /** That all of the deletion is done, said since it was asked for, and not that anything is waited for as well. */
  readonly done: Said | undefined
  /** What else is not well by what the object says, which may have nothing to do with its deletion. */
  readonly unwell: readonly Said[]
  /** Its last event since the deletion. */
  readonly heard: Report | undefined
  /** Why its events could not be read: then that none were found proves nothing. */
  readonly unheard: Unreadable | undefined
  readonly whole: KubeObject | undefined
}

export interface Failure extends Said {
  /** In ms. */
  readonly at: number
  /** In ms: when it may have been said again, as its writer wrote beside it. */
  readonly lastAt: number
}

export interface Earlier extends Failure {
  readonly manager: string | undefined
  /** Of a try, or of the thing as it stands; not of how a run ended, nor how its Pods fared before they were to go. */
  readonly mayLast: boolean
}

/** Types whose status Kubernetes writes itself: a failed Pod tells nothing of a finalizer on it. */
const GROUPS_OF_KUBERNETES: ReadonlySet<string> = new Set(['', 'apps', 'batch'])

/**
 * Reads an object's events, status and writers by one list for all objects of its namespace. Events live for an hour
 * and cannot be created in a terminating namespace: none prove nothing. Of others than its controller (which goes by
 * `names`, where it was found) only what they complain of is told, as `unwell`.
 */
export function reportsOn(
  held: StuckObject,
  identity: Identity,
  names: readonly string[],
  { facts }: RuleContext,
): Reports {
  const whole = wholeOf(held, { facts })
  const asked = askedAt(held)
  const time = facts.now.getTime()
  // What is dated in the future, as anybody can date an Event, is no sign of work now.
  const isFresh = (at: number) => at > time - FRESH_SECONDS * 1000 && at < time + SKEW_SECONDS * 1000
  const { heard, others, unread } = eventsOf(held, identity, asked, facts)
  const isOwn = (name: string | undefined) => reportsForType(name, held) || isShownToBe(name, identity, names)
  const isOfIts = (each: Report) => names.length > 0 && reportsDeletion(each, held, identity, facts)
  const reported = heard.filter(each => isOwn(each.reporter || undefined) || isOfIts(each))
  const all = GROUPS_OF_KUBERNETES.has(held.type.group) || whole === undefined ? [] : saidOf(whole, asked, identity)
  const said = all.filter(({ writer }) => isOwn(writer?.manager))
  const complaints = [
    ...all.filter(each => !said.includes(each) && each.means === 'failing' && each.isCurrent),
    ...[...heard, ...others].filter(each => !reported.includes(each) && each.means === 'failing').slice(-1),
  ]
  const now = said.filter(({ isCurrent }) => isCurrent)
  const isWaiting = now.some(({ means }) => means === 'waiting') || reported.at(-1)?.means === 'waiting'
  const done = isWaiting ? undefined : said.find(({ isDone, isBefore }) => isDone === true && !isBefore)
  const waits = done === undefined ? waitsOf(reported, now) : []
  // Anybody may have said it, the controller under another name too (kubermatic/kubermatic#15500).
  const ofDeletion = heard.filter(({ means, evidence }) => means === 'waiting' && says('deletion', evidence.fact))
  const isPastWork = (each: Report) => each.means === 'working' && !isSameForLong(each, asked)
  const works = reported.filter((each, index) => isPastWork(each) && isFresh(each.at) && isLastWord(reported, index))
  const isCounting = now.some(({ isCount }) => isCount)
  const deleting = now.filter(each => each.means === 'deleting' && isFresh(each.at) && !(isCounting && !each.since))
  // That it wrote down what it waits for, that all is done, or how often it has tried, is no work.
  const isNoWork = waits.length > 0 || done !== undefined || isUnseen(whole) || isCounting
  const writes = isNoWork ? [] : writesSince(asked, held, identity, isOwn, facts)
  const { worked, ...work } = workOf(works, [...deleting, ...writes], asked, facts.now)
  const { told, ...errors } = errorsOf(reported, said, work.newest)
  return {
    ...errors,
    ...work,
    worked: worked ?? (works.length === 0 ? reported.findLast(isPastWork) : undefined),
    resumed: resumedAfter(errors.failures, works),
    waits,
    done,
    heard: heard.at(-1),
    unheard: unread,
    unwell: [
      // That it is being deleted, said long ago, is no sign of work; what it says may tell more.
      ...now.filter(
        each => each.means === 'deleting' && (work.progress.length === 0 || (each.text && !deleting.includes(each))),
      ),
      ...said.filter(each => isUnwell(each, told)),
      ...[...complaints, ...(reported.length > 0 ? [] : ofDeletion.slice(-1))],
    ].map(asSaid),
    whole,
  }
}

/** Signs of work. That it began, and nothing since, is none for long: it may as well stand still. */
function workOf(works: readonly Report[], other: readonly (DatedStatement | Wrote)[], asked: number, now: Date) {
  const newest = largest([...works, ...other].map(({ at }) => at))
  const isOnlyEarly = Number.isFinite(newest) && newest - asked < EARLY_SECONDS * 1000
  const isQuiet = isOnlyEarly && now.getTime() - asked >= QUIET_SECONDS * 1000
  const progress = [...works.slice(-1), ...other].map(asSaid)
  const worked = isQuiet ? { at: newest, evidence: progress.at(-1)!.evidence } : undefined
  return { newest, isOnlyEarly, progress: isQuiet ? [] : progress, worked }
}

/** What it reported and said of errors; `told`: its statements among them. */
function errorsOf(reported: readonly Report[], said: readonly DatedStatement[], newest: number) {
  const { failing, earlier } = judge(said)
  const failed = reported.filter((each, at) => each.means === 'failing' && !isMadeGood(each, reported.slice(at + 1)))
  // A condition holds as long as it stands, but an event only tells of its time: the newest word counts.
  const overcome = failing.length > 0 ? [] : failed.filter(({ at }) => newest - at > LONGEST_DELAY_SECONDS * 1000)
  const failures = [...failed.filter(each => !overcome.includes(each)).slice(-2), ...failing]
  return {
    told: [...failing, ...earlier],
    failures: failures.map(failureOf),
    failureReasons: [...failures, ...earlier].map(({ reason }) => reason),
    earlier: [...earlier, ...overcome.slice(-2)].map(earlierOf),
  }
}

function failureOf(each: DatedStatement | Report): Failure {
  return { ...asSaid(each), at: each.at, lastAt: lastAtOf(each) }
}

function earlierOf(each: DatedStatement | Report): Earlier {
  if (!('writer' in each)) return { ...failureOf(each), manager: undefined, mayLast: false }
  const mayLast = each.about !== 'outcome' && !(each.about === 'state' && says('pods', each.fact))
  return { ...failureOf(each), manager: each.writer?.manager, mayLast }
}

/** When something may last have been said, in ms: its writer may have said it again with what it wrote since. */
function lastAtOf(each: DatedStatement | Report): number {
  const written = Date.parse(('writer' in each && each.writer?.time) || '')
  return Number.isNaN(written) ? each.at : Math.max(each.at, written)
}

/** The last report of work that began after all these errors, so late that a failing try would have said so again. */
function resumedAfter(failures: readonly Failure[], works: readonly Report[]): Evidence | undefined {
  const last = largest(failures.map(({ lastAt }) => lastAt))
  const since = works.filter(({ at, firstAt }) => firstAt > last && at - last > LONGEST_DELAY_SECONDS * 1000)
  return failures.length === 0 ? undefined : since.at(-1)?.evidence
}

/** What is not as it should be and is told nowhere else. */
function isUnwell(each: DatedStatement, told: readonly DatedStatement[]): boolean {
  // What stood there before the deletion has nothing to do with it; what turned since may tell why it does not go on.
  if (each.means === 'told') return !each.isBefore
  return each.means === 'unwell' ? each.isCurrent || each.text : each.means === 'failing' && !told.includes(each)
}

/** The last word of the events, when it is that it waits, and what it says now. */
function waitsOf(reported: readonly Report[], now: readonly DatedStatement[]): readonly Said[] {
  const waiting = now.filter(
    ({ means, isBefore, text, reason }) =>
      means === 'waiting' || (means === 'unwell' && !isBefore && text && !namesWork(reason)),
  )
  return [...reported.slice(-1).filter(({ means }) => means === 'waiting'), ...waiting].map(asSaid)
}

/** What it did before it said that it waits is over. */
function isLastWord(reported: readonly Report[], index: number): boolean {
  return !reported.slice(index + 1).some(({ means }) => means === 'waiting')
}

function asSaid(said: DatedStatement | Report | Wrote): Said {
  return 'fact' in said ? said : { ...said.evidence, evidence: said.evidence }
}
