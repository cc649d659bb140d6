import { type LabelSelector, selects } from '../../api/label-selector.ts'
import { message } from '../../messages/sentence.ts'
import { allWebhooks, matches } from '../admission/webhook.ts'
import { domainOf, ownerDomain } from '../controller/identity.ts'
import type { Case } from '../dossier/dossier.ts'
import { type Clue, clueOf, toInspect } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'

/**
 * The product of the finalizer selects objects of the type by a label in its webhook for creation, and this one lacks
 * the label (by now): its controller may only handle objects that have it (sigstore/model-validation-operator#180).
 */
export function webhookSelectsOthers({ held, finalizer, context: { facts } }: Case): Clue | undefined {
  const owner = ownerDomain(domainOf(finalizer))
  for (const { webhook, configuration } of allWebhooks(facts).webhooks) {
    if (
      webhook.matchConditions?.length ||
      matches({ ...webhook, objectSelector: null }, held, 'CREATE', facts) !== 'yes'
    )
      continue
    const unmet = requirementsOf(webhook.objectSelector).find(
      ({ key, selector }) => ownerDomain(domainOf(key)) === owner && !selects(selector, held.meta.labels ?? {}),
    )
    if (unmet === undefined) continue
    const source = configuration.resource.split('.')[0]!
    const [label, value] = [unmet.key, held.meta.labels?.[unmet.key]]
    const fact = message('WebhookForOthers', { webhook: webhook.name, setting: unmet.said, label, value })
    const remedy = toInspect(message('FindWhetherLabelChanged', { label }), [
      commandLine('kubectl', 'get', source, configuration.name, '-o', 'yaml'),
    ])
    return clueOf(`selected by ${label}`, message('SelectsByOtherLabel', { label }), fact, source, remedy)
  }
  return undefined
}

function requirementsOf(selector: LabelSelector | null | undefined) {
  const labels = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => {
    return { key, said: `${key}=${value}`, selector: { matchLabels: { [key]: value } } }
  })
  const expressions = (selector?.matchExpressions ?? []).map(each => {
    const said = [each.key, each.operator, (each.values ?? []).join(',')].filter(Boolean).join(' ')
    return { key: each.key, said, selector: { matchExpressions: [each] } }
  })
  return [...labels, ...expressions]
}
