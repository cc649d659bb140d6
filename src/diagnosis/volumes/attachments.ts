import { type Fact, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import type { Facts } from '../facts.ts'
import { type Blocker, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'

export const ATTACHMENTS = 'volumeattachments.storage.k8s.io'

/** `external-attacher/<driver>`: on a VolumeAttachment until it is detached, on a volume until nothing attaches it. */
export const ATTACHER_PREFIX = 'external-attacher/'

export interface Attachment extends KubeObject {
  readonly spec?: {
    readonly attacher?: string
    readonly nodeName?: string
    readonly source?: { readonly persistentVolumeName?: string }
  }
  readonly status?: {
    readonly attached?: boolean
    readonly attachError?: { readonly message?: string }
    readonly detachError?: { readonly time?: string; readonly message?: string }
  }
}

/** Every VolumeAttachment, one per volume and node: none names its volume in its metadata. */
export function attachments(facts: Facts): Fact<readonly Attachment[]> {
  return facts.read({ about: 'list', resource: ATTACHMENTS }) as Fact<readonly Attachment[]>
}

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
