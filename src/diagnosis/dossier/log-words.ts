import { LONGEST_DELAY_SECONDS } from '../../api/longest-delay.ts'
import { type Message, type Messages, message } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { type LogLine, saysNotDeleting, wordsOf } from '../../statements/log/line.ts'
import type { Quote } from '../../statements/quote.ts'
import { isVague } from '../../statements/vague.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { says } from '../../statements/wording.ts'
import { english } from '../../statements/words/english.ts'
import { logWords } from '../../statements/words/log.ts'
import type { Evidence } from '../explanation.ts'
import { SAME_TRY_SECONDS } from '../thresholds.ts'
import { linesIn } from '../workloads/log-places.ts'
import type { Case } from './dossier.ts'
import { type Heard, heardOf, type Logged, logged } from './log.ts'

const LONGEST_DELAY = LONGEST_DELAY_SECONDS * 1000

export function timeOf({ line }: Logged): number {
  return line.at ?? 0
}

/** The last line about the object that says how its deletion fares. */
export function lastWord({ ofObject }: Heard): Logged | undefined {
  return ofObject.findLast(({ means }) => means !== 'other')
}

/** The last line about the object, by which it does not try again before a restart or a change of it. */
export function givenUpIn(heard: Heard): Logged | undefined {
  const last = lastWord(heard)
  return last !== undefined && !last.source.previous && givesUp(last) ? last : undefined
}

function givesUp({ line }: Logged): boolean {
  return claimsOf('gave up', [wordsOf(line)]).some(({ next }) => next === 'never')
}

/**
 * The last error about the object, rather than that it gave up after that. None where it said later that it leaves the
 * object alone, comes on with its work, or does something long after, when a try that fails would have failed again.
 */
export function lastError(heard: Heard): Logged | undefined {
  const errors = heard.ofObject.filter(({ means }) => means === 'failing')
  const error = errors.findLast(each => !givesUp(each)) ?? errors.at(-1)
  if (error === undefined) return undefined
  const isLater = (each: Logged) => each.means !== 'other' && each.means !== 'failing' && timeOf(each) > timeOf(error)
  const later = heard.ofObject.filter(isLater)
  const isOver = later.some(each => each.means !== 'works' || timeOf(each) - timeOf(error) > LONGEST_DELAY)
  return isOver ? undefined : error
}

/** The last error that may be of the object, where nothing about it says more than that it is being deleted. */
export function perhapsError(heard: Heard): Logged | undefined {
  if (heard.ofObject.some(({ means }) => means !== 'other' && means !== 'works')) return undefined
  const error = heard.perhapsOfObject.findLast(({ means }) => means === 'failing')
  return error && perhapsOf(error)
}

/** The last error about the object, or about the only one of its name. */
export function errorOfObject(heard: Heard): Logged | undefined {
  const perhaps = perhapsError(heard)
  return lastError(heard) ?? (perhaps?.isOfOnlyOne === true ? perhaps : undefined)
}

/** The same line as one that may be of another object, where there is one. */
export function perhapsOf(said: Logged): Logged {
  if (said.isOfOnlyOne === true) return said
  return { ...said, evidence: { ...said.evidence, fact: message('LoggedPerhaps', { logged: said.evidence.fact }) } }
}

export function isPanic({ line }: Logged): boolean {
  return claims('panic')(wordsOf(line))
}

/** The lines about the object; where none is, those of the only one of its name. */
export function linesOf({ ofObject, perhapsOfObject }: Heard): readonly Logged[] {
  return ofObject.length > 0 ? ofObject : perhapsOfObject.filter(({ isOfOnlyOne }) => isOfOnlyOne)
}

/**
 * What of these lines says last that the controller waits, where it says no more of the object since than that it comes
 * again; another Pod of it has rounds of its own (kubernetes-sigs/security-profiles-operator#2684).
 */
export function lastWait(lines: readonly Logged[]): Logged | undefined {
  const wait = lines.findLast(({ means, line }) => means !== 'failing' && english.has('awaits', line.message))
  const saysNoMore = ({ means, line, source }: Logged) =>
    means === 'other' || source.pod !== wait?.source.pod || logWords.has('comes again', line.message)
  const isNoMore = (each: Logged) => saysNoMore(each) && isSoonAfter(each, wait!)
  return wait !== undefined && lines.slice(lines.indexOf(wait) + 1).every(isNoMore) ? wait : undefined
}

