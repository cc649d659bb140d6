import { matches } from '../admission/matches.ts'
import { allWebhooks } from '../admission/webhook.ts'
import { domainOf, ownerOf } from '../controller/identity.ts'
import type { Case } from '../dossier/dossier.ts'
import { type LabelSelector, selects } from '../label-selector.ts'
import { toInspect } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import type { Clue } from './clue.ts'

/**
 * That the product whose finalizer it is picks objects of the type by a label, in the webhook that sees them made, and this one does not
 * have it (any more): its controller may look after those alone (sigstore/model-validation-operator#180).
 */
export function webhookSelectsOthers({ held, finalizer, context: { facts } }: Case): Clue | undefined {
  const owner = ownerOf(domainOf(finalizer))
  for (const { webhook, configuration } of allWebhooks(facts).webhooks) {
    if (
      webhook.matchConditions?.length ||
      matches({ ...webhook, objectSelector: null }, held, 'CREATE', facts) !== 'yes'
    )
      continue
    const unmet = requirementsOf(webhook.objectSelector).find(
      ({ key, selector }) => ownerOf(domainOf(key)) === owner && !selects(selector, held.meta.labels ?? {}),
    )
    if (unmet === undefined) continue
    const source = configuration.resource.split('.')[0]!
    return {
      key: `selected by ${unmet.key}`,
      why: `its product selects objects by label ${unmet.key}, and that of the object does not fit`,
      evidence: [
        {
          fact: `webhook ${webhook.name} of the same product is for objects with ${unmet.said}, and the object has ${unmet.key}=${held.meta.labels?.[unmet.key] ?? '(no such label)'}`,
          source,
        },
      ],
      remedy: toInspect(
        `find out whether label ${unmet.key} was changed on the object or removed from it: if so, set it again as it was, and the controller then sees the deletion`,
        [commandLine('kubectl', 'get', source, configuration.name, '-o', 'yaml')],
      ),
    }
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
