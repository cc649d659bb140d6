import type { V1PodSpec, V1PodStatus, V1Volume } from '@kubernetes/client-node'
import { isOwnedBy, type KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { eachTogether } from '../answered.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { PodEnding } from '../pods/ending.ts'
import { unreadFact } from '../unread.ts'
import { type Volume, wholeVolume } from './consumers.ts'
import { lostDeviceDrivers } from './device-drivers.ts'
import { CSI_NODES, type CsiNode, type LostOnNode, lostDriver } from './lost-driver.ts'

/** What is known of the drivers that a kubelet has to call before it can end a Pod. */
export interface Unmounting extends PodDrivers {
  readonly lost: readonly LostOnNode[]
}

const NOTHING: Unmounting = { lost: [], mounted: [], unread: [] }

/**
 * The drivers that a Pod past its grace period lacks on its node. A kubelet mounts all volumes before the first
 * container starts, and unmounts them before the Pod ends: a Pod that never started one may wait for no driver.
 */
export function unmounting(
  { node: name, pod }: Extract<PodEnding, { state: 'unconfirmed' }>,
  facts: Facts,
): Unmounting {
  if (name === undefined || !hasStarted(pod)) return NOTHING
  const node = facts.read({ about: 'object', resource: 'nodes', name })
  const csiNode = facts.read({ about: 'object', resource: CSI_NODES, name })
  if (node.state !== 'known') return NOTHING
  const devices = lostDeviceDrivers(pod, node.value, facts)
  const own = csiNode.state === 'known' && isOf(csiNode.value, node.value) ? (csiNode.value as CsiNode) : undefined
  const drivers = podDrivers(pod, own ?? { ...node.value, spec: {} }, facts)
  const { mounted, unread } = drivers
  if (own === undefined) {
    if (mounted.length === 0) return { ...drivers, lost: devices }
    const missing = factFrom(CSI_NODES, 'NoCsiNodeYet', { node: name })
    const why = csiNode.state === 'unreadable' ? unreadFact(csiNode.why) : missing
    return { ...drivers, lost: devices, unread: [why, ...unread] }
  }
  const lost = [...devices]
  for (const [called, volumes] of Map.groupBy(mounted, ({ driver }) => driver)) {
    const driver = lostDriver(called, node.value, own, facts)
    if (driver !== undefined) lost.push({ driver, volumes: volumes.map(({ evidence }) => evidence) })
  }
  return { ...drivers, lost }
}

/** A CSINode is owned by its Node; one of an earlier node of that name tells nothing of this one. */
function isOf({ metadata: { ownerReferences = [] } }: KubeObject, node: KubeObject): boolean {
  return ownerReferences.every(({ kind, uid }) => kind !== 'Node' || uid === node.metadata.uid)
}

function hasStarted({ status }: KubeObject): boolean {
  const { containerStatuses = [], initContainerStatuses = [] } = (status ?? {}) as V1PodStatus
  return [...initContainerStatuses, ...containerStatuses].some(
    ({ state, restartCount = 0 }) => state?.running !== undefined || state?.terminated?.startedAt || restartCount > 0,
  )
}

/** A volume of a Pod that its kubelet unmounts by a call to a CSI driver. */
export interface Mounted {
  readonly driver: string
  /** The volume as the Pod calls it, and by whose word it is the driver's. */
  readonly evidence: Evidence
  /** What it is called at its provider, and its PersistentVolume. */
  readonly names?: readonly string[]
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
  return {
    driver,
    evidence: factFrom('persistentvolumes', 'ClaimOfDriver', of),
    names: longNames(bound.value),
  }
}

/** What a volume is called in logs; a shorter name may be any word of a line. */
export function longNames({ spec, metadata: { name } }: Volume): readonly string[] {
  return [spec?.csi?.volumeHandle ?? '', name].filter(({ length }) => length >= 8)
}

/**
 * The CSI driver of each in-tree plugin, by the plugin's field in a volume. The kubelet calls it for plugins that its
 * CSINode lists as migrated (kubernetes/csi-translation-lib: plugins).
 */
const IN_TREE = {
  awsElasticBlockStore: ['kubernetes.io/aws-ebs', 'ebs.csi.aws.com'],
  azureDisk: ['kubernetes.io/azure-disk', 'disk.csi.azure.com'],
  azureFile: ['kubernetes.io/azure-file', 'file.csi.azure.com'],
  cinder: ['kubernetes.io/cinder', 'cinder.csi.openstack.org'],
  gcePersistentDisk: ['kubernetes.io/gce-pd', 'pd.csi.storage.gke.io'],
  portworxVolume: ['kubernetes.io/portworx-volume', 'pxd.portworx.com'],
  vsphereVolume: ['kubernetes.io/vsphere-volume', 'csi.vsphere.vmware.com'],
} as const

export type InTree = { readonly [Field in keyof typeof IN_TREE]?: object }

/** Comma-separated: the plugins for which this kubelet calls a CSI driver. */
export const MIGRATED = 'storage.alpha.kubernetes.io/migrated-plugins'

/** The driver that a kubelet calls for an in-tree volume; undefined for others, or if the plugin is not migrated. */
export function migratedDriver(volume: InTree, migrated: string | undefined): string | undefined {
  const fields = Object.keys(IN_TREE) as (keyof typeof IN_TREE)[]
  const field = fields.find(each => volume[each] !== undefined)
  if (field === undefined) return undefined
  const [plugin, driver] = IN_TREE[field]
  return migrated?.split(',').includes(plugin) ? driver : undefined
}
