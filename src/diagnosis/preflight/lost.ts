import { together } from '../answered.ts'
import type { Facts } from '../facts.ts'
import type { AggregatedApi } from '../service/api-service.ts'
import { lostApis } from './lost-apis.ts'
import { type LostConversion, lostConversions } from './lost-conversions.ts'
import { type LostWebhook, lostWebhooks } from './lost-webhooks.ts'
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
