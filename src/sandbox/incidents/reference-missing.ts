import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { namespace } from './parts/namespace.ts'
import { operator } from './parts/operator.ts'
import { ago, HOUR } from './parts/time.ts'

const GROUP = 'dbaas.example.com'
const NAMESPACE = 'billing'

/** The operator runs, and the Secret with the credentials of the provider was deleted before the databases. */
export const incident: Incident = {
  name: 'reference-missing',
  summary: 'The operator runs and misses the Secret by which it would clean up',
  build(sandbox) {
    definition(sandbox, { group: GROUP, plural: 'databases', kind: 'Database' })
    operator(sandbox, { name: 'dbaas-operator', group: GROUP, plural: 'databases' })
    namespace(sandbox, NAMESPACE)
    for (const name of ['orders', 'invoices']) {
      const lastTransitionTime = ago(sandbox, 5 * HOUR)
      const message = 'cannot connect to the provider: secrets "dbaas-credentials" not found'
      customResource(sandbox, {
        apiVersion: `${GROUP}/v1`,
        kind: 'Database',
        namespace: NAMESPACE,
        name,
        manager: 'dbaas-operator',
        finalizers: [`${GROUP}/instance`],
        deleted: 5 * HOUR,
        spec: { engine: 'postgres', credentials: { secretRef: { name: 'dbaas-credentials' } } },
        status: {
          instanceId: `db-${name}`,
          conditions: [{ type: 'Ready', status: 'False', reason: 'ProviderError', message, lastTransitionTime }],
        },
      })
    }
  },
}
