import type { Fact } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Facts } from '../facts.ts'

export const ATTACHMENTS = 'volumeattachments.storage.k8s.io'

/** `external-attacher/<driver>`: on a VolumeAttachment until it is detached, on a volume until nothing attaches it. */
export const ATTACHER_PREFIX = 'external-attacher/'

/** As much of a VolumeAttachment as the rules read. */
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
