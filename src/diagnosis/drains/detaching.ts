import { seenOf } from '../../api/fact.ts'
import { readConditions } from '../../statements/condition.ts'
import { drains } from '../../statements/words/drain.ts'
import type { DrainerRow } from '../catalogue/drainers.ts'
import type { Case } from '../dossier/dossier.ts'
import { mayFinish } from '../dossier/state.ts'
import type { Holding } from '../held.ts'
import { readHeld } from '../read-held.ts'
import { attachments } from '../volumes/attachments.ts'
import { textAt } from './told-drain.ts'

/**
 * After its drain a Node, NodeClaim or Machine waits for the volumes of its node to be detached, where it says so: for the
 * VolumeAttachments that are being deleted. Others it may leave out, as those of Pods that it does not drain.
 */
export function volumesDetaching(found: Case): readonly Holding[] {
  const { held, finalizer, reports, context } = found
  const row = context.catalogue.rows.drains.find(each => each.finalizer === finalizer && each.on === held.ref.resource)
  if (row === undefined || !mayFinish(found)) return []
  const teller = row.deadline?.of === undefined ? reports.whole : ownerOf(found, row.deadline.of)
  const conditions = [undefined, ['v1beta2', 'conditions']].flatMap(path => readConditions(teller, path))
  if (!conditions.some(({ reason }) => drains.has('detaching', reason))) return []
  const node = nodeOf(found, row)
  if (node === undefined) return []
  const waitingFor = (seenOf(attachments(context.facts)) ?? [])
    .filter(({ spec, metadata }) => spec?.nodeName === node && metadata.deletionTimestamp !== undefined)
    .map(attachment => readHeld(attachment, context))
    .filter(attachment => attachment !== undefined)
    .map(attachment => ({ ref: attachment.ref, reason: 'Attachment' as const, held: attachment }))
  return waitingFor.length === 0 ? [] : [{ verdict: 'waiting', waitingFor }]
}

/** A Machine's node is often one of another cluster: what has its name here is it only where the same machine is behind both. */
function nodeOf({ held, reports, context: { facts } }: Case, row: DrainerRow): string | undefined {
  if (row.on === 'nodes') return held.ref.name
  const name = textAt(reports.whole, row.node ?? '')
  const machine = textAt(reports.whole, 'status.providerID') ?? textAt(reports.whole, 'spec.providerID')
  const nodes = facts.read({ about: 'list', resource: 'nodes' })
  const node = nodes.state === 'known' ? nodes.value.find(each => each.metadata.name === name) : undefined
  return machine !== undefined && textAt(node, 'spec.providerID') === machine ? name : undefined
}

/** A Node says nothing of its deletion itself; what made it does. */
function ownerOf({ held, context: { facts } }: Case, of: NonNullable<NonNullable<DrainerRow['deadline']>['of']>) {
  const owner = held.meta.ownerReferences?.find(({ kind }) => kind === of.kind)
  const all = owner && facts.read({ about: 'list', resource: of.resource })
  return all?.state === 'known' ? all.value.find(({ metadata }) => metadata.uid === owner!.uid) : undefined
}
