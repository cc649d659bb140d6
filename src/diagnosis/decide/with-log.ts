import { NOT_RECORDED } from '../../api/terminating.ts'
import { areSame, factFrom, type Message, type Messages, message } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { quoted } from '../../statements/log/quoted.ts'
import { isOneWord, saysLittle } from '../../statements/vague.ts'
import { says } from '../../statements/wording.ts'
import { english } from '../../statements/words/english.ts'
import { isTrusted } from '../author.ts'
import type { Candidate } from '../controller/search.ts'
import { type Case, living, removal, tieOfCandidate } from '../dossier/dossier.ts'
import { type Heard, heardOf, type Logged } from '../dossier/log.ts'
import { isOnlyOfType } from '../dossier/log-names.ts'
import { controllingOwner, loggedOfOwner } from '../dossier/log-of-owner.ts'
import {
  isPanic,
  isPassing,
  lastWait,
  linesOf,
  tellingBeside,
  tellsMore,
  timeOf,
  toldOf,
  whyKept,
} from '../dossier/log-words.ts'
import { type Evidence, type Remedy, toInspect } from '../explanation.ts'
import { isVaguelyReported } from '../obstacles/cleanup-failing.ts'
import { LONGEST_TOLD } from '../obstacles/telling-work.ts'
import { loggedOff } from '../silence/switched-off.ts'
import { type Blocker, type CauseDraft, withCause } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { showLog } from '../workloads/log-places.ts'
import { loggedBeside, loggedByWriter, soleServer } from './logged-by-others.ts'
import { crashingAtDefinition, waitingInVain } from './waiting-in-vain.ts'

/**
 * An open answer with what its controller's log adds though it names no cause: its last line about the object, or that
 * there is none, with its last error of no object, or that it was not read; if it crashes, its last error. In front of
 * errors that do not say what went wrong.
 */
export function withLog(holding: Blocker, found: Case): Blocker {
  const { cause, verdict } = holding
  if (cause === undefined) return holding
  const isCrashing = cause.code === 'ControllerUnhealthy' && living(found).length === 0
  const isVague = cause.code === 'CleanupFailing' && isVaguelyReported(found, isOneWord)
  if (!isCrashing && !((verdict === 'unknown' || isVague) && isOldEnough(found))) return holding
  const heard = heardOf(found)
  if (heard === undefined) return loggedByWriter(holding, found)
  const inVain = waitingInVain(holding, found, heard)
  if (inVain !== undefined) return inVain
  const told = isCrashing ? heard.ends.at(-1) : toldOf(heard)
  const deadlock = isCrashing ? crashingAtDefinition(holding, found, told) : undefined
  if (deadlock !== undefined) return deadlock
  const crashed = isCrashing && told ? crashedAt(told, heard) : []
  const ofOwner = told === undefined && !isCrashing ? loggedOfOwner(found) : []
  const isTelling = told?.means === 'failing' && !saysLittle(wordsOf(told.line), namesOf(found))
  const beside = isCrashing || isTelling ? [] : (told === undefined ? heard.unnamed : heard.following).slice(-1)
  const why = told === undefined || isCrashing ? [] : whyKept(told, heard)
  const off = isCrashing || isTelling ? undefined : loggedOff(heard, found)
  const around = told === undefined || isCrashing ? [] : tellingBeside(told, heard, cause.evidence, found)
  const ofTry = [...new Set([...(told && tellsMore(told) ? [told] : []), ...around, ...why, told ?? []].flat())]
  const lines = [...beside, ...ofTry, off ?? [], crashed].flat()
  const quiet = told === undefined && !isCrashing ? [...ofOwner.map(each => each.evidence), ...silence(heard)] : []
  const more = [...quiet, ...lines.map(({ evidence }) => evidence), ...unreadOf(heard)].filter(
    ({ fact }) => !cause.evidence.some(each => areSame(each.fact, fact)),
  )
  const isSilent = !isCrashing && told?.means !== 'failing' && lastWait(linesOf(heard)) === undefined
  if (more.length === 0) return isSilent ? loggedBeside(holding, found) : holding
  const said = told ?? ofOwner[0]
  const isError = beside.length > 0 || (said && (said.means === 'failing' || says('failure', wordsOf(said.line).fact)))
  const known = isError ? cause.evidence.flatMap(withoutDenial) : cause.evidence
  const isFirst =
    isVague || (cause.code === 'CleanupInProgress' && (told ?? ofOwner[0] ?? heard.unnamed[0]) !== undefined)
  const logged = withCause(holding, {
    summary: summaryOf(cause, [told, beside[0], ofOwner[0]], ofTry, heard, found),
    key: `${cause.key}/log${crashed.length === 0 ? '' : `/at/${found.held.ref.uid}`}${ofOwner.map(() => `/of/${controllingOwner(found)?.uid}`).join('')}${told === undefined || isCrashing ? '' : `/${gistOf(wordsOf(told.line).fact, namesOf(found))}`}`,
    remedies: (blocks, direct) => {
      const own = [...lookAtAgent(lines, found), ...cause.remedies(blocks, direct)]
      // Another worker may log what it does beside the panic: only one that names the object may be of it.
      if (!crashed.some(isPanic) || own.some(({ kind }) => kind === 'remove')) return own
      const last = removal(found, direct)
      return [...own, { ...last, summary: message('RemoveIfItPanicsAt', { next: last.summary }) }]
    },
    evidence: isFirst ? [...more, ...known] : [...known, ...more],
  })
  return isSilent ? loggedBeside(logged, found) : logged
}

