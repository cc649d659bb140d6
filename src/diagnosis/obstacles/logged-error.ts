import { message } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { givenBack } from '../controller/lost-right.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import { type Heard, heardOf, type Logged } from '../dossier/log.ts'
import { isRecent, lastError, perhapsError, perhapsOf, timeOf } from '../dossier/log-words.ts'
import type { Evidence } from '../explanation.ts'
import { nothingCreated, refusedCreation } from '../namespaces/teardown.ts'
import { toldByKind } from '../references/told-kind.ts'
import { toRepair } from '../remedy.ts'
import { describeCommand } from '../shell-quote.ts'
import { failingJob } from '../silence/owned-job.ts'
import { type Blocker, othersOf } from '../stuck-object.ts'
import { showLog } from '../workloads/log-places.ts'
import { goneBy } from './already-gone.ts'
import { fixError, torndown } from './cleanup-failing.ts'
import { createdSince } from './created-since.ts'
import { causeOfError } from './error-cause.ts'
import { apartBy, fixOrRemove, namesOfObject, whoseOf } from './failing-finalizers.ts'
import { lostWrite } from './lost-write.ts'
import { ownWriteFailing } from './own-write-failing.ts'

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
  if (controller === undefined || heard === undefined) return undefined
  const { error, lost } = errorIn(heard, found, isPerhaps)
  if (error === undefined) return undefined
  const { held, finalizer, reports, context } = found
  const said = [wordsOf(error.line)]
  const waitingFor = isPerhaps ? [] : toldByKind(said[0]!, held, context, error.evidence)
  if (waitingFor.length > 0) return { verdict: 'waiting', waitingFor }
  const overcome = overcomeBy(error, found)
  const isRepeated = lost?.isLong ?? isRecent(error, context.facts.now)
  const isLasting = !isPerhaps && isRepeated && overcome === undefined
  const teardown = isLasting && heard.isTrusted ? refusedCreation(said, held, context) : undefined
  if (teardown !== undefined)
    return torndown(found, { ...teardown, evidence: [error.evidence, nothingCreated(teardown.namespace)] })
  const ownWrite = isLasting || lost !== undefined ? ownWriteFailing(found, said) : undefined
  const source = isLasting && ownWrite === undefined ? causeOfError(said, found) : undefined
  const isLast = isLasting && heard.isTrusted && lost?.isOfLast === true
  const job = failingJob(held, context)
  const gone = isLasting && heard.isTrusted ? goneBy(said, reports.whole) : undefined
  return {
    verdict: heard.isTrusted && isLasting ? 'stuck' : 'unknown',
    cause: {
      key: `CleanupFailing/${held.ref.resource}/${whoseOf(found)}/log/${gistOf(wordsOf(error.line).fact, namesOfObject(found))}${apartBy({ gone, job, overcome, source, ownWrite })}${isLast ? '/last' : ''}`,
      code: 'CleanupFailing',
      subject: held.ref,
      finalizer,
      isGone: gone === 'gone',
      summary: direct => {
        const of = { finalizer, more: othersOf(finalizer, direct) }
        if (lost?.isOfRemoval && held.finalizers.length === 1)
          return message('RemovalLost', { ...of, isTried: lost.isTried, isPerhaps })
        if (ownWrite !== undefined && isLasting) return message('ControllerCannotWrite', of)
        return isLasting ? message('CleanupFailsAsLogged', of) : message('CleanupErrorLogged', { ...of, isPerhaps })
      },
      evidence: [
        error.evidence,
        ...(lost !== undefined ? workBefore(error, heard) : []),
        ...(job?.evidence ?? []),
        ...reports.failures.map(({ fact, source }) => ({ fact, source })),
        ...(overcome === undefined ? [] : [overcome]),
        ...(ownWrite?.evidence ?? source?.evidence ?? []),
        ...controller.evidence,
      ],
      remedies: (blocks, direct) => {
        const shown = [describeCommand(held.ref), showLog(error.source)]
        const next = lost?.isOfRemoval ? message('FixError', { next: lost.isTried ? 'loses' : 'lost' }) : undefined
        const fix = job?.fix ?? toRepair(next ?? fixError(said, lost !== undefined), shown)
        if (isLast)
          return [fix, { ...removal(found, direct), summary: message('RemoveAsTried'), risk: 'low', leaks: [] }]
        return fixOrRemove(found, { blocks, direct }, { source, ownWrite, gone, fix, shown })
      },
    },
  }
}

/** A conflict at its own write counts where it is not tried again, or lost each time. */
function errorIn(heard: Heard, found: Case, isPerhaps: boolean) {
  const error = isPerhaps ? perhapsError(heard) : lastError(heard)
  const { ofObject, perhapsOfObject } = heard
  const isLeftOut = error !== undefined || (isPerhaps && ofObject.length > 0)
  const lost = isLeftOut ? undefined : lostWrite(isPerhaps ? perhapsOfObject : ofObject, found)
  return { error: error ?? lost?.error, lost }
}

/** The last word of its work before: that all else is done. */
function workBefore(error: Logged, { ofObject, perhapsOfObject }: Heard): readonly Evidence[] {
  const isBefore = (each: Logged) => each.means === 'works' && timeOf(each) <= timeOf(error)
  const perhaps = perhapsOfObject.findLast(isBefore)
  return [ofObject.findLast(isBefore) ?? (perhaps && perhapsOf(perhaps))].flatMap(work => work?.evidence ?? [])
}

/** A right that it lacked and has now, or a thing that was not found and was created since. */
function overcomeBy(error: Logged, found: Case): Evidence | undefined {
  const words = { ...wordsOf(error.line), at: timeOf(error), lastAt: timeOf(error) }
  return givenBack(words, found.context) ?? createdSince(words, found)
}
