import { message } from '../../messages/sentence.ts'
import type { ConfiguredWebhook } from '../admission/webhook.ts'
import { together } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { answererOf, apiServiceOf } from '../service/answerer.ts'
import type { Blocker } from '../stuck-object.ts'
import { endOf, isGoneForGood } from './end.ts'
import { oldCertificate } from './old-certificate.ts'
import { webhookRepair } from './webhook-repair.ts'

/**
 * WebhookUnavailable: one cause for all webhooks of a configuration that have the same server, which is the one
 * thing to repair. `why` is what the API server says of it, if anything.
 */
export function unansweredWebhook(found: ConfiguredWebhook, proof: Evidence, facts: Facts, why = ''): Blocker {
  const { webhook, configuration } = found
  const answerer = answererOf(webhook.clientConfig ?? {}, facts)
  const { service, url } = answerer
  const server = service ? `${service.namespace}/${service.name}` : (apiServiceOf(answerer) ?? url)
  const [{ because, evidence }, old] = together(
    () => endOf(`webhook ${webhook.name}`, answerer, facts),
    () => oldCertificate(webhook.clientConfig ?? {}, why, facts),
    () => isGoneForGood(answerer, facts),
  )
  return {
    verdict: 'stuck',
    cause: {
      key: `WebhookUnavailable/${configuration.kind}/${configuration.name}/${server}`,
      code: 'WebhookUnavailable',
      subject: configuration,
      summary: message('WebhookUnreachable', {
        webhook: webhook.name,
        configuration: `${configuration.kind} ${configuration.name}`,
        because,
      }),
      evidence: [proof, ...evidence, ...(old === undefined ? [] : [old.evidence])],
      remedies: () => [...(old === undefined ? [] : [old.remedy]), ...webhookRepair(found, why, facts)],
    },
  }
}
