import { LONGEST_DELAY_SECONDS } from '../../api/longest-delay.ts'
import { mapSentence } from '../../api/sentence.ts'
import { factFrom, message, sentenceKey } from '../../messages/sentence.ts'
import { gistOf } from '../../statements/gist.ts'
import type { Quote } from '../../statements/quote.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { isOfDeletion, isOfMaking, isVague, toldOnce } from '../../statements/vague.ts'
import { givenBack } from '../controller/lost-right.ts'
import type { Failure } from '../controller/reports.ts'
import { warmingUp } from '../controller/rollout.ts'
import { absenceOf } from '../dossier/absence.ts'
import { type Case, lastingErrors, living, removal } from '../dossier/dossier.ts'
import { newestInLog } from '../dossier/log-words.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { type Evidence, evidenceOf, toInspect, toRepair, toWait } from '../explanation.ts'
import { stillListed } from '../inventories/awaited.ts'
import { writerOfFinalizer } from '../managers.ts'
import { refusedCreation, type Teardown } from '../namespaces/terminating-namespaces.ts'
import { usedBeside } from '../protections/held-by-users.ts'
import { toldAwaited } from '../protections/told-awaited.ts'
import { ownNames } from '../references/own-names.ts'
import { describeCommand } from '../shell-quote.ts'
import { failingJob } from '../silence/owned-job.ts'
import { unused } from '../silence/users.ts'
import { putOnByHand } from '../silence/writers.ts'
import { type Blocker, blocker, othersOf } from '../stuck-object.ts'
import { formatSeconds } from '../thresholds.ts'
import { logCommand } from '../workloads/log-places.ts'
import { workloadText } from '../workloads/workloads.ts'
import { causeOfError } from './error-cause.ts'
import {
  apartBy,
  fixOrRemove,
  goneBy,
  isMirrored,
  namesOfObject,
  unmade,
  userBeside,
  whoseOf,
} from './failing-finalizers.ts'
import { fixError, isLimited } from './fix-error.ts'
import { ownWriteFailing } from './own-write-failing.ts'
import { createdSince } from './reference-missing.ts'

/**
 * CleanupFailing: somebody tries to clean up and reports an error. One from before the deletion, and not since, is
 * `stuck` where the finalizer's writer said it and had the time to try again, else `unknown`; none while there are
 * signs of work. Where a terminating namespace refuses what the controller has to create, it never ends by itself.
 */
export function cleanupFailing(found: Case): Blocker | undefined {
  const { held, identity, search, reports, context } = found
  const [controller] = living(found)
  // A controller that is not ready any more will not try again: then that is the cause.
  if (controller === undefined && search.candidates.length > 0) return undefined
  // It may be the operator of another finalizer, or of the type, that reports.
  if (!controller && search.suspects.length > 0 && (identity.isStranger || identity.rivals.length > 0)) return undefined
  if (controller === undefined && (reports.failures.length === 0 || wentSince(found))) return undefined
  // What the operator of the type reports is of the finalizers that it puts on itself.
  if (putOnByHand(found) !== undefined) return undefined
  const status = reports.whole !== undefined && isOfOwnController(found) ? statusTexts(reports.whole) : []
  const teardown = refusedCreation([...reports.failures, ...reports.waits, ...status], held, context)
  if (teardown !== undefined) return torndown(found, teardown)
  if (controller !== undefined && isMirrored(found)) return undefined
  // Whose end it waits for in vain, other rules have the edges to.
  const isAwaited = (said: Quote) => toldAwaited(said, held, context, evidenceOf(said)).length > 0
  if (controller !== undefined && status.some(isAwaited) && reports.failures.every(isAwaited)) return undefined
  if (reports.failures.length > 0)
    return usedBeside(held, found.finalizer, reports.failures, context) ?? failing(found, reports.failures, true)
  if (reports.earlier.length === 0 || reports.progress.length > 0) return undefined
  const lasts = lastingErrors(found).length > 0 && (held.ageSeconds ?? 0) >= LONGEST_DELAY_SECONDS
  // That it could not be made keeps nothing from being deleted (kubernetes-csi/external-snapshotter#418).
  const isOfDeletionToo = !reports.earlier.every(each => isOfMaking(each, held.ref.kind))
  // What is logged of the deletion since is newer (rabbitmq/messaging-topology-operator#195).
  return failing(found, reports.earlier, lasts && isOfDeletionToo && newestInLog(found) === undefined)
}

/** All that these report is a right that it lacked and has now, or a thing that was not found and was created since. */
function overcomeIn(found: Case, errors: readonly Failure[]): Evidence | undefined {
  const overcome = errors.map(each => givenBack(each, found.context) ?? createdSince(each, found))
  return overcome.includes(undefined) ? undefined : overcome[0]
}

/** The controller came up after all of these errors, lately, or reported work long after them: they may be over. */
function passedSince(found: Case, errors: readonly Failure[]): Evidence | undefined {
  const { reports, context } = found
  const workload = living(found)[0]?.workload
  const seconds = workload && warmingUp(workload, context)
  const isBefore = ({ lastAt }: Failure) => lastAt < context.facts.now.getTime() - (seconds ?? 0) * 1000
  if (workload !== undefined && seconds !== undefined && errors.every(isBefore)) {
    const ready = { workload: workloadText(workload), ago: formatSeconds(seconds) }
    return factFrom(`${workload.kind.toLowerCase()}s`, 'ReadySinceReports', ready)
  }
  return reports.resumed && { ...reports.resumed, fact: message('SinceThen', { fact: reports.resumed.fact }) }
}

