import type { V1Pod } from '@kubernetes/client-node'
import type { KubeObject } from '../../api/object.ts'
import { eachTogether } from '../answered.ts'
import type { Facts } from '../facts.ts'
import { containersOf } from './pod-evidence.ts'

interface Needed {
  readonly resource: 'secrets' | 'configmaps' | 'persistentvolumeclaims'
  readonly name: string | undefined
  readonly optional?: boolean | undefined
}

/** More of one Pod are not asked for. */
const MAX_NEEDED = 20

/** What a Pod whose containers were not started names, cannot start without, and is not there: `Secret tls`. */
export function lacksOf(pod: KubeObject, facts: Facts): readonly string[] {
  if (containersOf(pod).unstarted.length === 0) return []
  const { namespace } = pod.metadata
  const needed = neededBy(pod as unknown as V1Pod).filter(({ name, optional }) => name && optional !== true)
  const distinct = [...new Map(needed.map(each => [`${KINDS[each.resource]} ${each.name}`, each]))]
  return eachTogether(distinct.slice(0, MAX_NEEDED), ([text, { resource, name = '' }]) => {
    return facts.read({ about: 'existence', resource, namespace, name }).state === 'absent' ? text : []
  }).flat()
}

const KINDS = { secrets: 'Secret', configmaps: 'ConfigMap', persistentvolumeclaims: 'PersistentVolumeClaim' } as const

function neededBy({ spec }: V1Pod): readonly Needed[] {
  const secret = (of?: { name?: string; optional?: boolean }): Needed => ({
    resource: 'secrets',
    name: of?.name,
    ...of,
  })
  const config = (of?: { name?: string; optional?: boolean }): Needed => ({ ...secret(of), resource: 'configmaps' })
  const ofVolumes = (spec?.volumes ?? []).flatMap(({ secret: own, configMap, persistentVolumeClaim, projected }) => [
    { resource: 'secrets' as const, name: own?.secretName, optional: own?.optional },
    config(configMap),
    { resource: 'persistentvolumeclaims' as const, name: persistentVolumeClaim?.claimName },
    ...(projected?.sources ?? []).flatMap(each => [secret(each.secret), config(each.configMap)]),
  ])
  const ofContainers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])].flatMap(({ env, envFrom }) => [
    ...(env ?? []).flatMap(({ valueFrom }) => [secret(valueFrom?.secretKeyRef), config(valueFrom?.configMapKeyRef)]),
    ...(envFrom ?? []).flatMap(({ secretRef, configMapRef }) => [secret(secretRef), config(configMapRef)]),
  ])
  return [...ofVolumes, ...ofContainers]
}
