import { saysNoReason } from '../../statements/vague.ts'
import { whenAnswered } from '../answered.ts'
import { trustedAuthor } from '../author.ts'
import { absenceOf } from '../dossier/absence.ts'
import { type Absence, tracesOf } from '../dossier/absence-signs.ts'
import { type Case, oncePerCase, tieOfCandidate } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { errorOfObject, timeOf } from '../dossier/log-words.ts'
import { graphOf } from '../graph.ts'
import { isVaguelyReported } from '../obstacles/cleanup-failing.ts'
import { withPodsLeft } from '../obstacles/drain-blocked.ts'
import { withSuccessor } from '../obstacles/finalizer-unhandled.ts'
import type { Blocker } from '../stuck-object.ts'
import { SAME_TRY_SECONDS } from '../thresholds.ts'
import { withLastResort } from './last-resort.ts'
import type { Row } from './row.ts'
import { type RowName, table } from './table.ts'
import { withWayOut } from './way-out.ts'
import { isOldEnough, namedInLog, withLog } from './with-log.ts'
import { withoutAttachment, withoutDriver } from './without-driver.ts'

/** The rows, by their names: `waitsFor` are those that are told in place of it. */
export const precedence = graphOf(new Map<string, Row>(Object.entries(table)), (_, name) =>
  Object.entries(table).flatMap(([other, { over }]) => (over.includes(name as RowName) ? [other] : [])),
)

/** Winners first. */
const order = precedence.waves().flat()
const withoutLogs = order.filter(({ hangsOn }) => hangsOn === undefined)

type Seen = { readonly row: Row; readonly holdings: readonly Blocker[] }

/** Two rows may have one finder, for each of its verdicts. */
const finders = new Map(Object.values(table).map(({ finds }) => [finds, oncePerCase(finds)]))

function seenBy({ finds, verdict }: Row, found: Case): readonly Blocker[] | undefined {
  const holdings = finders.get(finds)!(found)
  if (holdings === undefined) return undefined
  const all = [holdings].flat()
  return verdict === 'varies' || all.every(each => each.verdict === verdict) ? all : undefined
}

/** What holds the object by this finalizer, by the first row that is so. */
export function decide(found: Case): readonly Blocker[] {
  const { unanswered } = found.context.facts
  const met = unanswered?.met
  const plain = firstOf(withoutLogs, found)
  // What the logs say is asked last, when all else is known.
  const isKnown = unanswered?.met === met
  const isAsked = isKnown && isOldEnough(found)
  const named = isAsked && plain?.holdings.some(isOpen) ? namedInLog(found) : undefined
  if (named !== undefined) return decide(named)
  const first = (isAsked && plain ? inLogInstead(plain, found) : undefined) ?? plain
  if (first === undefined) return []
  const all =
    first.row.cause === 'elsewhere'
      ? first.holdings
      : first.holdings.map(each => amended(isKnown ? withLog(each, found) : each, found))
  const { finalizer } = found
  return all.map(each => (each.cause === undefined ? each : { ...each, cause: { ...each.cause, finalizer } }))
}

/** All rows that are so: of any two of them one has to be over the other. */
export function meeting(found: Case): readonly RowName[] {
  return (Object.keys(table) as RowName[]).filter(name => whenAnswered(() => seenBy(table[name], found)) !== undefined)
}

/**
 * A row that waits for answers lets those below it ask in the same round, unless it asks nothing new itself: most
 * likely it is so, and what they would ask is not needed.
 */
function firstOf(rows: readonly Row[], found: Case): Seen | undefined {
  const { unanswered } = found.context.facts
  for (const row of rows) {
    const { met, asked } = unanswered ?? {}
    const holdings = whenAnswered(() => seenBy(row, found))
    if (holdings !== undefined) return { row, holdings }
    if (unanswered?.met !== met && unanswered?.asked === asked) return undefined
  }
  return undefined
}

/**
 * The log's answer, where the verdict is `unknown`, or early work, an error without a reason is told; and where its
 * last error about the object is as new as the newest sign of work: the try came to nothing.
 */
function inLogInstead({ row, holdings }: Seen, found: Case): Seen | undefined {
  const isUndecided = holdings.some(isOpen)
  const { isOnlyEarly, newest } = found.reports
  const isAtWork = isOnlyEarly || row.cause === 'CleanupInProgress'
  const isWork = isAtWork && holdings.some(({ verdict }) => verdict === 'progressing')
  const isOnlySaid = isWork || (row.cause === 'CleanupFailing' && isVaguelyReported(found, saysNoReason))
  // What is not found may run without its right, as its log says.
  if (!isUndecided && !isOnlySaid && row.cause !== 'ControllerMissing') return undefined
  const end = isOnlySaid && !isUndecided ? order.length : order.indexOf(row)
  const ofLogs = order.slice(0, end).filter(({ hangsOn }) => hangsOn === 'log')
  const inLog = firstOf(ofLogs, found)
  const isTelling = ({ verdict, cause }: Blocker) =>
    verdict === 'stuck' ||
    (row.cause === 'ControllerMissing' ? cause?.code === 'ControllerForbidden' : verdict === 'waiting')
  const error = isWork && inLog ? errorOfObject(heardOf(found)!) : undefined
  if (error && timeOf(error) + SAME_TRY_SECONDS * 1000 >= newest) return inLog
  return isUndecided || ((isOnlyEarly || !isWork) && inLog?.holdings.some(isTelling)) ? inLog : undefined
}

function isOpen({ verdict }: Blocker): boolean {
  return verdict === 'unknown'
}

/** An answer with what casts doubt on it, what its product or the volume it is about offers, and the last resort. */
function amended(holding: Blocker, found: Case): Blocker {
  const doubted = withSuccessor(withAbsence(holding, found), found)
  return withLastResort(
    withoutAttachment(withoutDriver(withWayOut(withPodsLeft(doubted, found), found), found), found),
    found,
  )
}

/**
 * A cause that rests on a workload which has no more than a name, or on what Events say where no controller was found,
 * does not hide that cluster-scoped traces of an uninstall were found: both are told, and it is `unknown` where the
 * traces are proof, or nothing but Events speaks against them.
 */
function withAbsence(holding: Blocker, found: Case): Blocker {
  const { cause } = holding
  if (cause === undefined || cause.code === 'ControllerMissing' || cause.code === 'ControllerUnknown') return holding
  const { search, reports } = found
  if (search.candidates.some(each => tieOfCandidate(found, each) !== undefined)) return holding
  const absence = absenceOf(found)
  if (absence === undefined || !hasTraces(found, absence)) return holding
  const said = [...reports.failures, ...reports.progress, ...reports.waits]
  const isOpen = absence.proof === 'traces' || said.every(({ source }) => source === 'events')
  const evidence = [...cause.evidence, ...tracesOf(found, absence)]
  const verdict = isOpen ? 'unknown' : holding.verdict
  return { ...holding, verdict, cause: { ...cause, key: `${cause.key}/absent`, evidence } }
}

function hasTraces({ search }: Case, { installation, leaving, lapsed, gone, idle }: Absence): boolean {
  const told = [...leaving, ...lapsed, ...gone, ...idle, ...search.dangling]
  return installation.present === false || trustedAuthor(told) !== undefined
}
