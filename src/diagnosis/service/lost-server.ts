import type { V1PersistentVolumeSpec, V1PodSpec, V1Service, V1Volume } from '@kubernetes/client-node'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { NAME } from '../../api/object-ref.ts'
import { factFrom } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { wholeVolume } from '../volumes/whole-volume.ts'
import { addressesOf, type ServiceName } from './backend.ts'
import { covers, isIPv4, type ServiceRange } from './service-range.ts'

/** More of one Pod are not asked for: whoever makes it writes what it is mounted from. */
const MAX_HOSTS = 10

/** What a volume is mounted from, and that does not answer: a node waits for it (kubernetes#51835, #66387). */
export interface LostServer {
  readonly server: string
  /** The Service exists, and has no ready address behind it. */
  readonly isEmpty?: boolean
}

/** Services that volumes of a Pod are mounted from, by name or address, as far as they do not answer. */
export function lostServer(pod: KubeObject, facts: Facts): LostServer | undefined {
  const named = sourcesOf(pod, facts).flatMap(({ source }) => [
    ...remoteOf(source),
    ...Object.values(source.csi?.volumeAttributes ?? {}),
  ])
  // `//smb.files.svc.cluster.local/share`; in other domains it may be no Service.
  const hosts = named.flatMap(text => text.replaceAll(':', '/').split('/')).filter(host => NAME.test(host))
  const ofServices = hosts.filter(host => isIPv4(host) || host.endsWith('.svc') || host.endsWith('.svc.cluster.local'))
  return eachTogether([...new Set(ofServices)].slice(0, MAX_HOSTS), host =>
    isIPv4(host) ? lostAddress(host, facts) : lostName(host, facts),
  ).find(each => each !== undefined)
}

/** Volumes that the kubelet itself mounts from another machine; of what may be words, no more than the machine. */
export function remoteVolumes(pod: KubeObject, facts: Facts): readonly Evidence[] {
  return sourcesOf(pod, facts).flatMap(({ volume, source }) => {
    const [said] = remoteOf(source)
    const from = [said, said?.split(':')[0]].find(text =>
      text
        ?.replaceAll(':', '/')
        .split('/')
        .every(part => part === '' || NAME.test(part)),
    )
    return from === undefined ? [] : [factFrom('pods', 'VolumeMountedFrom', { volume, from })]
  })
}

type Source = Partial<Omit<V1Volume & V1PersistentVolumeSpec, 'csi'>> & {
  readonly csi?: { readonly volumeAttributes?: Readonly<Record<string, string>> }
}

function sourcesOf({ metadata: { namespace }, spec }: KubeObject, facts: Facts) {
  const { volumes = [] } = (spec ?? {}) as Partial<V1PodSpec>
  return eachTogether(volumes, ({ persistentVolumeClaim: of, ...inline }) => {
    if (of === undefined) return { volume: inline.name, source: inline as Source }
    const resource = 'persistentvolumeclaims'
    const claim = seenOf(facts.read({ about: 'object', resource, namespace, name: of.claimName }))
    const { volumeName } = (claim?.spec ?? {}) as { readonly volumeName?: string }
    const source: Source = (volumeName ? seenOf(wholeVolume(volumeName, facts))?.spec : undefined) ?? {}
    return { volume: inline.name, source }
  })
}

function remoteOf({ nfs, iscsi, cephfs }: Source): readonly string[] {
  return [
    ...(nfs ? [`${nfs.server}:${nfs.path}`] : []),
    ...(iscsi ? [iscsi.targetPortal] : []),
    ...(cephfs?.monitors ?? []),
  ]
}

function lostName(host: string, facts: Facts): LostServer | undefined {
  const [name = '', namespace, svc] = host.split('.')
  if (!namespace || svc !== 'svc') return undefined
  const found = facts.read({ about: 'object', resource: 'services', namespace, name })
  if (found.state === 'absent') return { server: `Service ${namespace}/${name}` }
  return found.state === 'known' ? emptyService(found.value as unknown as V1Service, facts) : undefined
}

/** An address in the range of Services that no Service has: the one that had it is gone. */
function lostAddress(host: string, facts: Facts): LostServer | undefined {
  const services = facts.read({ about: 'list', resource: 'services' })
  if (services.state !== 'known') return undefined
  const all = services.value as unknown as readonly V1Service[]
  const own = all.find(({ spec }) => [spec?.clusterIP, ...(spec?.clusterIPs ?? [])].includes(host))
  if (own !== undefined) return emptyService(own, facts)
  const ranges = facts.read({ about: 'list', resource: 'servicecidrs.networking.k8s.io' })
  const isOfServices = ranges.state === 'known' && ranges.value.some(range => covers(range as ServiceRange, host))
  return isOfServices ? { server: `Service ${host}` } : undefined
}

function emptyService({ metadata, spec }: V1Service, facts: Facts): LostServer | undefined {
  const { namespace = '', name = '' } = metadata ?? {}
  const service: ServiceName = { namespace, name }
  if (spec?.type === 'ExternalName' || addressesOf(service, facts).state !== 'empty') return undefined
  return { server: `Service ${namespace}/${name}`, isEmpty: true }
}
