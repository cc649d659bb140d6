import { seenOf } from '../../api/fact.ts'
import type { Held, Holding, RuleContext } from '../held.ts'
import { readHeld } from '../read-held.ts'
import { unreadHolding } from '../unread.ts'
import { ATTACHER_PREFIX, attachments } from './attachments.ts'

/** A volume with a finalizer of its CSI attacher waits for the VolumeAttachments that attach it; without any it does not. */
export function volumeAttached(held: Held, context: RuleContext): readonly Holding[] {
  const { ref, meta } = held
  if (ref.resource !== 'persistentvolumes' || meta.deletionTimestamp === undefined) return []
  const finalizer = meta.finalizers?.find(name => name.startsWith(ATTACHER_PREFIX))
  if (finalizer === undefined) return []
  const all = attachments(context.facts)
  const waitingFor = (seenOf(all) ?? [])
    .filter(({ spec }) => spec?.source?.persistentVolumeName === ref.name)
    .map(attachment => readHeld(attachment, context))
    .filter(attachment => attachment !== undefined)
    .map(attachment => ({ ref: attachment.ref, reason: 'Attachment' as const, held: attachment }))
  const waits: readonly Holding[] = waitingFor.length === 0 ? [] : [{ verdict: 'waiting', waitingFor }]
  if (all.state === 'unreadable') {
    const summary = `Whether PersistentVolume ${ref.name} is still attached to a node could not be read.`
    return [...waits, unreadHolding(held, finalizer, all.why, summary)]
  }
  return waits
}
