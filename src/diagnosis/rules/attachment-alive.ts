import type { Fact } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { toInspect, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { lostNodeEvidence, lostNodeRemedies, nodeNameOf } from '../pods/ending.ts'
import { nodeState } from '../pods/node-state.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'
import { consumerHolding } from '../volumes/consumer-holding.ts'
import {
  ATTACHMENTS,
  type Attachment,
  attachments,
  consumersOf,
  type Volume,
  wholeVolume,
} from '../volumes/consumers.ts'
import { CSI_NODES, type CsiNode, lostDriver } from '../volumes/lost-driver.ts'
import { lostDriverHolding } from '../volumes/lost-driver-cause.ts'

/**
 * A VolumeAttachment that is not being deleted, though its volume is, or what waits until its node is drained: a Pod
 * there still uses the claim, or the node is lost; else the VolumeAttachment itself is in the way.
 */
export function attachmentAlive(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const { facts, terminating, catalogue } = context
  if (held.ref.resource !== ATTACHMENTS || held.meta.deletionTimestamp !== undefined) return []
  const all = attachments(facts)
  const attachment = all.state === 'known' ? all.value.find(({ metadata }) => metadata.uid === held.ref.uid) : undefined
  const { nodeName, source } = attachment?.spec ?? {}
  const volumeName = source?.persistentVolumeName
  if (nodeName === undefined || volumeName === undefined) return []
  const isDrained = ({ ref }: StuckObject) => catalogue.rows.drains.some(({ on }) => on === ref.resource)
  const isWaitedFor = [...terminating.values()].some(
    each => (each.ref.resource === 'persistentvolumes' && each.ref.name === volumeName) || isDrained(each),
  )
  if (!isWaitedFor) return []
  const volume = wholeVolume(volumeName, facts)
  const node = nodeState(nodeName, facts)
  const { namespace, name } = (volume.state === 'known' && volume.value.spec?.claimRef) || {}
  const byPods = namespace === undefined || name === undefined ? [] : usedOn(nodeName, { namespace, name }, context)
  if (byPods.length > 0) return byPods
  if (node.state === 'notReady') return [onLostNode(nodeName, node, context)]
  const mounted = node.state === 'ready' ? stillMounted(attachment!, node.node, volume, context.facts) : undefined
  return [mounted ?? alone(held, nodeName, volumeName, attachment?.status)]
}

/**
 * The kubelet lists in its node's status the volumes that are still in use there (volumesInUse). Where their driver
 * does not run on that node, nothing unmounts them, and they may not be detached. Not listed: no blame on the driver.
 */
function stillMounted({ spec }: Attachment, node: KubeObject, volume: Fact<Volume>, facts: Facts): Blocker | undefined {
  const { name } = node.metadata
  const { driver, volumeHandle } = (volume.state === 'known' && volume.value.spec?.csi) || {}
  if (driver === undefined || driver !== spec?.attacher) return undefined
  const { volumesInUse = [] } = (node.status ?? {}) as { volumesInUse?: readonly string[] }
  if (!volumesInUse.includes(`kubernetes.io/csi/${driver}^${volumeHandle}`)) return undefined
  const csiNode = facts.read({ about: 'object', resource: CSI_NODES, name })
  if (csiNode.state !== 'known') return undefined
  const lost = lostDriver(driver, node, csiNode.value as CsiNode, facts)
  if (lost === undefined) return undefined
  const fact = message('VolumeNotUnmounted', { node: name, handle: `${volumeHandle}` })
  return lostDriverHolding(lost, [{ fact, source: 'nodes' }], facts)
}

function usedOn(
  node: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  context: RuleContext,
): readonly Blocker[] {
  const claim = context.facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name })
  const pods = context.facts.read({ about: 'list', resource: 'pods', namespace })
  const held = claim.state === 'known' ? readHeld(claim.value, context) : undefined
  if (held === undefined || pods.state !== 'known') return []
  const users = consumersOf(held, pods.value, context.facts).filter(pod => nodeNameOf(pod) === node)
  return users.flatMap(pod => consumerHolding(pod, held, context))
}

function onLostNode(
  name: string,
  state: Extract<NonNullable<ReturnType<typeof nodeState>>, { state: 'notReady' }>,
  { facts }: RuleContext,
): Blocker {
  const type = facts.types.find(({ group, plural }) => group === '' && plural === 'nodes')
  return blocker('stuck', {
    key: `PodNodeLost/${name}`,
    subject: type === undefined ? { kind: 'Node', name } : refOf(type, state.node.metadata),
    summary: message('NodeLost', { node: name, effect: 'volumesAttached' }),
    evidence: [lostNodeEvidence({ node: name, state })],
    remedies: () => lostNodeRemedies(name, state.node, state.outOfService, { statefulSets: [], claims: [] }),
  })
}

function alone(held: StuckObject, node: string, volume: string, status: Attachment['status']): Blocker {
  const { ref } = held
  const isAttached = status?.attached !== false
  const why = isAttached ? undefined : status?.attachError?.message
  return blocker('unknown', {
    key: `InstanceAlive/${ref.uid}`,
    subject: ref,
    summary: message('AttachmentNotDeleted', { attachment: ref.name, volume }),
    evidence: [
      factFrom(ATTACHMENTS, 'AttachesForNoPod', { volume, node, isAttached }),
      ...(why === undefined ? [] : [{ fact: why, source: 'status.attachError' }]),
    ],
    remedies: () => [
      toInspect(message('MakeSureNotMounted', { node }), [commandLine('kubectl', 'describe', ref.resource, ref.name)]),
      toRepair(
        message('DeleteAttachment'),
        [commandLine('kubectl', 'delete', ref.resource, ref.name, '--wait=false')],
        'medium',
      ),
    ],
  })
}