/** An agent of its node says it, whose log is another one's. */
function lookAtAgent(lines: readonly Logged[], { search }: Case): readonly Remedy[] {
  const agent = lines.find(({ source }) => !search.candidates.includes(source.who))?.source
  if (agent === undefined) return []
  return [toInspect(message('SeeLogOfAgent', { pod: `${agent.namespace}/${agent.pod}` }), [showLog(agent)])]
}

/** Beside an error in the log it is not said that none is known. */
function withoutDenial(each: Evidence): readonly Evidence[] {
  const { code, args } = typeof each.fact === 'object' ? (each.fact as Message) : {}
  if (code === 'NeitherErrorNorWork') return []
  if (code !== 'NoSignOfWork' && code !== 'NoWorkSince') return [each]
  const { errors, ...rest } = args as Messages['NoSignOfWork']
  return [errors?.eventsUnread === undefined ? { ...each, fact: message(code, rest) } : each]
}

/** In place of a reason that is not known: what the log says it waits for, or what it says of the object, if short. */
function summaryOf(
  { summary }: CauseDraft,
  [told, error, ofOwner]: readonly (Logged | undefined)[],
  ofTry: readonly Logged[],
  heard: Heard,
  found: Case,
) {
  if (typeof summary !== 'object') return summary
  const isOpen = summary.code === 'SilentForUnknownReason'
  if (!isOpen && !isGuess(summary)) return summary
  const { workload, finalizer } = summary.args as Messages['SilentForUnknownReason']
  const of = { workload, finalizer }
  const owner = ofOwner?.means === 'failing' ? quoted(ofOwner.line) : undefined
  const isShort = (text = '') => text.length <= LONGEST_TOLD
  // It follows a line about the object, or can be of no other.
  const mayBeOfIt = (each: Logged) =>
    told !== undefined || (says('deletion', wordsOf(each.line).fact) && isOnlyOfType(found))
  const text = error && told?.means !== 'failing' && !isPassing(error) && mayBeOfIt(error) ? quoted(error.line) : ''
  if (isOpen && text !== '' && isShort(text)) return message('SilentForUnknownReason', { ...of, error: text })
  if (told === undefined)
    return isOpen && isShort(owner) ? message('SilentForUnknownReason', { ...of, ofOwner: owner }) : summary
  const texts = [ofTry, [...whyKept(told, heard), told]].map(all => all.map(each => quoted(each.line)).join(', '))
  const line = texts.find(isShort) ?? texts[1]!
  if (told.means !== 'failing' && english.has('awaits', told.line.message))
    return message('WaitsAsLogged', { ...of, text: line, isPerhaps: heard.ofObject.length === 0 && !told.isOfOnlyOne })
  const isOfObject = (heard.ofObject.includes(told) || told.isOfOnlyOne) && !isPassing(told)
  return isOpen && isOfObject && isShort(line)
    ? message('SilentForUnknownReason', { ...of, line, isSeveral: line === texts[0] && ofTry.length > 1 })
    : summary
}