/** The last line about the object; where none is, rather a line that may be of it and says something. */
export function toldOf(heard: Heard): Logged | undefined {
  const { ofObject, perhapsOfObject } = heard
  const error = perhapsError(heard)
  const end = ofObject.at(-1)
  if (error !== undefined || end !== undefined) {
    const ofTry = ofObject.filter(each => timeOf(end!) - timeOf(each) <= SAME_TRY_SECONDS * 1000)
    return error ?? lastWait(ofObject) ?? ofTry.findLast(isWarning) ?? ofTry.findLast(doesNotAct) ?? end
  }
  const last =
    lastWait(perhapsOfObject) ?? perhapsOfObject.findLast(({ means }) => means !== 'other') ?? perhapsOfObject.at(-1)
  return last && perhapsOf(last)
}

/** In the try of the last line, which may say no more than that it is over. */
const isWarning = (each: Logged) => (each.means === 'failing' || each.line.level === 'warn') && !isPassing(each)
const doesNotAct = ({ line }: Logged) => logWords.has('does not act', line.message)

/** Why it keeps the finalizer or the object, as the line says directly before (giantswarm/kvm-operator#1076). */
export function whyKept(told: Logged, { ofObject }: Heard): readonly Logged[] {
  const before = saysNotDeleting(told.line) ? ofObject[ofObject.indexOf(told) - 1] : undefined
  return before !== undefined && isSoonAfter(told, before) ? [before] : []
}

/** So many lines of a try are told beside its last one. */
const MAX_BESIDE = 2

/**
 * What its try says beside a line, of the object or of a Job of it, that tells more: what is to be done first
 * (clastix/kamaji#1115), then what went wrong, or is waited for.
 */
export function tellingBeside(told: Logged, heard: Heard, known: readonly Evidence[], { context }: Case) {
  const jobs = known.flatMap(jobIn)
  const isOfJob = ({ message }: LogLine) => jobs.some(name => hasWord(name)(message))
  const ofJobs = jobs.length === 0 ? [] : linesIn(told.source, context.facts).filter(isOfJob)
  const all = [...heard.ofObject, ...ofJobs.map(line => logged(told.source, line))].filter(
    each => each.source === told.source && Math.abs(timeOf(told) - timeOf(each)) <= SAME_TRY_SECONDS * 1000,
  )
  const byText = new Map(all.map(each => [wordsOf(each.line).fact, each]))
  byText.delete(wordsOf(told.line).fact)
  const telling = [...byText.values()].filter(tellsMore)
  return telling.toSorted((a, b) => Number(advises(b)) - Number(advises(a))).slice(0, MAX_BESIDE)
}

/** The name of a Job of the object, by which its controller may clean up (ray-project/kuberay#1725). */
function jobIn({ fact }: Evidence): readonly string[] {
  const { code, args } = typeof fact === 'object' ? (fact as Message) : {}
  return code === 'JobCreatedSince' ? (args as Messages['JobCreatedSince']).job.split('/').slice(1) : []
}

const advises = ({ line }: Logged) => logWords.has('advises', line.message)

/** Whether a line says what is to be done, went wrong or is waited for. */
export function tellsMore(said: Logged): boolean {
  const words = wordsOf(said.line)
  if (advises(said)) return true
  return (
    (said.means === 'failing' || says('failure', words.fact) || english.has('awaits', words.fact)) && !isPassing(said)
  )
}

/** It says no more than that the next try may end it. */
export const isPassing = ({ line }: Logged) => claims('passing error')(wordsOf(line))

/** In the same try. */
export function isSoonAfter(said: Logged, before: Logged): boolean {
  return timeOf(said) - timeOf(before) <= SAME_TRY_SECONDS * 1000
}

/** Said so lately that the next try, if there were one without it, would not have come yet. */
export function isRecent(said: Logged, now: Date): boolean {
  return now.getTime() - timeOf(said) <= LONGEST_DELAY
}

/** The same error is in the log twice, lately, and not that it gave up then (crossplane/crossplane#315). */
export function isTriedAgain(found: Case): boolean {
  const heard = heardOf(found)
  const errors = heard === undefined ? [] : linesOf(heard).filter(({ means }) => means === 'failing')
  const last = errors.pop()
  if (heard === undefined || last === undefined || givenUpIn(heard) !== undefined) return false
  const text = wordsOf(last.line).fact
  return isRecent(last, found.context.facts.now) && errors.some(({ line }) => wordsOf(line).fact === text)
}

/** How much was left of the object's work, each time that it said so, oldest first. */
export function countsOf({ ofObject }: Heard): readonly { readonly said: Logged; readonly left: number }[] {
  return ofObject
    .filter(({ means }) => means === 'counted')
    .flatMap(said => claimsOf('counted', [wordsOf(said.line)]).map(({ left }) => ({ said, left })))
}

/** The words of its last error in the log of the object's controller, where they tell what is wrong. */
export function newestInLog(found: Case): Quote | undefined {
  const heard = heardOf(found)
  const error = heard && lastError(heard)
  const { name, kind } = found.held.ref
  const words = error && wordsOf(error.line)
  return words !== undefined && !isVague(words, [name, kind]) ? words : undefined
}
