import type { Incident } from './incident.ts'
import { customResource } from './parts/custom-resource.ts'
import { definition } from './parts/definition.ts'
import { event } from './parts/event.ts'
import { namespace } from './parts/namespace.ts'
import { operator } from './parts/operator.ts'
import { ago, DAY, HOUR, MINUTE } from './parts/time.ts'

const GROUP = 'tenancy.example.com'

const WEBHOOK = {
  name: 'tenants.policy-guard.example.com',
  clientConfig: { service: { namespace: 'policy-system', name: 'policy-guard', path: '/validate', port: 443 } },
  rules: [
    { apiGroups: [GROUP], apiVersions: ['*'], resources: ['tenants'], operations: ['CREATE', 'UPDATE'], scope: '*' },
  ],
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  sideEffects: 'None',
  timeoutSeconds: 10,
  admissionReviewVersions: ['v1'],
}

/** The operator would remove its finalizer; a fail-closed webhook whose Service is gone rejects every update. */
export const incident: Incident = {
  name: 'webhook-dead',
  summary: 'A fail-closed webhook that nothing answers rejects the update that would end the wait',
  build(sandbox) {
    definition(sandbox, { group: GROUP, plural: 'tenants', kind: 'Tenant' })
    operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'tenants' })
    namespace(sandbox, 'customers')
    namespace(sandbox, 'policy-system')
    sandbox.put(
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'policy-guard', creationTimestamp: ago(sandbox, 130 * DAY) },
        webhooks: [WEBHOOK],
      },
      { manager: 'helm' },
    )
    const tenant = customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Tenant',
      namespace: 'customers',
      name: 'acme',
      manager: 'tenancy',
      finalizers: [`${GROUP}/tenant`],
      deleted: 4 * HOUR,
      spec: { plan: 'gold' },
      status: { phase: 'Deleting' },
    })
    event(sandbox, tenant, {
      reason: 'FinalizerUpdateFailed',
      message:
        'Internal error occurred: failed calling webhook "tenants.policy-guard.example.com": failed to call webhook: Post "https://policy-guard.policy-system.svc:443/validate?timeout=10s": service "policy-guard" not found',
      component: 'tenancy',
      count: 31,
      first: 4 * HOUR,
      last: 3 * MINUTE,
    })
  },
}
