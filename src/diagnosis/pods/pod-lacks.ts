import type { KubeObject } from '../../api/object.ts'
import { NAME } from '../../api/object-ref.ts'
import { eachTogether } from '../answered.ts'
import type { Facts } from '../facts.ts'
import { containersOf } from './pod-evidence.ts'

/** More of one Pod are not asked for. */
const MAX_NEEDED = 20

/** What the fields of a Pod's volumes and environment name, each as an object (kubernetes/api:core/v1/types.go). */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ...['secret', 'secretRef', 'secretKeyRef'].map(field => [field, 'secret'] as const),
  ...['configMap', 'configMapRef', 'configMapKeyRef'].map(field => [field, 'configmap'] as const),
  ['persistentVolumeClaim', 'persistentvolumeclaim'],
])

/** What a Pod whose containers were not started names, cannot start without, and is not there: `secret tls`. */
export function lacksOf(pod: KubeObject, facts: Facts): readonly string[] {
  if (containersOf(pod).unstarted.length === 0) return []
  const needed = neededBy(pod).slice(0, MAX_NEEDED)
  return eachTogether(needed, text => {
    const [kind, name = ''] = text.split(' ')
    const found = facts.read({ about: 'existence', resource: `${kind}s`, namespace: pod.metadata.namespace, name })
    return found.state === 'absent' ? text : []
  }).flat()
}

/** What a Pod names in volumes and environment and cannot start without: `secret tls`. */
export function neededBy({ spec }: KubeObject): readonly string[] {
  return [...new Set(neededIn(spec))]
}

function neededIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => {
    const kind = NEEDED.get(field)
    const { name, secretName, claimName, optional } = (inner ?? {}) as Readonly<Record<string, unknown>>
    const called = name ?? secretName ?? claimName
    if (kind === undefined || typeof called !== 'string') return neededIn(inner)
    // The server takes any text for the name of a volume's Secret: one that no object can have would be words of ours.
    return optional === true || !NAME.test(called) ? [] : [`${kind} ${called}`]
  })
}
