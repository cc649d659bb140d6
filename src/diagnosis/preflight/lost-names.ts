import type { V1Ingress, V1RoleRef } from '@kubernetes/client-node'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { eachTogether } from '../answered.ts'
import { neededBy } from '../pods/pod-evidence.ts'
import type { RuleContext } from '../stuck-object.ts'
import type { Break } from './foreseen.ts'
import type { Reached } from './reach.ts'

interface Naming {
  /** The type of what names it: in its namespace, or of the whole cluster for what is in none. */
  readonly resource: string
  readonly names: (user: KubeObject) => readonly (string | undefined)[]
}

/** What other objects cannot work without, and how they name it. */
const NAMED: Readonly<Record<string, readonly Naming[]>> = {
  'storageclasses.storage.k8s.io': [inSpec('persistentvolumeclaims', 'storageClassName')],
  'volumesnapshotclasses.snapshot.storage.k8s.io': [
    inSpec('volumesnapshots.snapshot.storage.k8s.io', 'volumeSnapshotClassName'),
  ],
  'ingressclasses.networking.k8s.io': [inSpec('ingresses.networking.k8s.io', 'ingressClassName')],
  'gatewayclasses.gateway.networking.k8s.io': [inSpec('gateways.gateway.networking.k8s.io', 'gatewayClassName')],
  'runtimeclasses.node.k8s.io': [inSpec('pods', 'runtimeClassName')],
  'priorityclasses.scheduling.k8s.io': [inSpec('pods', 'priorityClassName')],
  configmaps: [neededByPods('configmap')],
  secrets: [neededByPods('secret')],
  serviceaccounts: [inSpec('pods', 'serviceAccountName')],
  services: [{ resource: 'ingresses.networking.k8s.io', names: backendsOf }],
  'roles.rbac.authorization.k8s.io': [bound('rolebindings', 'Role')],
  'clusterroles.rbac.authorization.k8s.io': ['rolebindings', 'clusterrolebindings'].map(binding =>
    bound(binding, 'ClusterRole'),
  ),
}

/** What is in reach and named by objects that stay. A namespace that goes takes its own along. */
export function lostNames(reach: ReadonlyMap<string, Reached>, { facts }: RuleContext): readonly Break[] {
  const all = [...reach.values()].map(({ held }) => held.ref)
  const namespaces = new Set(all.filter(({ resource }) => resource === 'namespaces').map(({ name }) => name))
  const lost = all.filter(({ resource, namespace = '' }) => NAMED[resource] !== undefined && !namespaces.has(namespace))
  const alike = Map.groupBy(lost, ({ resource, namespace }) => `${resource} ${namespace}`)
  return eachTogether(alike.values(), refs => {
    const [{ resource: named, namespace }] = refs as [ObjectRef]
    return eachTogether(NAMED[named] ?? [], ({ resource, names }) => {
      const all = seenOf(facts.read({ about: 'list', resource, namespace })) ?? []
      const users = all.filter(user => !reach.has(user.metadata.uid))
      const uses = Map.groupBy(
        users.flatMap(user => [...new Set(names(user))]),
        name => name,
      )
      return refs.flatMap(ref => {
        const objects = uses.get(ref.name)?.length ?? 0
        return objects === 0 ? [] : [{ ref, by: { is: 'named', resource, objects } } as const]
      })
    }).flat()
  }).flat()
}

function inSpec(resource: string, field: string): Naming {
  return {
    resource,
    names: ({ spec }) => [(spec as Readonly<Record<string, string | undefined>> | undefined)?.[field]],
  }
}

function neededByPods(kind: 'configmap' | 'secret'): Naming {
  const before = `${kind} `
  const isOfKind = (needed: string): boolean => needed.startsWith(before)
  return {
    resource: 'pods',
    names: pod =>
      neededBy(pod)
        .filter(isOfKind)
        .map(needed => needed.slice(before.length)),
  }
}

function backendsOf({ spec }: KubeObject): readonly (string | undefined)[] {
  const { defaultBackend, rules = [] } = (spec as V1Ingress['spec']) ?? {}
  const backends = [defaultBackend, ...rules.flatMap(({ http }) => http?.paths.map(({ backend }) => backend) ?? [])]
  return backends.map(backend => backend?.service?.name)
}

function bound(bindings: string, kind: string): Naming {
  return {
    resource: `${bindings}.rbac.authorization.k8s.io`,
    // A dump may hold one without a role.
    names: ({ roleRef }) => {
      const role = roleRef as V1RoleRef | undefined
      return role?.kind === kind ? [role.name] : []
    },
  }
}
