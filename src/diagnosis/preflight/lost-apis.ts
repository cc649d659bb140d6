import { seenOf } from '../../api/fact.ts'
import { eachTogether } from '../answered.ts'
import type { Facts } from '../facts.ts'
import { type AggregatedApi, API_SERVICES, aggregatedApi } from '../service/api-service.ts'
import { backendOf, type ServiceName } from '../service/backend.ts'

/** Aggregated APIs that answer today, and that nothing would serve any more. */
export function lostApis(today: Facts, afterwards: Facts): readonly AggregatedApi[] {
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
