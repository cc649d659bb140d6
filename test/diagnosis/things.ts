import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { GROUP } from './webhook-configuration.ts'

/** A cluster with the namespaces `customers` and `guard-system`, and a type `things.tenancy.example.com`. */
export function clusterOfThings(): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'things', kind: 'Thing' })
  namespace(sandbox, 'customers', { labels: { tier: 'gold' } })
  namespace(sandbox, 'guard-system')
  return sandbox
}

/** What an uninstall of the operator of Things left behind: a binding to a role that is gone. */
export function operatorUninstalled(sandbox: Sandbox): void {
  sandbox.put({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'tenancy' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'tenancy' },
    subjects: [{ kind: 'ServiceAccount', name: 'tenancy', namespace: 'tenancy-system' }],
  })
}

/** A Thing that terminates for an hour, held by a finalizer. */
export function thing(
  sandbox: Sandbox,
  name: string,
  {
    labels,
    spec,
    namespace = 'customers',
  }: { labels?: Record<string, string>; spec?: object; namespace?: string } = {},
): void {
  const made = customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Thing',
    namespace,
    name,
    manager: 'tenancy',
    finalizers: [`${GROUP}/hold`],
    deleted: 3600,
    spec: { ...spec },
  })
  if (labels) sandbox.put({ ...made, metadata: { ...made.metadata, labels } })
}
