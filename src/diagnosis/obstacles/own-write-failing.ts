import { largest } from '../../api/long-lists.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { type Claim, claims, claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/line.ts'
import type { Quote } from '../../statements/quote.ts'
import { server } from '../../statements/words/server.ts'
import { probeOf } from '../admission/probe.ts'
import { allWebhooks } from '../admission/webhook.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import { heardOf, type Logged } from '../dossier/log.ts'
import { isSoonAfter, lastError, timeOf } from '../dossier/log-words.ts'
import { type Evidence, evidenceOf, type Remedy } from '../explanation.ts'
import { bulkEvidence, bulkOf, shrink } from '../object-size.ts'
import { answererOf } from '../service/answerer.ts'
import { unansweredWebhook } from '../serving/unanswered-webhook.ts'
import { type Blocker, blocker, type CauseDraft, type DirectlyHeld } from '../stuck-object.ts'
import { PATIENCE_SECONDS, PROMPT_SECONDS, SAME_WRITE_SECONDS } from '../thresholds.ts'

/** What is added to a cause where only the controller's own way of writing the object fails. */
export interface OwnWriteFailing {
  /** What shares it: all objects, or this one alone. */
  readonly of: string
  readonly evidence: readonly Evidence[]
  readonly remedies: CauseDraft['remedies']
}

/**
 * The controller reports that the server rejects its write of the object itself (an immutable field, annotations or a
 * whole that is too large, another write in between), and the server's dry run accepts the removal by a patch.
 * undefined: what it reports is something else, perhaps of an object that it made.
 */
export function ownWriteFailing(found: Case, failures: readonly Quote[]): OwnWriteFailing | undefined {
  const { held, finalizer, reports, context } = found
  const bulk =
    failures.some(claims('too large')) && reports.whole !== undefined
      ? bulkOf(reports.whole, { told: true })
      : undefined
  if (bulk === undefined && !claimsOf('stale write', failures).some(each => isAboutIt(each, found))) return undefined
  const probed = probeOf(held, context)
  const isAccepted = probed?.state === 'accepted' && !probed.readded.includes(finalizer)
  const accepted: Evidence = factFrom('dry run', 'DryRunOfRemovalAccepted', { finalizer })
  return {
    of: bulk === undefined ? 'all' : held.ref.uid,
    evidence: [
      ...(bulk === undefined ? [] : [bulkEvidence({ ref: held.ref, bulk })]),
      ...(isAccepted ? [accepted] : []),
    ],
    remedies: (_blocks, direct) => [
      ...(bulk === undefined ? [] : [shrink(held, bulk, context.facts)]),
      ...(isAccepted ? [byPatch(found, direct)] : []),
    ],
  }
}

export function isAboutIt({ of, ofFinalizer }: Claim<'stale write'>, { held: { ref, type } }: Case): boolean {
  if (of === undefined) return ofFinalizer
  return of.name === ref.name && [type.kind.toLowerCase(), type.plural].includes(of.type)
}

/** The controller lives, so that the guard for living controllers has to be passed by name. */
function byPatch(found: Case, direct: readonly DirectlyHeld[]): Remedy {
  const remove = removal(found, direct)
  return { ...remove, summary: message('RemoveIfOnlyUpdateFails') }
}

/**
 * A write of the object by its controller, in lines about it, that the server rejected as another came before it, or
 * three and more: each of these tries is lost, or no other is logged of one that was to remove the finalizer, and so
 * was its last work. `isOfLast`: it can only have been this one, by its own words, and no write came since.
 */
