import { message } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import { wordsOf } from '../../statements/log/told.ts'
import { givenBack } from '../controller/lost-right.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import { heardOf, type Logged } from '../dossier/log.ts'
import { showLog } from '../dossier/log-sources.ts'
import { isRecent, lastError, timeOf } from '../dossier/log-words.ts'
import type { Evidence } from '../explanation.ts'
import { nothingCreated, refusedCreation } from '../namespaces/teardown.ts'
import { ownNames } from '../references/own-names.ts'
import { toRepair } from '../remedy.ts'
import { describeCommand } from '../shell-quote.ts'
import { failingJob } from '../silence/owned-job.ts'
import { type Blocker, othersOf } from '../stuck-object.ts'
import { wholeOf } from '../whole-object.ts'
import { endsOf, goneBy } from './already-gone.ts'
import { torndown } from './cleanup-failing.ts'
import { createdSince } from './created-since.ts'
import { causeOfError } from './error-cause.ts'
import { fixOrRemove, whoseOf } from './failing-finalizers.ts'
import { ownWriteFailing } from './own-write-failing.ts'

/**
 * CleanupFailing: the controller reports no error on the object, and its log has one that names it. `stuck` while it is
 * recent, of a workload that no user of a namespace can have made, and not known to be overcome.
 */
export function loggedError(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const [controller] = living(found)
  const error = heard && lastError(heard)
  if (heard === undefined || controller === undefined || error === undefined) return undefined
  const { held, finalizer, reports, context } = found
  const overcome = overcomeBy(error, found)
  const isLasting = isRecent(error, context.facts.now) && overcome === undefined
  const teardown = isLasting && heard.isTrusted ? refusedCreation([wordsOf(error.line)], held, context) : undefined
  if (teardown !== undefined)
    return torndown(found, { ...teardown, evidence: [error.evidence, nothingCreated(teardown.namespace)] })
  const ownWrite = isLasting ? ownWriteFailing(found, [wordsOf(error.line)]) : undefined
  const source = isLasting && ownWrite === undefined ? causeOfError([wordsOf(error.line)], found) : undefined
  const { ref } = held
  const names = [...(reports.whole ? ownNames(reports.whole) : []), ref.name, ref.namespace ?? '']
  const job = failingJob(held, context)
  const gone = isLasting ? goneBy([wordsOf(error.line)], reports.whole) : undefined
  return {
    verdict: heard.isTrusted && isLasting ? 'stuck' : 'unknown',
    cause: {
      key: `CleanupFailing/${ref.resource}/${whoseOf(found)}/log/${gistOf(wordsOf(error.line).fact, names)}${gone === undefined ? '' : `/${gone}`}${job?.is === 'failed' ? `/${job.key}` : ''}${overcome === undefined ? '' : '/overcome'}${source === undefined ? '' : `/${source.key}`}`,
      code: 'CleanupFailing',
      subject: ref,
      finalizer,
      isGone: gone !== undefined,
      summary: direct => {
        const of = { finalizer, more: othersOf(finalizer, direct) }
        if (ownWrite !== undefined) return message('ControllerCannotWrite', of)
        return isLasting ? message('CleanupFailsAsLogged', of) : message('CleanupErrorLogged', of)
      },
      evidence: [
        error.evidence,
        ...(job?.evidence ?? []),
        ...(overcome === undefined ? [] : [overcome]),
        ...(ownWrite?.evidence ?? source?.evidence ?? []),
        ...controller.evidence,
      ],
      remedies: (blocks, direct) => {
        const shown = [describeCommand(ref), showLog(error.source)]
        const fix = job?.fix ?? toRepair(message('FixError'), shown)
        const last = removal(found, direct)
        if (source !== undefined) return source.remedies(last, fix)
        const wholes = direct.flatMap(each => wholeOf(each, context) ?? [])
        const ends = endsOf(gone, { fix, last }, shown, wholes)
        return fixOrRemove(found, direct, { own: ownWrite?.remedies(blocks, direct) ?? [], ...ends })
      },
    },
  }
}

/** A right that it lacked and has now, or a thing that was not found and was created since. */
function overcomeBy(error: Logged, found: Case): Evidence | undefined {
  const words = { ...wordsOf(error.line), at: timeOf(error), lastAt: timeOf(error) }
  return givenBack(words, found.context) ?? createdSince(words, found)
}
