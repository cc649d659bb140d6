import { type LabelSelector, selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { namespaceNotFound, Refusal } from '../answer/refusal.ts'
import type { Server } from '../server.ts'
import type { WebhookClientConfig } from '../types/custom.ts'
import { admissionReview, reviewOf } from './admission-review.ts'
import { callWebhook } from './call-webhook.ts'
import type { AdmissionHook, Attributes } from './hook.ts'
import { fulfils, type MatchCondition, scopeOf } from './match-conditions.ts'
import { type Rule, ruleMatches } from './rules.ts'
import { refuseDryRun, webhookFailure } from './webhook-failure.ts'

interface Webhook {
  readonly name: string
  readonly clientConfig: WebhookClientConfig
  readonly rules?: readonly Rule[]
  readonly failurePolicy?: 'Fail' | 'Ignore'
  readonly sideEffects?: string
  readonly timeoutSeconds?: number
  readonly namespaceSelector?: LabelSelector
  readonly objectSelector?: LabelSelector
  readonly matchConditions?: readonly MatchCondition[]
}

const STORAGE = {
  validating: 'validatingwebhookconfigurations.admissionregistration.k8s.io',
  mutating: 'mutatingwebhookconfigurations.admissionregistration.k8s.io',
}

/** Webhooks of the stored configurations that match a write; one whose Service has nothing behind it is dead. */
export function configuredHooks(
  server: Server,
  attributes: Attributes,
  phase: AdmissionHook['phase'],
): AdmissionHook[] {
  return server.store
    .list(STORAGE[phase])
    .flatMap(configuration => (configuration.webhooks ?? []) as readonly Webhook[])
    .filter(webhook => matches(server, webhook, attributes))
    .map(webhook => asHook(server, webhook, phase))
}

function asHook(server: Server, webhook: Webhook, phase: AdmissionHook['phase']): AdmissionHook {
  return {
    name: webhook.name,
    phase,
    resources: ['*'],
    operations: ['*'],
    failurePolicy: webhook.failurePolicy ?? 'Fail',
    async review(attributes) {
      const sideEffects = webhook.sideEffects ?? 'Unknown'
      if (attributes.dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') refuseDryRun(webhook.name)
      const { clientConfig, timeoutSeconds = 10 } = webhook
      if (clientConfig.url !== undefined) {
        const { url, caBundle } = clientConfig
        return reviewOf(
          await callWebhook(url, caBundle, timeoutSeconds, admissionReview(attributes)),
          attributes.object,
        )
      }
      const failure = webhookFailure(server, clientConfig, timeoutSeconds)
      if (failure !== undefined) throw new Error(failure)
      // A Service with endpoints stands for a webhook that allows: nothing runs behind it here.
      return { allowed: true }
    },
  }
}

function matches(server: Server, webhook: Webhook, attributes: Attributes): boolean {
  if (!(webhook.rules ?? []).some(rule => ruleMatches(rule, attributes))) return false
  if (!objectMatches(webhook.objectSelector, attributes)) return false
  if (!namespaceMatches(server, webhook.namespaceSelector, attributes)) return false
  return conditionsMatch(server, webhook, attributes)
}

/** One that cannot be evaluated rejects the request, unless the webhook may fail. */
function conditionsMatch(server: Server, { matchConditions, failurePolicy }: Webhook, attributes: Attributes): boolean {
  try {
    return fulfils(matchConditions, scopeOf(server, attributes))
  } catch (error) {
    if (failurePolicy === 'Ignore') return false
    const { type, name } = attributes
    const message = `${resourceName(type)} "${name}" is forbidden: ${(error as Error).message}`
    throw new Refusal(403, { message, reason: 'Forbidden' })
  }
}

function objectMatches(selector: LabelSelector | undefined, { object, oldObject }: Attributes): boolean {
  const labelled = (candidate: KubeObject | undefined) =>
    candidate !== undefined && selects(selector, candidate.metadata.labels ?? {})
  return labelled(object) || labelled(oldObject)
}

/**
 * A selector that selects anything looks the namespace up: 404 when it is gone, even for DELETE
 * (kubernetes-deletion.md 2.6).
 */
export function namespaceMatches(
  server: Server,
  selector: LabelSelector | undefined,
  { type, namespace, name, object, oldObject }: Attributes,
): boolean {
  const empty = Object.keys(selector?.matchLabels ?? {}).length + (selector?.matchExpressions ?? []).length === 0
  if (empty) return true
  if (type.storage === 'namespaces') return selects(selector, (object ?? oldObject)?.metadata.labels ?? {})
  if (!type.namespaced) return true
  const found = server.store.get('namespaces', undefined, namespace ?? name)
  if (found === undefined) throw namespaceNotFound(namespace ?? name)
  return selects(selector, found.metadata.labels ?? {})
}
