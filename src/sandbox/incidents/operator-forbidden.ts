import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { event } from './parts/event.ts'
import { namespace } from './parts/namespace.ts'
import { operator } from './parts/operator.ts'
import { HOUR, MINUTE } from './parts/time.ts'

const GROUP = 'dns.example.com'

/** The operator runs; the binding that let it write was deleted in a clean-up. */
export const incident: Incident = {
  name: 'operator-forbidden',
  summary: 'The operator runs and may no longer write the objects it should finalize',
  build(sandbox) {
    definition(sandbox, { group: GROUP, plural: 'zones', kind: 'Zone' })
    operator(sandbox, { name: 'dns-operator', group: GROUP, plural: 'zones', bound: false })
    namespace(sandbox, 'platform')
    const zone = customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Zone',
      namespace: 'platform',
      name: 'internal',
      manager: 'dns-operator',
      finalizers: [`${GROUP}/records`],
      deleted: 7 * HOUR,
      spec: { domain: 'internal.example.com' },
      status: { zoneId: 'Z0123456' },
    })
    const account = 'system:serviceaccount:dns-operator-system:dns-operator'
    event(sandbox, zone, {
      reason: 'CleanupFailed',
      message: `zones.${GROUP} "internal" is forbidden: User "${account}" cannot patch resource "zones" in API group "${GROUP}" in the namespace "platform"`,
      component: 'dns-operator',
      count: 40,
      first: 7 * HOUR,
      last: 4 * MINUTE,
    })
  },
}
