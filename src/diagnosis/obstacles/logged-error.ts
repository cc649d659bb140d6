import { message } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { isVague, repeats, saysLittle } from '../../statements/vague.ts'
import { says } from '../../statements/wording.ts'
import { givenBack } from '../controller/lost-right.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import { type Heard, heardOf, type Logged } from '../dossier/log.ts'
import { isOnlyOfType } from '../dossier/log-names.ts'
import {
  givenUpIn,
  isPanic,
  isRecent,
  lastError,
  linesOf,
  perhapsError,
  perhapsOf,
  timeOf,
} from '../dossier/log-words.ts'
import { type Evidence, evidenceOf, toRepair, toWait } from '../explanation.ts'
import { nothingCreated, refusedCreation } from '../namespaces/terminating-namespaces.ts'
import { toldAwaited } from '../protections/told-awaited.ts'
import { describeCommand } from '../shell-quote.ts'
import { failingJob } from '../silence/owned-job.ts'
import { type Blocker, blocker, othersOf } from '../stuck-object.ts'
import { showLog } from '../workloads/log-places.ts'
import { torndown } from './cleanup-failing.ts'
import { causeOfError } from './error-cause.ts'
import { apartBy, fixOrRemove, goneBy, namesOfObject, unmade, userBeside, whoseOf } from './failing-finalizers.ts'
import { fixError, fixOf, isLimited, restartOf } from './fix-error.ts'
import { lostWrite, ownWriteFailing } from './own-write-failing.ts'
import { createdSince } from './reference-missing.ts'
import { volumeDeleted, withoutLoss } from './volume-deleted.ts'

/**
 * CleanupFailing: the controller reports no error on the object, and its log has one that names it. `stuck` while it is
 * recent, of a workload that no user of a namespace can have made, and not known to be overcome.
 */
export function loggedError(found: Case): Blocker | undefined {
  return holding(found, heardOf(found), false)
}

/** The same by an error that has no more than the name of the object: always `unknown`. */
export function loggedPerhaps(found: Case): Blocker | undefined {
  return holding(found, heardOf(found), true)
}

function holding(found: Case, heard: Heard | undefined, isPerhaps: boolean): Blocker | undefined {
  const [controller] = living(found)
  const logged = heard && errorIn(heard, found, isPerhaps)
  if (controller === undefined || heard === undefined || logged === undefined) return undefined
  const { error, told, words: all, lost, isRepeated, next, isRestart, shown, isNext, telling } = logged
  const { held, finalizer, reports, context } = found
  const words = { ...wordsOf(error.line), at: timeOf(error) }
  const said = [words]
  const isOfIt = heard.isTrusted && (!isPerhaps || error.isOfOnlyOne === true)
  const waitingFor = isOfIt ? toldAwaited(words, held, context, error.evidence) : []
  if (waitingFor.length > 0) return { verdict: 'waiting', waitingFor }
  // A right that it lacked and has now, or a thing that was not found and was created since.
  const overcome = givenBack(words, found.context) ?? createdSince(words, found)
  const limited = isLimited(said)
  const isLasting = !isPerhaps && isRepeated && overcome === undefined && !limited
  const teardown = isLasting && heard.isTrusted ? refusedCreation(said, held, context) : undefined
  if (teardown !== undefined)
    return torndown(found, { ...teardown, evidence: [error.evidence, nothingCreated(teardown.namespace)] })
  const ownWrite = isLasting || lost !== undefined ? ownWriteFailing(found, said) : undefined
  const isTold = isLasting || (error.isOfOnlyOne === true && overcome === undefined)
  const source = isTold && ownWrite === undefined ? causeOfError(all, found) : undefined
  const isLast = isLasting && heard.isTrusted && lost?.isOfLast === true
  const job = failingJob(held, context, said)
  // An exit code is explained by the line beside it (openebs/lvm-localpv#15).
  const errors = telling.length > 0 ? telling : said
  const mayGo = heard.isTrusted && !isPerhaps && overcome === undefined
  const saidGone = mayGo ? goneBy(errors, reports.whole, [...error.line.fields.values()]) : undefined
  const gone = saidGone === 'gone' && !isLasting ? 'likely' : saidGone
  const done = mayGo && isLasting ? volumeDeleted(heard, found) : undefined
  const user = isLasting ? userBeside(found, gone, ownWrite, source, job) : undefined
  return blocker(heard.isTrusted && isLasting ? 'stuck' : 'unknown', {
    key: `CleanupFailing/${held.ref.resource}/${whoseOf(found)}/log/${gistOf(words.fact, namesOfObject(found))}${apartBy({ gone, source, ownWrite, user }, job, overcome)}${isLast ? '/last' : ''}${done === undefined ? '' : '/done'}`,
    subject: held.ref,
    isGone: gone === 'gone',
    summary: direct => {
      const of = { finalizer, more: othersOf(finalizer, direct) }
      if (lost?.isStale && (lost.isOfOnlyOne || !lost.isOfRemoval))
        return message('RemovalLost', { ...of, isWrite: !lost.isOfRemoval, isTried: lost.isTried, isPerhaps })
      if (isLasting) return message(ownWrite === undefined ? 'CleanupFailsAsLogged' : 'ControllerCannotWrite', of)
      if (isNext) return message(isPanic(error) ? 'PanicLogged' : 'ErrorAfterLogged', of)
      return message('CleanupErrorLogged', { ...of, isPerhaps: isPerhaps && !error.isOfOnlyOne })
    },
    evidence: [
      ...told,
      ...(done === undefined ? [] : [done]),
      ...(gone === 'unmade' ? unmade(reports.whole).map(evidenceOf) : []),
      ...(job?.evidence ?? []),
      ...[...reports.failures, ...reports.earlier.filter(each => repeats(words.fact, each))].map(evidenceOf),
      ...(overcome === undefined ? [] : [overcome]),
      ...(ownWrite?.evidence ?? source?.evidence ?? user?.evidence ?? []),
      ...controller.evidence,
    ],
    remedies: (blocks, direct) => {
      const restart = isRestart ? restartOf(found) : []
      const repair = toRepair(next, [...shown, ...restart], restart.length === 0 ? 'none' : 'low')
      const fix = job?.fix ?? (limited ? toWait(next, shown) : repair)
      if (isLast) return [fix, { ...removal(found, direct), summary: message('RemoveAsTried'), risk: 'low', leaks: [] }]
      const all = fixOrRemove(found, { blocks, direct }, { source, ownWrite, gone, user, fix, shown })
      const isOne = new Set(direct.map(({ heldBy }) => heldBy)).size === 1
      return done !== undefined && isOne ? all.map(withoutLoss) : all
    },
  })
}

