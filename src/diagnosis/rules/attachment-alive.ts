import type { Fact } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { quoteOf, readConditions } from '../../statements/condition.ts'
import { drains } from '../../statements/words/drain.ts'
import { askedAt } from '../controller/since-deletion.ts'
import { textAt } from '../drains/drain-holding.ts'
import { type Evidence, toInspect, toRepair, toWait } from '../explanation.ts'
import { lostNodeEvidence, lostNodeRemedies, nodeNameOf } from '../pods/ending.ts'
import { type NodeState, nodeState } from '../pods/node-state.ts'
import { commandOn, describeCommand } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, readHeld, type StuckObject, wholeOf } from '../stuck-object.ts'
import { terminatingBy } from '../terminating-by.ts'
import { FORCED_DETACH_SECONDS } from '../thresholds.ts'
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
import { longNames } from '../volumes/unmounting.ts'
import { driverWord, type NodeWord } from '../workloads/node-log.ts'

/**
 * A VolumeAttachment that is not being deleted, though its volume is, or what waits until its node is drained: a Pod
 * there still uses the claim, or the node is lost; else the VolumeAttachment itself is in the way.
 */
export function attachmentAlive(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const { facts, catalogue } = context
  if (held.ref.resource !== ATTACHMENTS || held.meta.deletionTimestamp !== undefined) return []
  const all = attachments(facts)
  const attachment = all.state === 'known' ? all.value.find(({ metadata }) => metadata.uid === held.ref.uid) : undefined
  const { nodeName, source } = attachment?.spec ?? {}
  const volumeName = source?.persistentVolumeName
  if (nodeName === undefined || volumeName === undefined) return []
  const volumeGoing = terminatingBy('name', volumeName, context).find(({ ref }) => ref.resource === 'persistentvolumes')
  const drained = volumeGoing ? [] : catalogue.rows.drains.flatMap(({ on }) => terminatingBy('type', on, context))
  const waiting = volumeGoing ?? drained[0]
  if (waiting === undefined) return []
  const volume = wholeVolume(volumeName, facts)
  const node = nodeState(nodeName, facts)
  const { namespace, name } = (volume.state === 'known' && volume.value.spec?.claimRef) || {}
  const byPods = namespace === undefined || name === undefined ? [] : usedOn(nodeName, { namespace, name }, context)
  if (byPods.length > 0) return byPods
  const { status } = attachment!
  const said = drained.flatMap(each => saidOfVolumes(each, nodeName, context))
  const unused = { ref: held.ref, node: nodeName, volume: volumeName, waiting: volumeGoing?.ref.name, status, said }
  if (node.state !== 'ready' && node.state !== 'notReady') return [alone(unused)]
  const mounted = mountedOn(node.node, attachment!, volume)
  if (node.state === 'notReady') {
    // A Node that goes does not come back: what is left is to detach the volume.
    if (node.node.metadata.deletionTimestamp === undefined) return [onLostNode(nodeName, node, context)]
    return [alone({ ...unused, said: [...said, lostNodeEvidence({ node: nodeName, state: node })] }, mounted)]
  }
  if (mounted === undefined) return [alone(unused)]
  const csiNode = facts.read({ about: 'object', resource: CSI_NODES, name: nodeName })
  const lost =
    csiNode.state === 'known' ? lostDriver(mounted.driver, node.node, csiNode.value as CsiNode, facts) : undefined
  if (lost !== undefined) return [lostDriverHolding(lost, [mounted.evidence], facts)]
  const word = driverWord(mounted.driver, { names: mounted.names, node: nodeName, since: askedAt(waiting) }, facts)
  return [alone(unused, { ...word, evidence: mounted.evidence })]
}

