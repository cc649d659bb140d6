import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { readConditions } from '../../statements/condition.ts'
import { drains } from '../../statements/words/drain.ts'
import type { DrainerRow } from '../catalogue/drainers.ts'
import type { Case } from '../dossier/dossier.ts'
import { mayFinish } from '../dossier/state.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { type Blocker, type RuleContext, readHeld } from '../stuck-object.ts'
import { type Attachment, attachments, consumersOf, wholeVolume } from '../volumes/consumers.ts'
import { makerOf, textAt } from './drain-holding.ts'
import { isOfNode } from './of-node.ts'

/**
 * After its drain, a Node, NodeClaim or Machine may say that it waits for its node's volumes to be detached: for the
 * VolumeAttachments that are being deleted, or that no Pod there needs any more (aws/karpenter-provider-aws#9238), and
 * for terminating Pods that keep theirs (kubernetes-sigs/cluster-api#10661). It may leave out those of other Pods.
 */
export function volumesDetaching(found: Case): readonly Blocker[] {
  const { held, finalizer, reports, context } = found
  const row = context.catalogue.rows.drains.find(each => each.finalizer === finalizer && each.on === held.ref.resource)
  if (row === undefined || !mayFinish(found)) return []
  const teller = row.deadline?.of === undefined ? reports.whole : makerOf(held, row.deadline.of, context)
  const conditions = [undefined, ['v1beta2', 'conditions']].flatMap(path => readConditions(teller, path))
  if (!conditions.some(({ reason }) => drains.has('detaching', reason))) return []
  const node = nodeOf(found, row)
  if (node === undefined || !isOfNode(found, node)) return []
  const waitingFor = (seenOf(attachments(context.facts)) ?? [])
    .filter(({ spec }) => spec?.nodeName === node)
    .flatMap(each => (each.metadata.deletionTimestamp === undefined ? endingUsersOf(each, node, context) : [each]))
    .map(object => readHeld(object, context))
    .filter(object => object !== undefined)
    .map(object => ({ ref: object.ref, reason: 'Attachment' as const, held: object }))
  return waitingFor.length === 0 ? [] : [{ verdict: 'waiting', waitingFor }]
}

/** The terminating Pods of a node that use the claim of an attachment, which keep it; where none does, itself. */
function endingUsersOf(attachment: Attachment, node: string, context: RuleContext): readonly KubeObject[] {
  const { facts } = context
  const volume = seenOf(wholeVolume(attachment.spec?.source?.persistentVolumeName ?? '', facts))
  const { namespace, name } = volume?.spec?.claimRef ?? {}
  if (namespace === undefined || name === undefined) return []
  const claim = facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name })
  const pods = facts.read({ about: 'list', resource: 'pods', namespace })
  const held = claim.state === 'known' ? readHeld(claim.value, context) : undefined
  if (held === undefined) return claim.state === 'absent' ? [attachment] : []
  const users = consumersOf(held, seenOf(pods) ?? [], facts).filter(pod => nodeNameOf(pod) === node)
  if (users.length === 0 && pods.state === 'known') return [attachment]
  return users.filter(pod => pod.metadata.deletionTimestamp !== undefined)
}

/** A Machine's node is often in another cluster: a node of this name is it only if both have the same providerID. */
function nodeOf({ held, reports, context: { facts } }: Case, row: DrainerRow): string | undefined {
  if (row.on === 'nodes') return held.ref.name
  const name = textAt(reports.whole, row.node ?? '')
  const machine = textAt(reports.whole, 'status.providerID') ?? textAt(reports.whole, 'spec.providerID')
  const nodes = facts.read({ about: 'list', resource: 'nodes' })
  const node = nodes.state === 'known' ? nodes.value.find(each => each.metadata.name === name) : undefined
  return machine !== undefined && textAt(node, 'spec.providerID') === machine ? name : undefined
}
