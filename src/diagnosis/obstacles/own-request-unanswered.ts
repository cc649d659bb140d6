import { claimsOf } from '../../statements/claims.ts'
import { wordsOf } from '../../statements/log/told.ts'
import type { Quote } from '../../statements/quote.ts'
import { allWebhooks } from '../admission/webhook.ts'
import { type Case, living } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { lastError } from '../dossier/log-words.ts'
import type { Evidence } from '../explanation.ts'
import { evidenceOf } from '../said.ts'
import { answererOf } from '../service/answerer.ts'
import { unansweredWebhook } from '../serving/unanswered-webhook.ts'
import { type Blocker, blocker } from '../stuck-object.ts'

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