/**
 * The last error, or a conflict at its own write that is not tried again, or lost each time; and what tells more of it,
 * beside it or before, where it says nothing. `next`: what the controller does then.
 */
function errorIn(heard: Heard, found: Case, isPerhaps: boolean) {
  const named = isPerhaps ? perhapsError(heard) : lastError(withRepeated(heard, found))
  const isNext = isPerhaps && named === undefined
  const failed = isNext ? errorAfter(heard, found) : named
  const { ofObject, perhapsOfObject } = heard
  const isLeftOut = failed !== undefined || (isPerhaps && ofObject.length > 0)
  const lost = isLeftOut ? undefined : lostWrite(isPerhaps ? perhapsOfObject : ofObject, found)
  const error = failed ?? lost?.error
  if (error === undefined) return undefined
  const givenUp = isPerhaps || lost !== undefined ? undefined : givenUpIn(heard)
  const names = namesOfObject(found)
  const isEmpty = saysLittle(wordsOf(error.line), names)
  const beside = isEmpty && !isPerhaps && lost === undefined ? heard.following.slice(-1) : []
  const isBare = (isEmpty || lost !== undefined) && beside.length === 0
  const said = givenUp === undefined ? [error] : [error, givenUp]
  const words = said.map(({ line }) => wordsOf(line))
  const first = lost === undefined && !isNext ? tellingFirst(error, heard, names) : []
  const told = [...new Set([...beside, ...said, ...first].map(({ evidence }) => evidence))]
  return {
    error,
    words,
    lost,
    telling: isEmpty ? [...beside, ...first].map(({ line }) => wordsOf(line)) : [],
    isNext: isNext && failed !== undefined,
    told: isBare ? [...told, ...workBefore(error, heard, names, found.held.ref.kind)] : told,
    isRepeated: lost?.isLong ?? (givenUp !== undefined || isRecent(error, found.context.facts.now)),
    shown: [describeCommand(found.held.ref), showLog(error.source)],
    ...(lost?.isStale ? fixOf({ next: lost.isTried ? 'loses' : 'lost' }) : fixError(words, isBare, found)),
  }
}

/** The error that a try began to fail with, if it says another thing than the last one (splunk/splunk-operator#569). */
function tellingFirst(error: Logged, heard: Heard, names: readonly string[]): readonly Logged[] {
  const first = heard.firstBefore(error)
  const isTelling = first?.means === 'failing' && !saysLittle(wordsOf(first.line), names)
  return isTelling && !wordsOf(error.line).fact.includes(first.line.error || first.line.message) ? [first] : []
}

/**
 * A panic of no object, or an error of the same speaker, directly after a line by which the object is being deleted; of
 * a logger without a name only where the error tells of a deletion (istio/istio#40702), as after any line about the
 * only object of its type (openshift/cluster-image-registry-operator#351).
 */
function errorAfter(heard: Heard, found: Case): Logged | undefined {
  const lines = linesOf(heard)
  const isWork = lines.length > 0 && lines.every(({ means }) => means === 'works' || means === 'other')
  const isOfWork = (error: Logged) => {
    const { logger } = error.line
    const near = lines.filter(each => each.line.logger === logger && Math.abs(timeOf(error) - timeOf(each)) <= 1000)
    const saysDeletion = says('deletion', wordsOf(error.line).fact)
    if (near.some(({ means }) => means === 'works')) return logger !== '' || saysDeletion
    return near.length > 0 && saysDeletion && isOnlyOfType(found)
  }
  return isWork ? (heard.following.findLast(isPanic) ?? heard.following.findLast(isOfWork)) : undefined
}

/** An error from before the deletion that is logged since counts still (mongodb/mongodb-atlas-kubernetes#2145). */
function withRepeated(heard: Heard, { reports: { earlier } }: Case): Heard {
  const ofObject = heard.ofObject.map((each): Logged => {
    const isRepeated = each.means === 'other' && earlier.some(error => repeats(wordsOf(each.line).fact, error))
    return isRepeated ? { ...each, means: 'failing' } : each
  })
  return { ...heard, ofObject }
}

/** The last word of its work before: that all else is done, or what it failed at. */
function workBefore(error: Logged, heard: Heard, names: readonly string[], kind: string): readonly Evidence[] {
  const isBefore = (each: Logged) => {
    const words = wordsOf(each.line)
    // `failed to finalize kafkauser`, at level info (banzaicloud/koperator#983).
    const own = says('failure', words.fact) ? [kind, kind.toLowerCase(), ...names] : names
    return each.means === 'works' && timeOf(each) <= timeOf(error) && !isVague(words, own)
  }
  const perhaps = heard.perhapsOfObject.findLast(isBefore)
  const work = heard.ofObject.findLast(isBefore) ?? (perhaps && perhapsOf(perhaps))
  return work === undefined ? [] : [work.evidence]
}
