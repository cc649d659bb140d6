import { factFrom } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { servingService } from '../service/answerer.ts'
import type { StuckObject } from '../stuck-object.ts'
import { allWebhooks } from './webhook.ts'

const MAX_SERVICES = 3

/**
 * A webhook for objects of the type's own group whose Service does not exist: an operator that registers its webhooks
 * itself leaves them behind when it is uninstalled. This is no proof: a Service can be deleted alone.
 */
export function leftWebhook({ type: { group } }: StuckObject, facts: Facts): Evidence | undefined {
  const { webhooks } = allWebhooks(facts)
  const own = webhooks.filter(({ webhook }) => webhook.rules?.some(rule => rule.apiGroups?.includes(group)))
  const backends = eachTogether(own, ({ webhook, configuration }) => {
    const service = servingService(webhook.clientConfig ?? {}, facts)
    return service ? [{ webhook, configuration, service }] : []
  }).flat()
  const found = backends.slice(0, MAX_SERVICES).map(each => {
    const { namespace, name } = each.service
    return { ...each, exists: facts.read({ about: 'existence', resource: 'services', namespace, name }) }
  })
  const left = found.find(({ exists }) => exists.state === 'absent')
  if (left === undefined) return undefined
  const { configuration, webhook, service } = left
  const { kind, name, resource } = configuration
  const of = {
    webhook: webhook.name,
    configuration: `${kind} ${name}`,
    service: `${service.namespace}/${service.name}`,
  }
  return factFrom(resource.replace(/\..*/, ''), 'ServiceOfWebhookMissing', { ...of, group })
}
