import { type Fact, seenOf } from '../../api/fact.ts'
import { type PodLog, reachesBackTo } from '../../api/pod-log.ts'
import type { Unreadable } from '../../api/terminating.ts'
import { type KeptLog, keepLog, linesWith } from '../../statements/log/kept-log.ts'
import { type LogLine, type Meaning, meaningOf, saysNotDeleting } from '../../statements/log/line.ts'
import { isOfAnother, naming, perhapsNaming, wordForKind } from '../../statements/log/names.ts'
import { namingOnlyOne, type Sought } from '../../statements/log/names-in-words.ts'
import { namesAnother, namesSome } from '../../statements/log/other-names.ts'
import { isTrusted } from '../author.ts'
import type { Candidate } from '../controller/search.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Evidence } from '../explanation.ts'
import { SAME_TRY_SECONDS } from '../thresholds.ts'
import { loggedIn, readLog } from '../workloads/log-places.ts'
import { type Case, living, oncePerCase, tieOfCandidate } from './dossier.ts'
import { isOnlyOfName, isOnlyOfWord, namesFor, outsideNames, soughtInLog } from './log-names.ts'
import { agentOf, type LogSource, logSourcesOf } from './log-sources.ts'

export interface Logged {
  readonly source: LogSource
  readonly line: LogLine
  readonly means: Meaning
  readonly evidence: Evidence
  /** It tells no namespace, and no other object of the kind that it names has the name now; another may have had it. */
  readonly isOfOnlyOne?: boolean
}

/** What the logs of a finalizer's controller say, oldest first. Who may name an object may put words into them. */
export interface Heard {
  /** Lines since the deletion that name the object, of no other controller. */
  readonly ofObject: readonly Logged[]
  /** Lines since the deletion that have its name and tell no namespace, of no other controller. */
  readonly perhapsOfObject: readonly Logged[]
  /** Lines that tell how the program fares and name no object, from before the deletion too. */
  readonly ofProgram: readonly Logged[]
  /** The last errors of containers that ended since, of whatever they are: one of each. */
  readonly ends: readonly Logged[]
  /** The last error since the deletion that names no object, of each container. */
  readonly unnamed: readonly Logged[]
  /** Those among them that stand directly after a line with the name of the object. */
  readonly following: readonly Logged[]
  /** The first of the errors that stand directly before a line, in one try and of no other object. */
  readonly firstBefore: (said: Logged) => Logged | undefined
  /** No user of a namespace can have made the workload. */
  readonly isTrusted: boolean
  readonly sources: readonly LogSource[]
  /** How many lines there are since the deletion, where not one of them has the object's name or uid in it. */
  readonly silentLines: number | undefined
  /** Whether there is any line since the deletion. */
  readonly hasLines: boolean
  readonly unread: readonly Unreadable[]
}

/** So many controllers are asked: one CSI driver's sidecars may be among those of several. */
const MAX_CONTROLLERS = 4

/** Asks for the logs: only where the answer hangs on them. undefined where there are none to be asked for. */
export const heardOf = oncePerCase((found): Heard | undefined => {
  const running = living(found)
  const controllers = (running.length > 0 ? running : found.search.candidates).slice(0, MAX_CONTROLLERS)
  const ties = controllers.map(each => tieOfCandidate(found, each))
  // Any workload can have the name.
  if (controllers.length === 0 || ties.includes(undefined)) return undefined
  const trusted = ties.every(tie => isTrusted(tie!))
  return heardFrom([...controllers, ...agentOf(found)], found, trusted)
})

/** What the logs of these say; `trusted`: no user of a namespace can have made them. */
export function heardFrom(controllers: readonly Candidate[], found: Case, trusted: boolean): Heard | undefined {
  const asked = askedAt(found.held)
  const sources = controllers.flatMap(who => logSourcesOf(found, who, asked))
  const read = sources.map(source => ({ source, log: readLog(source, found.context.facts) }))
  return read.length === 0 ? undefined : heard(found, read, asked, trusted)
}

type Read = { readonly source: LogSource; readonly log: Fact<PodLog> }

