import type { Facts } from '../facts.ts'
import type { Held } from '../held.ts'
import { matchesUpdate } from './matches-update.ts'
import { allWebhooks, type ConfiguredWebhook } from './webhook.ts'

/**
 * The webhook of this name that the server asks about updates of the object: names are unique only within their
 * configuration. undefined when no configuration that can be read has it.
 */
export function webhookNamed(name: string, held: Held, facts: Facts): ConfiguredWebhook | 'pending' | undefined {
  const { state, webhooks } = allWebhooks(facts)
  if (state === 'pending') return 'pending'
  const named = webhooks.filter(({ webhook }) => webhook.name === name)
  const matches = named.map(({ webhook }) => matchesUpdate(webhook, held, facts))
  if (matches.includes('pending')) return 'pending'
  for (const wanted of ['yes', 'unknown'] as const) {
    const at = matches.indexOf(wanted)
    if (at >= 0) return named[at]
  }
  return undefined
}

/** The subject of a cause whose webhook is known by name alone, its configurations being unreadable. */
export function unknownConfiguration(webhook: string): { readonly kind: string; readonly name: string } {
  return { kind: 'WebhookConfiguration', name: webhook }
}
