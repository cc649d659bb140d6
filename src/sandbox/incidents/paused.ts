import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { namespace } from './parts/namespace.ts'
import { operator } from './parts/operator.ts'
import { ago, DAY, HOUR } from './parts/time.ts'

const GROUP = 'sql.cloud.example.com'

/** Somebody paused an instance of Crossplane's before a migration, and somebody else deleted it since. */
export const incident: Incident = {
  name: 'paused',
  summary: 'The controller runs and was told to leave the object alone',
  build(sandbox) {
    definition(sandbox, { group: GROUP, plural: 'instances', kind: 'Instance' })
    operator(sandbox, { name: 'provider-sql', group: GROUP, plural: 'instances' })
    namespace(sandbox, 'warehouse')
    const lastTransitionTime = ago(sandbox, DAY)
    const made = customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Instance',
      namespace: 'warehouse',
      name: 'reporting',
      manager: 'provider-sql',
      finalizers: ['finalizer.managedresource.crossplane.io'],
      deleted: 2 * HOUR,
      spec: { deletionPolicy: 'Delete', forProvider: { tier: 'small' } },
      status: {
        atProvider: { instanceId: 'sql-77' },
        conditions: [{ type: 'Synced', status: 'False', reason: 'ReconcilePaused', lastTransitionTime }],
      },
    })
    const annotations = { 'crossplane.io/paused': 'true' }
    sandbox.put({ ...made, metadata: { ...made.metadata, annotations } })
  },
}