/** What is drained says itself, of that node, that it waits for volumes to be detached. */
function saidOfVolumes(held: StuckObject, node: string, context: RuleContext): readonly Evidence[] {
  const path = context.catalogue.rows.drains.find(({ on }) => on === held.ref.resource)?.node
  const whole = path === undefined ? undefined : wholeOf(held, context)
  if (path === undefined || textAt(whole, path) !== node) return []
  const all = readConditions(whole).filter(({ reason }) => drains.has('detaching', reason))
  return all.map(each => ({ ...quoteOf(each), source: `status.conditions of ${held.ref.kind} ${held.ref.name}` }))
}

/**
 * The kubelet lists in its node's status the volumes that are still in use there (volumesInUse): they may not be
 * detached before it has unmounted them. Where their driver does not run on that node, nothing does.
 */
function mountedOn({ metadata, status }: KubeObject, { spec }: Attachment, volume: Fact<Volume>) {
  if (volume.state !== 'known') return undefined
  const { driver, volumeHandle: handle } = volume.value.spec?.csi ?? {}
  if (driver === undefined || handle === undefined || driver !== spec?.attacher) return undefined
  const { volumesInUse = [] } = (status ?? {}) as { volumesInUse?: readonly string[] }
  if (!volumesInUse.includes(`kubernetes.io/csi/${driver}^${handle}`)) return undefined
  const evidence = factFrom('nodes', 'VolumeNotUnmounted', { node: metadata.name, handle })
  return { driver, names: longNames(volume.value), evidence }
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

function onLostNode(name: string, state: Extract<NodeState, { state: 'notReady' }>, context: RuleContext): Blocker {
  const lostFor = context.facts.now.getTime() - Date.parse(state.condition.lastTransitionTime ?? '')
  const again = toWait(message('ExplainAgain', { after: 'some minutes' }))
  return blocker('unknown', {
    key: `PodNodeLost/${name}`,
    subject: readHeld(state.node, context)?.ref ?? { kind: 'Node', name },
    summary: message('NodeLost', { node: name, effect: 'volumesAttached' }),
    evidence: [lostNodeEvidence({ node: name, state }), factFrom('nodes', 'DetachedByForce')],
    remedies: () => [
      ...(lostFor < FORCED_DETACH_SECONDS * 1000 ? [again] : []),
      ...lostNodeRemedies(name, state.node, state.outOfService),
    ],
  })
}

/** That it is mounted there still, and what the driver says of that, where it says anything. */
type Mounted = { readonly evidence: Evidence } & Partial<NodeWord>

/** An attachment that no Pod was found to use, and the PersistentVolume that waits for it, unless a drain does. */
interface Unused {
  readonly ref: ObjectRef
  readonly node: string
  readonly volume: string
  readonly waiting: string | undefined
  readonly status: Attachment['status']
  readonly said: readonly Evidence[]
}

function alone({ ref, node, volume, waiting, status, said }: Unused, mounted?: Mounted) {
  const isAttached = status?.attached !== false
  const why = isAttached ? undefined : status?.attachError?.message
  return blocker('unknown', {
    key: `InstanceAlive/${ref.uid}`,
    subject: ref,
    summary: message('AttachmentNotDeleted', { attachment: ref.name, waiting, mountedOn: mounted && node }),
    evidence: [
      ...(mounted?.told ?? []),
      ...(mounted === undefined ? [] : [mounted.evidence]),
      factFrom(ATTACHMENTS, 'AttachesForNoPod', { volume, node, isAttached }),
      ...(why === undefined ? [] : [{ fact: why, source: 'status.attachError' }]),
      ...said,
    ],
    remedies: () => [
      mounted?.fails === undefined
        ? toInspect(message('MakeSureNotMounted', { node }), [describeCommand(ref)])
        : toInspect(message('LookOnNode', { node, of: 'volume', ...mounted.fails }), mounted.logs ?? []),
      toRepair(
        message('DeleteAttachment', { isMounted: mounted !== undefined }),
        [commandOn(ref, 'delete', '--wait=false')],
        'medium',
      ),
    ],
  })
}
