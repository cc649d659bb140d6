import { message, type Sentence } from '../../messages/sentence.ts'
import { saysNoSuchPath } from '../../statements/refusal.ts'
import type { ConfiguredWebhook } from '../admission/webhook.ts'
import { together } from '../answered.ts'
import type { Evidence, ObjectRefOrSubject, Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { answererOf, apiServiceOf } from '../service/answerer.ts'
import { type Blocker, blocker, type CauseDraft } from '../stuck-object.ts'
import { endOf, isGoneForGood } from './end.ts'
import { oldCertificate } from './old-certificate.ts'
import { webhookRepair } from './webhook-repair.ts'

/**
 * WebhookUnavailable: one cause for all webhooks of a configuration that have the same server, which is the one
 * thing to repair. `why` is what the API server says of it, if anything.
 */
export function unansweredWebhook(
  found: ConfiguredWebhook,
  proof: Evidence,
  facts: Facts,
  why = '',
): Blocker & { readonly cause: CauseDraft } {
  const { webhook, configuration } = found
  const answerer = answererOf(webhook.clientConfig ?? {}, facts)
  const { service, url } = answerer
  const server = service ? `${service.namespace}/${service.name}` : (apiServiceOf(answerer) ?? url)
  const [{ because, evidence }, old] = together(
    () => endOf(`webhook ${webhook.name}`, answerer, facts),
    () => oldCertificate(webhook.clientConfig ?? {}, why, facts),
    () => isGoneForGood(answerer, facts),
  )
  const all = [proof, ...evidence, ...(old === undefined ? [] : [old.evidence])]
  const repair = () => [...(old === undefined ? [] : [old.remedy]), ...webhookRepair(found, why, facts)]
  const key = `${configuration.kind}/${configuration.name}/${server}`
  // Without its APIService the API server itself has no such path.
  const isUnknownPath = because === undefined && saysNoSuchPath(why)
  return webhookUnreachable(key, configuration, { webhook: webhook.name, because, isUnknownPath }, all, repair)
}

/** The same of a webhook of which no more may be known than its name. */
export function webhookUnreachable(
  key: string,
  subject: ObjectRefOrSubject,
  told: { readonly webhook: string; readonly because?: Sentence | undefined; readonly isUnknownPath?: boolean },
  evidence: readonly Evidence[],
  remedies: () => readonly Remedy[],
): Blocker & { readonly cause: CauseDraft } {
  const configuration = `${subject.kind} ${subject.name}`
  const summary = message('WebhookUnreachable', { ...told, configuration })
  return blocker('stuck', {
    key: `WebhookUnavailable/${key}`,
    subject,
    summary,
    evidence,
    remedies,
  })
}
