import type { V1PodSpec, V1Volume } from '@kubernetes/client-node'
import { isOwnedBy, type KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { unreadFact } from '../unread.ts'
import type { CsiNode } from './driver.ts'
import { type InTree, MIGRATED, migratedDriver } from './in-tree.ts'
import { type Volume, wholeVolume } from './whole-volume.ts'

/** A volume of a Pod that its kubelet unmounts by a call to a CSI driver. */
export interface Mounted {
  readonly driver: string
  /** The volume as the Pod calls it, and by whose word it is the driver's. */
  readonly evidence: Evidence
  /** What the driver calls the volume. */
  readonly handle?: string | undefined
}

export interface PodDrivers {
  readonly mounted: readonly Mounted[]
  /** Claims and volumes that could not be read: what they need is not known. */
  readonly unread: readonly Evidence[]
}

/** Which drivers the kubelet of this node calls for the volumes of a Pod there. */
export function podDrivers(pod: KubeObject, node: CsiNode, facts: Facts): PodDrivers {
  const { volumes = [] } = (pod.spec ?? {}) as Partial<V1PodSpec>
  const migrated = node.metadata.annotations?.[MIGRATED]
  const found = eachTogether(volumes, volume => driverOf(volume, pod, migrated, facts))
  const known = found.filter(each => typeof each === 'object')
  return { mounted: known.filter(each => 'driver' in each), unread: known.filter(each => 'fact' in each) }
}

type Found = Mounted | Evidence | undefined

function driverOf(volume: V1Volume, pod: KubeObject, migrated: string | undefined, facts: Facts): Found {
  const claim = volume.persistentVolumeClaim?.claimName ?? (volume.ephemeral && `${pod.metadata.name}-${volume.name}`)
  if (claim !== undefined) return driverOfClaim(claim, volume, pod, migrated, facts)
  const driver = volume.csi?.driver ?? migratedDriver(volume, migrated)
  if (driver === undefined) return undefined
  const { namespace, name } = pod.metadata
  const fact = message('VolumeOfDriver', { volume: volume.name, pod: `${namespace}/${name}`, driver })
  return { driver, evidence: { fact, source: 'pods' } }
}

function driverOfClaim(
  name: string,
  volume: V1Volume,
  { metadata }: KubeObject,
  migrated: string | undefined,
  facts: Facts,
): Found {
  const { namespace } = metadata
  const claim = facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name })
  if (claim.state === 'unreadable') return unreadFact(claim.why)
  if (claim.state === 'absent') return undefined
  const isOwn = isOwnedBy(claim.value, metadata.uid)
  // The kubelet never mounted a claim of that name that is another's.
  if (volume.ephemeral !== undefined && !isOwn) return undefined
  const { volumeName } = (claim.value.spec ?? {}) as { volumeName?: string }
  if (!volumeName) return undefined
  const bound = wholeVolume(volumeName, facts)
  if (bound.state === 'unreadable') return unreadFact(bound.why)
  if (bound.state === 'absent') return undefined
  const spec: Volume['spec'] & InTree = bound.value.spec ?? {}
  const driver = spec.csi?.driver ?? migratedDriver(spec, migrated)
  if (driver === undefined) return undefined
  const of = { claim: `${namespace}/${name}`, pod: metadata.name, volume: volumeName, driver }
  return { driver, evidence: factFrom('persistentvolumes', 'ClaimOfDriver', of), handle: spec.csi?.volumeHandle }
}
