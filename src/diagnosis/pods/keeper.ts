import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import type { Facts } from '../facts.ts'

/** What makes a Pod anew when it is deleted. */
export interface Keeper {
  readonly group: string
  readonly kind: string
  readonly name: string
}

/** The controller of a Pod: for that of a Deployment, the Deployment; undefined for a Pod of its own. */
export function keeperOf(pod: KubeObject, facts: Facts): Keeper | undefined {
  const direct = controllerOf(pod)
  if (direct === undefined || direct.kind !== 'ReplicaSet' || direct.group !== 'apps') return direct
  const { namespace = '' } = pod.metadata
  const set = facts.read({ about: 'object', resource: 'replicasets.apps', namespace, name: direct.name })
  return (set.state === 'known' ? controllerOf(set.value) : undefined) ?? direct
}

function controllerOf({ metadata }: KubeObject): Keeper | undefined {
  const reference = metadata.ownerReferences?.find(({ controller }) => controller)
  if (reference === undefined) return undefined
  return { group: parseApiVersion(reference.apiVersion).group, kind: reference.kind, name: reference.name }
}
