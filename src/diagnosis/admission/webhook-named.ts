import type { Facts } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import { matches, type Operation } from './matches.ts'
import { allWebhooks, type ConfiguredWebhook } from './webhook.ts'

/**
 * The webhook of this name that the server asks about such a request for the object: names are unique only within their
 * configuration. undefined when no configuration that can be read has it.
 */
export function webhookNamed(
  name: string,
  held: StuckObject,
  facts: Facts,
  operation: Operation = 'UPDATE',
): ConfiguredWebhook | undefined {
  const { webhooks } = allWebhooks(facts)
  const named = webhooks.filter(({ webhook }) => webhook.name === name)
  const asked = named.map(({ webhook }) => matches(webhook, held, operation, facts))
  for (const wanted of ['yes', 'unknown'] as const) {
    const at = asked.indexOf(wanted)
    if (at >= 0) return named[at]
  }
  return undefined
}

/** The subject of a cause whose webhook is known by name alone, its configurations being unreadable. */
export function unknownConfiguration(webhook: string): { readonly kind: string; readonly name: string } {
  return { kind: 'WebhookConfiguration', name: webhook }
}
