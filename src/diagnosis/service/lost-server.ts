import type { V1PodSpec, V1Service } from '@kubernetes/client-node'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { NAME } from '../../api/object-ref.ts'
import { factFrom } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { wholeVolume } from '../volumes/consumers.ts'
import { addressesOf } from './backend.ts'

/** More of one Pod are not asked for: whoever makes it writes what it is mounted from. */
const MAX_HOSTS = 10

/** What a volume is mounted from, and that does not answer: a node waits for it (kubernetes#51835, #66387). */
export interface LostServer {
  readonly server: string
  readonly isEmpty?: boolean
}

const isIPv4 = (host: string) => Number(host.split('.').at(-1)) >= 0

/** Services that volumes of a Pod are mounted from, by name or address, as far as they do not answer. */
export function lostServer(pod: KubeObject, facts: Facts): LostServer | undefined {
  const named = sourcesOf(pod, facts).flatMap(({ from, attributes }) => [...from, ...attributes])
  // `//smb.files.svc.cluster.local/share`; in other domains it may be no Service.
  const hosts = named.flatMap(text => text.replaceAll(':', '/').split('/')).filter(host => NAME.test(host))
  const ofServices = hosts.filter(host => isIPv4(host) || host.endsWith('.svc') || host.endsWith('.svc.cluster.local'))
  return eachTogether([...new Set(ofServices)].slice(0, MAX_HOSTS), host => lost(host, facts)).find(
    each => each !== undefined,
  )
}

/** Volumes that the kubelet itself mounts from another machine; of what may be words, no more than the machine. */
export function remoteVolumes(pod: KubeObject, facts: Facts): readonly Evidence[] {
  const isNames = (text: string) => text.split('/').every(part => part === '' || NAME.test(part))
  return sourcesOf(pod, facts).flatMap(({ volume, from: [said = ''] }) => {
    const from = [said, said.split(':')[0]!].find(text => text !== '' && isNames(text.replaceAll(':', '/')))
    return from === undefined ? [] : [factFrom('pods', 'VolumeMountedFrom', { volume, from })]
  })
}

function sourcesOf({ metadata: { namespace }, spec }: KubeObject, facts: Facts) {
  const { volumes = [] } = (spec ?? {}) as Partial<V1PodSpec>
  return eachTogether(volumes, ({ persistentVolumeClaim: of, ...inline }) => {
    const name = of?.claimName ?? ''
    const claim = of && seenOf(facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name }))
    const { volumeName } = (claim?.spec ?? {}) as { readonly volumeName?: string }
    const bound = volumeName ? seenOf(wholeVolume(volumeName, facts))?.spec : undefined
    const { nfs, iscsi, csi } = (of === undefined ? inline : bound) ?? {}
    const from = [...(nfs ? [`${nfs.server}:${nfs.path}`] : []), ...(iscsi ? [iscsi.targetPortal] : [])]
    return { volume: inline.name, from, attributes: Object.values(csi?.volumeAttributes ?? {}) }
  })
}

function lost(host: string, facts: Facts): LostServer | undefined {
  if (isIPv4(host)) return lostAddress(host, facts)
  const [name = '', namespace, svc] = host.split('.')
  if (!namespace || svc !== 'svc') return undefined
  const found = facts.read({ about: 'object', resource: 'services', namespace, name })
  if (found.state === 'absent') return { server: `Service ${namespace}/${name}` }
  return found.state === 'known' ? emptyService(found.value as unknown as V1Service, facts) : undefined
}

/** Of an address that no Service has it is not known that one had it: the range of Services can overlap others. */
function lostAddress(host: string, facts: Facts): LostServer | undefined {
  const services = facts.read({ about: 'list', resource: 'services' })
  if (services.state !== 'known') return undefined
  const all = services.value as unknown as readonly V1Service[]
  const own = all.find(({ spec }) => [spec?.clusterIP, ...(spec?.clusterIPs ?? [])].includes(host))
  return own === undefined ? undefined : emptyService(own, facts)
}

function emptyService({ metadata, spec }: V1Service, facts: Facts): LostServer | undefined {
  const { namespace = '', name = '' } = metadata ?? {}
  if (spec?.type === 'ExternalName' || addressesOf({ namespace, name }, facts).state !== 'empty') return undefined
  return { server: `Service ${namespace}/${name}`, isEmpty: true }
}
