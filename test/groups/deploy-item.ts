import type { KubeObject } from '../../src/api/object.ts'
import type { CustomResource, DeletionGroups } from '../../src/groups/deletion-groups.ts'
import { type GroupsWish, groupsFor } from '../../src/groups/read-groups.ts'

export const MANIFEST = {
  apiVersion: 'manifest.deployer.landscaper.gardener.cloud/v1alpha2',
  kind: 'ProviderConfiguration',
}
export const HELM = { apiVersion: 'helm.deployer.landscaper.gardener.cloud/v1alpha1', kind: 'ProviderConfiguration' }

/** What a deployer recorded: `policy apiVersion Kind [namespace/]name`. */
export function managed(...entries: string[]): object[] {
  return entries.map(entry => {
    const [policy, apiVersion, kind, path] = entry.split(' ')
    const [name, namespace] = path!.split('/').reverse()
    return { policy, resource: { apiVersion, kind, name, ...(namespace && { namespace }) } }
  })
}

/** What the worked examples deployed: an operator with its CRD and an instance of it. */
export const OPERATOR = managed(
  'manage acme.test/v1 Foo app/f1',
  'manage apps/v1 Deployment app/op',
  'manage apiextensions.k8s.io/v1 CustomResourceDefinition foos.acme.test',
)

/** What the first worked example deployed, with objects that policies keep. */
export const APP = managed(
  'manage apiextensions.k8s.io/v1 CustomResourceDefinition foos.acme.test',
  'keep v1 Namespace app',
  'manage rbac.authorization.k8s.io/v1 ClusterRole app-r',
  'manage apps/v1 Deployment app/web',
  'fallback v1 ConfigMap app/shared',
)

interface Parts {
  readonly config?: object
  readonly spec?: object
  readonly managedResources?: readonly object[]
  readonly annotations?: Record<string, string>
}

/** The DeployItem of the worked examples: app-x in ls-demo, for target t1. */
export function deployItem({
  config = MANIFEST,
  spec = {},
  managedResources,
  annotations = {},
}: Parts): CustomResource {
  const object: KubeObject = {
    apiVersion: 'landscaper.gardener.cloud/v1alpha1',
    kind: 'DeployItem',
    metadata: { name: 'app-x', namespace: 'ls-demo', uid: 'uid-app-x', annotations },
    spec: { type: 'landscaper.gardener.cloud/kubernetes-manifest', target: { name: 't1' }, config, ...spec },
    ...(managedResources && { status: { providerStatus: { kind: 'ProviderStatus', managedResources } } }),
  }
  return { object, resource: 'deployitems.landscaper.gardener.cloud' }
}

/** The DeployItem's own groups. */
export function itemGroups(parts: Parts, wish: GroupsWish = {}): DeletionGroups {
  return groupsFor(deployItem(parts), wish)
}