function heard(found: Case, read: readonly Read[], asked: number, trusted: boolean): Heard {
  const sought = soughtInLog(found.held, found.context.facts)
  const names = namesFor(found, sought)
  const named = names.map(naming)
  const aliases = outsideNames(found).map(name => ({ ...sought, name }))
  const perhaps = [sought, ...aliases].map(perhapsNaming)
  const isOfKind = namingOnlyOne(sought, found.finalizer)
  const isOnly = (line: LogLine) => perhaps[0]!(line) && isOfKind(line) && isOnlyOfName(found)
  const isCalledElse = (line: LogLine) => isOnlyOfWord(wordForKind(line, sought), found)
  const isNamed = (line: LogLine) => named.some(isNaming => isNaming(line)) || isCalledElse(line)
  const isSince = ({ at = 0 }: LogLine) => at >= asked
  const arrived = read.flatMap(({ source, log }) => {
    const value = seenOf(log)
    if (value === undefined) return []
    const kept = keepLog(value.lines)
    return [{ source, kept, lines: mentioning(kept, [...names, ...aliases]).filter(isSince) }]
  })
  const isComplete = read.every(
    ({ log, source }) => log.state === 'known' && (source.previous || reachesBackTo(log.value, asked)),
  )
  const isSilent =
    isComplete && read.every(({ source }) => source.isSure) && arrived.every(({ lines }) => lines.length === 0)
  // The controller of its owner may say why it does not delete it (zalando-incubator/stackset-controller#2).
  const isOwn = (line: LogLine, { who }: LogSource) =>
    !isOfAnother(line, sought, who.workload.name) || (saysNotDeleting(line) && isNamed(line))
  const own = arrived.map(({ source, lines }) => ({ source, lines: lines.filter(line => isOwn(line, source)) }))
  const which = (isMeant: (line: LogLine) => boolean) =>
    inOrder(own.map(({ source, lines }) => ({ source, lines: lines.filter(isMeant) })))
  // An error that is logged as a warning: `WRN Unable to get health error="no such host"` (zerolog).
  const isOfNoOther = (line: LogLine) =>
    (line.level === 'error' || (line.level === 'warn' && (line.error !== '' || line.fields.has('error')))) &&
    isSince(line) &&
    (isNamed(line) || !(namesSome(line) || namesAnother(line, sought)))
  const isUnnamed = (line: LogLine) => isOfNoOther(line) && !isNamed(line)
  const lastOf = (isPrevious: boolean, find: (of: (typeof arrived)[number]) => LogLine | undefined) =>
    inOrder(
      arrived
        .filter(({ source }) => source.previous === isPrevious)
        .map(of => ({ source: of.source, lines: [find(of)].filter(line => line !== undefined) })),
    )
  const mayBeOfIt = which(line => !isNamed(line) && perhaps.some(isNaming => isNaming(line)))
  return {
    ofObject: which(isNamed),
    perhapsOfObject: mayBeOfIt.map(each => ({ ...each, isOfOnlyOne: isOnly(each.line) })),
    ofProgram: inOrder(
      arrived.map(({ source, kept }) => ({ source, lines: kept.ofProgram.filter(line => !isOfAnother(line, sought)) })),
    ),
    ends: lastOf(true, ({ kept }) => kept.lines.findLast(isLastWord)),
    unnamed: lastOf(false, ({ kept }) => kept.lines.findLast(isUnnamed)),
    following: lastOf(false, ({ kept, lines }) => {
      const named = new Set(lines)
      return kept.lines.findLast((line, index) => isNext(line, kept.lines[index - 1], named) && isUnnamed(line))
    }),
    firstBefore: ({ source, line }) => {
      const first = firstOf(line, arrived.find(of => of.source === source)!.kept.lines, isOfNoOther)
      return first && logged(source, first)
    },
    isTrusted: trusted,
    sources: read.map(({ source }) => source),
    silentLines: isSilent ? arrived.reduce((sum, { kept }) => sum + kept.lines.filter(isSince).length, 0) : undefined,
    hasLines: arrived.some(({ kept }) => kept.lines.some(isSince)),
    unread: read.flatMap(({ log }) => (log.state === 'unreadable' ? [log.why] : [])),
  }
}

/** The first of these directly before a line, in one try; the same message is of the try before. */
function firstOf(line: LogLine, lines: readonly LogLine[], which: (line: LogLine) => boolean): LogLine | undefined {
  const isBefore = (each: LogLine) =>
    which(each) && (line.at ?? 0) - (each.at ?? 0) <= SAME_TRY_SECONDS * 1000 && each.message !== line.message
  const end = lines.lastIndexOf(line)
  const first = lines.findLastIndex((each, at) => at < end && !isBefore(each)) + 1
  return first < end ? lines[first] : undefined
}

/** Its last words may have no level: `log.Fatal` of Go writes none. */
function isLastWord(line: LogLine): boolean {
  return line.level === 'error' || (line.level === undefined && meaningOf(line) === 'failing')
}

/** Directly after a line with the name of the object, within a second, it may be of that (openebs/openebs#3034). */
function isNext(line: LogLine, before: LogLine | undefined, named: ReadonlySet<LogLine>): boolean {
  return before !== undefined && named.has(before) && (line.at ?? 0) - (before.at ?? 0) <= 1000
}

/** In which one of its names, or its uid, stands. */
function mentioning(kept: KeptLog, names: readonly Sought[]): readonly LogLine[] {
  const words = names.flatMap(({ name, namespace = '', uid }) => [name, `${name}.${namespace}`, uid])
  return [...new Set(words.flatMap(word => linesWith(kept, word)))]
}

function inOrder(
  all: readonly { readonly source: LogSource; readonly lines: readonly LogLine[] }[],
): readonly Logged[] {
  return all
    .flatMap(({ source, lines }) => lines.map(line => logged(source, line)))
    .toSorted((a, b) => (a.line.at ?? 0) - (b.line.at ?? 0))
}

const known = new WeakMap<LogLine, Pick<Logged, 'means' | 'evidence'>>()

/** A line is of one container: what it says is read once for all objects. */
export function logged(source: LogSource, line: LogLine): Logged {
  const read = known.get(line) ?? { means: meaningOf(line), evidence: loggedIn(source, line) }
  known.set(line, read)
  return { source, line, ...read }
}
