import { message } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { isVague, repeats, saysLittle } from '../../statements/vague.ts'
import { givenBack } from '../controller/lost-right.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { type Heard, heardOf, type Logged } from '../dossier/log.ts'
import { givenUpIn, isRecent, lastError, perhapsError, timeOf } from '../dossier/log-words.ts'
import type { Evidence } from '../explanation.ts'
import { nothingCreated, refusedCreation } from '../namespaces/teardown.ts'
import { toRepair } from '../remedy.ts'
import { describeCommand } from '../shell-quote.ts'
import { failingJob } from '../silence/owned-job.ts'
import { type Blocker, othersOf } from '../stuck-object.ts'
import { PATIENCE_SECONDS } from '../thresholds.ts'
import { showLog } from '../workloads/log-places.ts'
import { goneBy } from './already-gone.ts'
import { fixError, torndown } from './cleanup-failing.ts'
import { createdSince } from './created-since.ts'
import { causeOfError } from './error-cause.ts'
import { apartBy, fixOrRemove, namesOfObject, whoseOf } from './failing-finalizers.ts'
import { ownWriteFailing } from './own-write-failing.ts'

/**
 * CleanupFailing: the controller reports no error on the object, and its log has one that names it. `stuck` while it is
 * recent, of a workload that no user of a namespace can have made, and not known to be overcome.
 */
export function loggedError(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  return heard && holding(found, heard, errorIn(heard, found))
}

/** The same by an error that has no more than the name of the object: always `unknown`. */
export function loggedPerhaps(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  return heard && holding(found, heard, { error: perhapsError(heard), is: 'perhaps' })
}

interface Told {
  readonly error: Logged | undefined
  /** `left`: by a conflict that is not tried again. */
  readonly is: 'its own' | 'left' | 'perhaps'
}

function holding(found: Case, heard: Heard, { error, is }: Told): Blocker | undefined {
  const [controller] = living(found)
  if (controller === undefined || error === undefined) return undefined
  const { held, finalizer, reports, context } = found
  const said = [wordsOf(error.line)]
  const overcome = overcomeBy(error, found)
  const givenUp = is === 'its own' ? givenUpIn(heard) : undefined
  const { told, isBare } = inWords(error, { is, heard, givenUp }, found)
  const isNow = givenUp !== undefined || isRecent(error, context.facts.now)
  const isLasting = (is === 'left' || (is === 'its own' && isNow)) && overcome === undefined
  const teardown = isLasting && heard.isTrusted ? refusedCreation(said, held, context) : undefined
  if (teardown !== undefined)
    return torndown(found, { ...teardown, evidence: [error.evidence, nothingCreated(teardown.namespace)] })
  const ownWrite = isLasting ? ownWriteFailing(found, said) : undefined
  const source = isLasting && ownWrite === undefined ? causeOfError(said, found) : undefined
  const { ref } = held
  const job = failingJob(held, context)
  const gone = isLasting && heard.isTrusted ? goneBy(said, reports.whole) : undefined
  return {
    verdict: heard.isTrusted && isLasting ? 'stuck' : 'unknown',
    cause: {
      key: `CleanupFailing/${ref.resource}/${whoseOf(found)}/log/${gistOf(wordsOf(error.line).fact, namesOfObject(found))}${apartBy({ gone, job, overcome, source, ownWrite })}`,
      code: 'CleanupFailing',
      subject: ref,
      finalizer,
      isGone: gone === 'gone',
      summary: direct => {
        const of = { finalizer, more: othersOf(finalizer, direct) }
        if (ownWrite !== undefined) return message('ControllerCannotWrite', of)
        return isLasting
          ? message('CleanupFailsAsLogged', of)
          : message('CleanupErrorLogged', { ...of, isPerhaps: is === 'perhaps' })
      },
      evidence: [
        ...told,
        ...(job?.evidence ?? []),
        ...reportedWith(error, found),
        ...(overcome === undefined ? [] : [overcome]),
        ...(ownWrite?.evidence ?? source?.evidence ?? []),
        ...controller.evidence,
      ],
      remedies: (blocks, direct) => {
        const shown = [describeCommand(ref), showLog(error.source)]
        const fix = job?.fix ?? toRepair(fixError(givenUp ? [...said, wordsOf(givenUp.line)] : said, isBare), shown)
        return fixOrRemove(found, { blocks, direct }, { source, ownWrite, gone, fix, shown })
      },
    },
  }
}

/** The error with what tells more of it: one that says nothing by what stands beside it, or what was done before. */
function inWords(
  error: Logged,
  { is, heard, givenUp }: Pick<Told, 'is'> & { readonly heard: Heard; readonly givenUp: Logged | undefined },
  found: Case,
): { readonly told: readonly Evidence[]; readonly isBare: boolean } {
  const names = namesOfObject(found)
  const isVague = saysLittle(wordsOf(error.line), names)
  const beside = isVague && is === 'its own' ? heard.following.slice(-1) : []
  const isBare = (is === 'left' || isVague) && beside.length === 0
  const said = new Set([...beside, error, ...(givenUp ? [givenUp] : [])].map(({ evidence }) => evidence))
  return { isBare, told: [...said, ...(isBare ? workBefore(error, heard, names) : [])] }
}

/** What the object reports beside it. */
function reportedWith(error: Logged, { reports: { failures, earlier } }: Case): readonly Evidence[] {
  const all = [...failures, ...earlier.filter(each => repeats(wordsOf(error.line).fact, each))]
  return all.map(({ fact, source }) => ({ fact, source }))
}

/** A conflict at its own write counts where it then logged nothing of the object for longer than a retry takes. */
function errorIn(heard: Heard, found: Case): Told {
  const error = lastError(withRepeated(heard, found))
  const last = heard.ofObject.at(-1)
  const isOld = last !== undefined && found.context.facts.now.getTime() - timeOf(last) > PATIENCE_SECONDS * 1000
  if (error !== undefined || !isOld || last.line.level !== 'error') return { error, is: 'its own' }
  return { error: ownWriteFailing(found, [wordsOf(last.line)]) && last, is: 'left' }
}

/** An error from before the deletion that is logged since counts still (mongodb/mongodb-atlas-kubernetes#2145). */
function withRepeated(heard: Heard, { reports: { earlier } }: Case): Heard {
  const ofObject = heard.ofObject.map(each => {
    const { fact } = wordsOf(each.line)
    return each.means === 'other' && earlier.some(error => repeats(fact, error))
      ? { ...each, means: 'failing' as const }
      : each
  })
  return { ...heard, ofObject }
}

/** The last word of its work before: that all else is done, or what it failed at. */
function workBefore(
  error: Logged,
  { ofObject, perhapsOfObject }: Heard,
  names: readonly string[],
): readonly Evidence[] {
  const isBefore = (each: Logged) =>
    each.means === 'works' && timeOf(each) <= timeOf(error) && !isVague(wordsOf(each.line), names)
  return [ofObject.findLast(isBefore) ?? perhapsOfObject.findLast(isBefore)].flatMap(work => work?.evidence ?? [])
}

/** A right that it lacked and has now, or a thing that was not found and was created since. */
function overcomeBy(error: Logged, found: Case): Evidence | undefined {
  const words = { ...wordsOf(error.line), at: timeOf(error), lastAt: timeOf(error) }
  return givenBack(words, found.context) ?? createdSince(words, found)
}