/** It failed, and then it went: it would have tried again since its last word, and it is proven not to be there. */
function wentSince(found: Case): boolean {
  const { proof, silentSeconds = 0, listeners } = absenceOf(found)
  const isOver = silentSeconds >= LONGEST_DELAY_SECONDS || listeners.are === 'none'
  return proof !== undefined && proof !== 'catalogue' && isOver
}

/** Whether all that is reported are errors that do not say what went wrong, or are `apart`: what does may be logged. */
export function isVaguelyReported({ held: { ref }, reports }: Case, isApart: (error: Quote) => boolean = () => false) {
  const errors = reports.failures.length > 0 ? reports.failures : reports.earlier
  const names = [...(reports.whole === undefined ? [] : ownNames(reports.whole)), ref.name, ref.kind]
  return errors.length > 0 && errors.every(each => isVague(each, names) || isApart(each))
}

/** `lasts`: the errors stop the deletion, unless overcome, or so vague that they may be of its state before. */
function failing(found: Case, errors: readonly Failure[], lasts: boolean): Blocker {
  const { held, finalizer, reports } = found
  const before = reports.failures.length === 0
  const gone = goneBy(errors, reports.whole)
  const ownWrite = ownWriteFailing(found, reports.failures)
  const overcome = overcomeIn(found, errors)
  const passed = overcome === undefined ? passedSince(found, errors) : undefined
  const isVague = isVaguelyReported(found)
  const isOpen = isVague && !errors.some(isOfDeletion)
  const limited = isLimited(errors)
  const verdict = lasts && !isOpen && !limited && overcome === undefined && passed === undefined ? 'stuck' : 'unknown'
  const job = failingJob(held, found.context, errors)
  const source = verdict === 'stuck' && ownWrite === undefined ? causeOfError(errors, found) : undefined
  const user = verdict === 'stuck' ? userBeside(found, gone, ownWrite, source, job) : undefined
  const facts = new Set(errors.map(({ evidence }) => sentenceKey(evidence.fact)))
  const gist = gistOf([...facts].toSorted().join(), namesOfObject(found))
  const reasons = `${[...new Set(reports.failureReasons)].toSorted().join()}/${gist}`
  return blocker(verdict, {
    key: `CleanupFailing/${held.ref.resource}/${whoseOf(found)}/${reasons}${apartBy({ gone, source, ownWrite, user }, job, overcome)}${before ? `/before/${verdict}` : ''}${passed === undefined ? '' : '/passed'}`,
    subject: held.ref,
    isGone: gone === 'gone',
    summary: direct => {
      const of = { finalizer, more: othersOf(finalizer, direct) }
      if (ownWrite !== undefined) return message('ControllerCannotWrite', of)
      return verdict === 'stuck'
        ? message('CleanupFails', { ...of, before })
        : message('CleanupErrorReported', { ...of, before, passed: passed !== undefined })
    },
    evidence: [
      ...eachOnce(errors),
      ...(gone === 'unmade' ? unmade(reports.whole).map(evidenceOf) : []),
      ...(isVague ? reports.unwell.map(evidenceOf) : []),
      ...(job?.evidence ?? []),
      ...stillListed(held, found.context),
      // It may count those of a namesake (crossplane/crossplane#7154).
      ...(unused(found)?.evidence ?? []),
      ...[overcome, passed].filter(each => each !== undefined),
      ...(ownWrite?.evidence ?? source?.evidence ?? user?.evidence ?? []),
      ...evidenceOfController(found),
    ],
    remedies: (blocks, direct) => {
      const next = overcome === undefined ? fixError(errors, isVague, found).next : message('WaitForRetry')
      const fix = job?.fix ?? (limited ? toWait : toRepair)(next, inspecting(found))
      if (passed !== undefined) return [toWait(message('ExplainAgainForError'), inspecting(found))]
      return fixOrRemove(found, { blocks, direct }, { source, ownWrite, gone, user, fix, shown: inspecting(found) })
    },
  })
}

/** The same error stands in several places of a status, and in an Event. */
function eachOnce(errors: readonly Failure[]): readonly Evidence[] {
  const told = toldOnce(errors)
  return errors.flatMap(({ fact, evidence }, at) => {
    const text = told[at]
    const shown = mapSentence(evidence.fact, part => (part === fact && text !== undefined ? text : part))
    return text === undefined ? [] : [{ ...evidence, fact: shown }]
  })
}

/** What the controller has to create is refused for ever. */
export function torndown(found: Case, { namespace, evidence }: Teardown): Blocker {
  const { held, finalizer } = found
  return blocker('stuck', {
    key: `CleanupFailing/${held.ref.resource}/${finalizer}/terminating/${namespace}`,
    subject: held.ref,
    summary: message('CreationRefusedForEver', { finalizer, namespace }),
    evidence: [...evidence, ...evidenceOfController(found)],
    remedies: (_blocks, direct) => {
      const last = removal(found, direct)
      return [
        toInspect(message('SeeWhatRemains', { namespace }), inspecting(found).slice(0, 1)),
        { ...last, summary: message('CleanUpFirst', { next: last.summary }) },
      ]
    },
  })
}

function evidenceOfController(found: Case): readonly Evidence[] {
  const { outside } = found.search
  if (living(found).length > 0 || outside === undefined) return living(found)[0]?.evidence ?? []
  return [factFrom(outside.source, 'RemovedOutside', { where: outside.where })]
}

/** What shows more of the error: the object, and its controller's log. */
function inspecting(found: Case): readonly string[] {
  const writer = writerOfFinalizer(found.held.meta, found.finalizer)
  const logs = living(found).map(({ workload }) => logCommand(workload, found.context.facts, writer?.manager))
  return [describeCommand(found.held.ref), ...logs.slice(0, 1)]
}
