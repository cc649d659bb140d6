import { seenOf } from '../../api/fact.ts'
import { message } from '../../messages/sentence.ts'
import { readHeld } from '../read-held.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'
import { ATTACHER_PREFIX, attachments } from './attachments.ts'

/** A volume with a finalizer of its CSI attacher waits for its VolumeAttachments; without one it does not. */
export function volumeAttached(held: StuckObject, context: RuleContext): readonly Blocker[] {
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
  const waits: readonly Blocker[] = waitingFor.length === 0 ? [] : [{ verdict: 'waiting', waitingFor }]
  if (all.state === 'unreadable') {
    const summary = message('AttachmentNotRead', { volume: ref.name })
    return [...waits, unreadHolding(held, finalizer, all.why, summary)]
  }
  return waits
}
