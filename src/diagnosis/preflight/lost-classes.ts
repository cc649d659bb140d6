import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { eachTogether } from '../answered.ts'
import type { RuleContext } from '../stuck-object.ts'
import type { Break } from './foreseen.ts'
import type { Reached } from './reach.ts'

/** Classes of the whole cluster, what names them, and in which field of its spec. */
const CLASSES: Readonly<Record<string, { readonly resource: string; readonly field: string }>> = {
  'storageclasses.storage.k8s.io': { resource: 'persistentvolumeclaims', field: 'storageClassName' },
  'volumesnapshotclasses.snapshot.storage.k8s.io': {
    resource: 'volumesnapshots.snapshot.storage.k8s.io',
    field: 'volumeSnapshotClassName',
  },
  'ingressclasses.networking.k8s.io': { resource: 'ingresses.networking.k8s.io', field: 'ingressClassName' },
  'gatewayclasses.gateway.networking.k8s.io': {
    resource: 'gateways.gateway.networking.k8s.io',
    field: 'gatewayClassName',
  },
  'runtimeclasses.node.k8s.io': { resource: 'pods', field: 'runtimeClassName' },
  'priorityclasses.scheduling.k8s.io': { resource: 'pods', field: 'priorityClassName' },
}

/** Classes in reach that objects out of reach name. */
export function lostClasses(reach: ReadonlyMap<string, Reached>, { facts }: RuleContext): readonly Break[] {
  return eachTogether([...reach.values()], ({ held: { ref } }) => {
    const users = CLASSES[ref.resource]
    if (users === undefined) return []
    const all: readonly KubeObject[] = seenOf(facts.read({ about: 'list', resource: users.resource })) ?? []
    const names = (object: KubeObject) =>
      (object.spec as Record<string, unknown> | undefined)?.[users.field] === ref.name
    const objects = all.filter(object => names(object) && !reach.has(object.metadata.uid)).length
    return objects === 0 ? [] : [{ ref, by: { is: 'class', resource: users.resource, objects } } as const]
  }).flat()
}
