import { until } from '../../control-plane/until.ts'
import type { Api, Thing } from '../rig/api.ts'
import { createCrd, type OwnType } from '../rig/crd.ts'

/**
 * A type with a terminating object `held` that is stored as v1, from then on written as v1beta1, through a conversion
 * webhook that is not there: it can be read and tried, and not be changed. For a cluster of its own: while it stands,
 * not every look at the whole cluster is complete.
 */
export async function deadConversion(
  api: Api,
  place: string,
): Promise<{ readonly type: OwnType; readonly held: Thing }> {
  const type = await createCrd(api, { versions: ['v1', 'v1beta1'] })
  const held = await api.create(type.draft('held', place, { metadata: { finalizers: ['example.com/hold'] } }))
  await api.delete(held)
  // v1 stays the version that clients prefer.
  const versions = type.definition.spec.versions.map((each: { name: string }) => ({
    ...each,
    storage: each.name === 'v1beta1',
  }))
  const webhook = {
    conversionReviewVersions: ['v1'],
    clientConfig: { service: { namespace: place, name: 'nosuch', port: 443 } },
  }
  await api.patch(type.definition, { spec: { versions, conversion: { strategy: 'Webhook', webhook } } })
  const path = `/apis/${type.group}/v1beta1/${type.plural}`
  await until(async () => ((await api.raw('GET', path)).status >= 429 ? true : undefined), {
    what: 'the list in the version of storage to fail',
    deadlineSeconds: 60,
  })
  return { type, held }
}
