import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { namespace } from './parts/namespace.ts'
import { operator } from './parts/operator.ts'
import { returningOperator } from './parts/returning-operator.ts'
import { HOUR } from './parts/time.ts'

const GROUP = 'certs.example.com'

/** The operator is installed and scaled to zero. Scale it up and it finishes its deletions, as a real one would. */
export const incident: Incident = {
  name: 'operator-scaled-down',
  summary: 'The operator is there with zero replicas; scaling it up ends the wait',
  build(sandbox) {
    definition(sandbox, { group: GROUP, plural: 'certificates', kind: 'Certificate', short: 'cert' })
    operator(sandbox, { name: 'cert-broker', group: GROUP, plural: 'certificates', replicas: 0 })
    namespace(sandbox, 'ingress')
    for (const name of ['wildcard', 'internal']) {
      customResource(sandbox, {
        apiVersion: `${GROUP}/v1`,
        kind: 'Certificate',
        namespace: 'ingress',
        name,
        manager: 'cert-broker',
        finalizers: [`${GROUP}/revoke`],
        deleted: 3 * HOUR,
        spec: { dnsNames: [`${name}.example.com`] },
        status: { serial: name === 'wildcard' ? '04:9f:1c' : '07:aa:31' },
      })
    }
    sandbox.controllers.push(
      returningOperator({
        namespace: 'cert-broker-system',
        deployment: 'cert-broker',
        storage: `certificates.${GROUP}`,
        finalizer: `${GROUP}/revoke`,
      }),
    )
  },
}
