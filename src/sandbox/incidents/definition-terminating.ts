import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { namespace } from './parts/namespace.ts'
import { DAY } from './parts/time.ts'

const GROUP = 'messaging.example.com'

/** Somebody deleted the CRD to clean up; its instances carry a finalizer of an operator that went with it. */
export const incident: Incident = {
  name: 'definition-terminating',
  summary: 'A CustomResourceDefinition waits for instances whose finalizers no controller removes',
  build(sandbox) {
    const deleted = DAY
    definition(sandbox, { group: GROUP, plural: 'queues', kind: 'Queue', deleted })
    namespace(sandbox, 'orders')
    for (const name of ['incoming', 'dead-letters']) {
      customResource(sandbox, {
        apiVersion: `${GROUP}/v1`,
        kind: 'Queue',
        namespace: 'orders',
        name,
        manager: 'queue-controller',
        finalizers: [`${GROUP}/drain`],
        deleted,
        spec: { partitions: 12 },
        status: { endpoint: `amqps://mq.example.com/${name}` },
      })
    }
  },
}
