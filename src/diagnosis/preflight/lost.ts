import { seenOf } from '../../api/fact.ts'
import { eachTogether, together } from '../answered.ts'
import type { Facts } from '../facts.ts'
import { type AggregatedApi, API_SERVICES, aggregatedApi } from '../service/answerer.ts'
import { backendOf, type ServiceName } from '../service/backend.ts'
import { type LostConversion, type LostWebhook, lostConversions, lostWebhooks } from './lost-webhooks.ts'
import type { Reached } from './reach.ts'

/** What the API server calls today, and nothing would answer any more. */
export interface Lost {
  readonly webhooks: readonly LostWebhook[]
  readonly apis: readonly AggregatedApi[]
  readonly conversions: readonly LostConversion[]
}

/** Without one of these in reach nothing stops that the API server calls. */
const SERVING: ReadonlySet<string> = new Set(['services', 'pods', 'endpointslices.discovery.k8s.io'])

const NOTHING: Lost = { webhooks: [], apis: [], conversions: [] }

/** All of it; asked only where something in reach may serve. */
export function lostServers(reach: ReadonlyMap<string, Reached>, today: Facts, afterwards: Facts): Lost {
  if (![...reach.values()].some(({ held }) => SERVING.has(held.ref.resource))) return NOTHING
  const [webhooks, apis, conversions] = together(
    () => lostWebhooks(today, afterwards),
    () => lostApis(today, afterwards),
    () => lostConversions(today, afterwards),
  )
  return { webhooks, apis, conversions }
}

/** Aggregated APIs that answer today, and that nothing would serve any more. */
function lostApis(today: Facts, afterwards: Facts): readonly AggregatedApi[] {
  const objects = seenOf(afterwards.read({ about: 'list', resource: API_SERVICES })) ?? []
  return eachTogether(objects, object => {
    const api = aggregatedApi(object)
    if (api === undefined || api.available === 'False') return []
    return isSilent(api.service, afterwards) && !isSilent(api.service, today) ? [api] : []
  }).flat()
}

function isSilent(service: ServiceName, facts: Facts): boolean {
  return ['absent', 'empty'].includes(backendOf(service, facts).state)
}
