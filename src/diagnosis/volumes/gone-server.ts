import type { V1PodSpec } from '@kubernetes/client-node'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { NAME } from '../../api/object-ref.ts'
import { eachTogether } from '../answered.ts'
import type { Facts } from '../facts.ts'
import { wholeVolume } from './whole-volume.ts'

/** More of one Pod are not asked for: whoever makes it writes what it is mounted from. */
const MAX_HOSTS = 10

/** A Service that a Pod's volume is mounted from, and that does not exist: a node waits for it (kubernetes#51835). */
export function goneServer({ metadata: { namespace }, spec }: KubeObject, facts: Facts): string | undefined {
  const { volumes = [] } = (spec ?? {}) as Partial<V1PodSpec>
  const sources = eachTogether(volumes, ({ persistentVolumeClaim: of, ...inline }) => {
    if (of === undefined) return inline
    const resource = 'persistentvolumeclaims'
    const claim = seenOf(facts.read({ about: 'object', resource, namespace, name: of.claimName }))
    const { volumeName } = (claim?.spec ?? {}) as { readonly volumeName?: string }
    return (volumeName ? seenOf(wholeVolume(volumeName, facts))?.spec : undefined) ?? {}
  })
  const named = sources.flatMap(({ nfs, csi }) => [nfs?.server ?? '', ...Object.values(csi?.volumeAttributes ?? {})])
  // `//smb.files.svc.cluster.local/share`; in other domains it may be no Service.
  const hosts = named.flatMap(text => text.replaceAll(':', '/').split('/')).filter(host => NAME.test(host))
  const ofServices = hosts.filter(host => host.endsWith('.svc') || host.endsWith('.svc.cluster.local'))
  return eachTogether([...new Set(ofServices)].slice(0, MAX_HOSTS), host => {
    const [name = '', place, svc] = host.split('.')
    if (!place || svc !== 'svc') return undefined
    const found = facts.read({ about: 'existence', resource: 'services', namespace: place, name })
    return found.state === 'absent' ? `Service ${place}/${name}` : undefined
  }).find(each => each !== undefined)
}