/** For what it owns it may wait, or not: what it says itself that it waits for is more. */
function isGuess({ code, args }: Message): boolean {
  const { why } = args as Partial<Messages['MayBeUnable']>
  return code === 'MayBeUnable' && typeof why === 'object' && ['OwnedLives', 'OwnedMadeSince'].includes(why.code)
}

/** The panic that names the object, or the line about it directly before the panic by which a container ended. */
function crashedAt(end: Logged, { ofObject }: Heard): readonly Logged[] {
  const before = ofObject.filter(({ source }) => source.previous && source.pod === end.source.pod)
  const isNear = (each: Logged) => isPanic(end) && Math.abs(timeOf(end) - timeOf(each)) <= 1000
  return [before.findLast(isPanic) ?? before.findLast(isNear)].filter(each => each !== undefined)
}

/** The case with just the one workload whose log names the object, of several or of those passed over. */
export function namedInLog(found: Case): Case | undefined {
  const { search, held } = found
  const isHidden = search.candidates.length === 0
  const hidden = search.outside === undefined ? soleServer(found) : search.hidden
  const candidates = isHidden ? hidden : living(found)
  if (candidates.length < (isHidden ? 1 : 2)) return undefined
  const heard = heardOf(isHidden ? { ...found, search: { ...search, candidates } } : found)
  const sure = heard === undefined ? [] : linesOf(heard)
  // A name of what is in no namespace is whole without one.
  const lines = sure.length > 0 || held.ref.namespace !== undefined ? sure : (heard?.perhapsOfObject ?? [])
  const [who, ...others] = candidates.filter(each => lines.some(({ source }) => source.who === each))
  if (who === undefined || others.length > 0) return undefined
  // Who runs a workload in a namespace writes its log: it hides none that cluster-scoped objects tie to the type.
  const isSure = (each: Candidate) => isTrusted(tieOfCandidate(found, each) ?? { by: 'namespace' })
  if (!isSure(who) && (isHidden || candidates.some(isSure))) return undefined
  const outside = isHidden ? undefined : search.outside
  return { ...found, search: { ...search, candidates: [who], hidden: [], outside } }
}

function namesOf({ held: { ref } }: Case): readonly string[] {
  return [ref.name, ref.namespace ?? '', ref.uid]
}

/** What it has not done so soon after the deletion tells nothing, nor does its silence. */
export function isOldEnough({ held }: Case): boolean {
  return (held.ageSeconds ?? 0) >= EARLY_SECONDS
}

function silence({ silentLines, sources }: Heard): readonly Evidence[] {
  const [first, ...others] = sources
  if (silentLines === undefined || first === undefined) return []
  const { namespace, pod, container } = first
  const fact = message('SilentLog', { pod: `${namespace}/${pod}`, container, more: others.length, lines: silentLines })
  return [{ fact, source: 'logs' }]
}

function unreadOf({ unread }: Heard): readonly Evidence[] {
  const [why] = unread.filter(({ reason }) => reason !== NOT_RECORDED)
  return why === undefined ? [] : [factFrom('logs', 'LogNotRead', { reason: why.reason, text: why.message })]
}