export function lostWrite(lines: readonly Logged[], found: Case) {
  const end = lines.findLastIndex(({ line }) => line.level === 'error')
  const error = lines[end]
  if (error === undefined || ownWriteFailing(found, [wordsOf(error.line)]) === undefined) return undefined
  const conflicts = lines.filter(each => isConflict(each, found))
  const removals = conflicts.filter(each => isRemoval(each, lines))
  const isOfRemoval = removals.at(-1) === error
  const lost = isOfRemoval ? removals : conflicts
  const isQuiet = lines.slice(end + 1).every(each => isOfSameTry(each, error, lines.slice(0, end)))
  const silent = isQuiet ? (found.context.facts.now.getTime() - timeOf(error)) / 1000 : 0
  const tried = lost.length > 2 ? (timeOf(error) - timeOf(lost[0]!)) / 1000 : undefined
  // Tries come further and further apart: after more than twice the time of all of them the next one did not come.
  const isTried = tried !== undefined && silent <= Math.min(PATIENCE_SECONDS, PROMPT_SECONDS + 2 * tried)
  const isLong = silent > PATIENCE_SECONDS || (isTried && tried > PATIENCE_SECONDS)
  const isStale = lost.at(-1) === error
  if (!isLong && !isTried && !(isStale && (isOfRemoval || lost.length > 2) && silent > PROMPT_SECONDS)) return undefined
  const { meta, finalizers, ref } = found.held
  const writes = (meta.managedFields ?? []).map(({ time = '' }) => Date.parse(time))
  const isLastWrite = writes.length > 0 && largest(writes) <= timeOf(error) + SAME_WRITE_SECONDS * 1000
  const isOfOnlyOne = isOfRemoval && finalizers.length === 1
  // What stands in one text with the error may be the words of who made the object; a child may be called as it is.
  const isPlain = removesFinalizer(error) && error.line.error.includes(`${ref.resource} "${ref.name}"`)
  return { error, isStale, isOfRemoval, isOfOnlyOne, isTried, isLong, isOfLast: isOfOnlyOne && isPlain && isLastWrite }
}

function isConflict({ line }: Logged, found: Case): boolean {
  const stale = line.level === 'error' ? claimsOf('stale write', [wordsOf(line)]) : []
  return stale.some(each => each.error === 'modified' && isAboutIt(each, found))
}

function removesFinalizer({ line }: Logged): boolean {
  return server.has('removes a finalizer', line.message)
}

/** By the program's own words, or those of its try before (kyma-project/kyma#6162): it tried to remove a finalizer. */
function isRemoval(conflict: Logged, lines: readonly Logged[]): boolean {
  const before = lines.slice(0, lines.indexOf(conflict))
  const ofTry = before.slice(before.findLastIndex(({ line }) => line.level === 'error') + 1)
  const step = ofTry.findLast(removesFinalizer)
  return removesFinalizer(conflict) || (step !== undefined && isSoonAfter(conflict, step))
}

/** What it still says in the try of an error: another try begins with what it said before. */
function isOfSameTry(said: Logged, error: Logged, before: readonly Logged[]): boolean {
  const isAgain = before.some(({ line }) => line.message === said.line.message)
  return isSoonAfter(said, error) && !isAgain && !claims('passing error')(wordsOf(said.line))
}

/**
 * WebhookUnavailable: the controller is ready and reports that a request of its own was rejected for a webhook that
 * could not be called, and what can be read proves that nothing answers that webhook now (tektoncd/operator#3472).
 */
export function reportedUnanswered(found: Case): Blocker | undefined {
  return unanswered(found, found.reports.failures, evidenceOf)
}

/** The same by the last error about the object in its log. */
export function loggedUnanswered(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const error = heard && lastError(heard)
  return error && unanswered(found, [wordsOf(error.line)], () => error.evidence)
}

function unanswered(found: Case, quotes: readonly Quote[], proofOf: (quote: Quote) => Evidence): Blocker | undefined {
  const { facts } = found.context
  const [controller] = living(found)
  if (controller === undefined) return undefined
  for (const { webhook: name, why, quote } of claimsOf('uncalled webhook', quotes)) {
    const silent = allWebhooks(facts).webhooks.find(
      ({ webhook }) =>
        webhook.name === name &&
        (webhook.failurePolicy ?? 'Fail') === 'Fail' &&
        answererOf(webhook.clientConfig ?? {}, facts).isSilent,
    )
    if (silent === undefined) continue
    const { verdict, cause } = unansweredWebhook(silent, proofOf(quote), facts, why)
    const evidence = [...cause.evidence, ...controller.evidence]
    return blocker(verdict, { ...cause, finalizer: found.finalizer, evidence })
  }
  return undefined
}
