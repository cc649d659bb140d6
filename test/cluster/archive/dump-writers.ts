import { stringify } from 'yaml'
import type { KubeObject } from '../../../src/api/object.ts'
import { apiVersionOf, type ResourceType, resourceName } from '../../../src/api/resource-type.ts'
import { discover, preferredTypes } from '../../../src/cluster/discovery/discovery.ts'
import { readList } from '../../../src/cluster/facts/read-objects.ts'
import type { Transport } from '../../../src/cluster/transport/transport.ts'

/** All objects of a type, as a dump has them. */
export interface Listed {
  readonly type: ResourceType
  readonly objects: readonly KubeObject[]
}

/** Files of a dump: their text by path. */
export type Files = Readonly<Record<string, string>>

/** Everything that a cluster lets be listed, Secrets by their metadata alone. */
export async function everything(transport: Transport): Promise<readonly Listed[]> {
  const discovery = await discover(transport)
  const source = { transport, discovery, pageSize: 500 }
  const listed: Listed[] = []
  for (const type of preferredTypes(discovery.types)) {
    if (type.group === 'events.k8s.io' || type.plural === 'componentstatuses') continue
    const objects = await readList(source, type).catch(() => undefined)
    if (objects !== undefined) listed.push({ type, objects })
  }
  return listed
}

function namespacesOf(listed: readonly Listed[]): readonly string[] {
  return listed.find(({ type }) => resourceName(type) === 'namespaces')!.objects.map(({ metadata }) => metadata.name)
}

function typedList(type: ResourceType, items: readonly KubeObject[]) {
  return { apiVersion: apiVersionOf(type), items, kind: `${type.kind}List`, metadata: { resourceVersion: '1' } }
}

function within(objects: readonly KubeObject[], namespace: string) {
  return objects.filter(({ metadata }) => metadata.namespace === namespace)
}

/** `kubectl get TYPE,… -A -o yaml`: one List, by the form that kubectl prints. */
export function getYaml(listed: readonly Listed[]): Files {
  const items = listed.flatMap(({ objects }) => objects)
  return { 'all.yaml': stringify({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }) }
}

/** must-gather, by the layout of `oc adm inspect`: lists of a namespace, and a file each of what is cluster-scoped. */
export function mustGather(listed: readonly Listed[]): Files {
  const root = 'must-gather.local.1/quay-io-openshift-must-gather/'
  const files: Record<string, string> = {}
  for (const { type, objects } of listed) {
    const group = type.group === '' ? 'core' : type.group
    if (type.namespaced) {
      for (const namespace of namespacesOf(listed)) {
        const items = within(objects, namespace)
        files[`${root}namespaces/${namespace}/${group}/${type.plural}.yaml`] =
          `---\n${stringify(typedList(type, items))}`
      }
    } else {
      for (const object of objects)
        files[`${root}cluster-scoped-resources/${group}/${type.plural}/${object.metadata.name}.yaml`] =
          `---\n${stringify(object)}`
    }
  }
  for (const namespace of listed.find(({ type }) => type.plural === 'namespaces')!.objects)
    files[`${root}namespaces/${namespace.metadata.name}/${namespace.metadata.name}.yaml`] =
      `---\n${stringify(namespace)}`
  return files
}

/** By the folders of a Replicated support bundle, as its collector of cluster resources names them. */
const BUNDLE: Readonly<Record<string, string>> = {
  'deployments.apps': 'deployments',
  'statefulsets.apps': 'statefulsets',
  'replicasets.apps': 'replicasets',
  'poddisruptionbudgets.policy': 'pod-disruption-budgets',
  persistentvolumeclaims: 'pvcs',
  persistentvolumes: 'pvs',
  'storageclasses.storage.k8s.io': 'storage-classes',
  'customresourcedefinitions.apiextensions.k8s.io': 'custom-resource-definitions',
  'clusterroles.rbac.authorization.k8s.io': 'clusterroles',
  'clusterrolebindings.rbac.authorization.k8s.io': 'clusterRoleBindings',
  pods: 'pods',
  services: 'services',
  events: 'events',
  nodes: 'nodes',
  namespaces: 'namespaces',
}

/** A support bundle, by the documented layout of its `cluster-resources`. */
export function supportBundle(listed: readonly Listed[]): Files {
  const root = 'support-bundle-2026-01-15T12_00_00/'
  const files: Record<string, string> = {
    [`${root}version.yaml`]: 'apiVersion: troubleshoot.sh/v1beta2\nkind: SupportBundle\n',
  }
  for (const { type, objects } of listed) {
    const isCustom = type.group.endsWith('example.com')
    const name = isCustom ? `custom-resources/${resourceName(type)}` : BUNDLE[resourceName(type)]
    if (name === undefined) continue
    const text = (items: readonly KubeObject[]) =>
      isCustom ? JSON.stringify(items) : JSON.stringify(typedList(type, items), null, 2)
    if (!type.namespaced) files[`${root}cluster-resources/${name}.json`] = text(objects)
    else
      for (const namespace of namespacesOf(listed))
        files[`${root}cluster-resources/${name}/${namespace}.json`] = text(within(objects, namespace))
  }
  return files
}

/** A Velero backup, by its documented format: a file each, by resource. */
export function veleroBackup(listed: readonly Listed[]): Files {
  const files: Record<string, string> = { 'metadata/version': '1.1.0\n' }
  for (const { type, objects } of listed)
    for (const object of objects) {
      const { namespace, name } = object.metadata
      const where = namespace === undefined ? 'cluster' : `namespaces/${namespace}`
      files[`resources/${resourceName(type)}/${where}/${name}.json`] = JSON.stringify(object)
      files[`resources/${resourceName(type)}/${type.version}-preferredversion/${where}/${name}.json`] =
        JSON.stringify(object)
    }
  return files
}

/** A crust-gather archive, by the paths that its source gives: version and kind in lower case. */
export function crustGather(listed: readonly Listed[]): Files {
  const files: Record<string, string> = {}
  for (const { type, objects } of listed)
    for (const object of objects) {
      const { namespace, name } = object.metadata
      const where = namespace === undefined ? 'cluster' : `namespaces/${namespace}`
      const folder = `${apiVersionOf(type).replace('/', '-')}/${type.kind.toLowerCase()}`
      files[`crust-gather/${where}/${folder}/${name}.yaml`] = stringify(object)
    }
  return files
}
