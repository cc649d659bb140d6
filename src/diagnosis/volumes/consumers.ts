import type { V1PersistentVolumeSpec, V1PodSpec } from '@kubernetes/client-node'
import { type Fact, seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import { type Facts, once } from '../facts.ts'
import { nodeNameOf } from '../pods/ending.ts'
import { type Blocker, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'

/**
 * The Pods that keep kubernetes.io/pvc-protection on a claim, by the rule of its controller: they name it and have a
 * node, in any phase (Completed ones count until they are deleted). The claim of a generic ephemeral volume belongs
 * only to its own Pod, and is free once that got its last DELETE.
 */
export function consumersOf(claim: StuckObject, pods: readonly KubeObject[], facts: Facts): readonly KubeObject[] {
  const byClaim = once(facts, `consumers in ${claim.ref.namespace}`, () => consumersByClaim(pods))
  return (byClaim.get(claim.ref.name) ?? [])
    .filter(({ pod, ephemeral }) => !ephemeral || (isControlledBy(claim, pod) && !isShutDown(pod)))
    .map(({ pod }) => pod)
}

type Consumer = { readonly pod: KubeObject; readonly ephemeral: boolean }

function consumersByClaim(pods: readonly KubeObject[]): ReadonlyMap<string, readonly Consumer[]> {
  const byClaim = new Map<string, Consumer[]>()
  for (const pod of pods) {
    if (nodeNameOf(pod) === undefined) continue
    for (const [claim, ephemeral] of claimsNamedBy(pod)) {
      const consumers = byClaim.get(claim)
      if (consumers === undefined) byClaim.set(claim, [{ pod, ephemeral }])
      else consumers.push({ pod, ephemeral })
    }
  }
  return byClaim
}

/** Each claim once, with whether it is that of an ephemeral volume. */
function claimsNamedBy(pod: KubeObject): ReadonlyMap<string, boolean> {
  const { volumes } = (pod.spec ?? {}) as Partial<V1PodSpec>
  const claims = new Map<string, boolean>()
  for (const { name, ephemeral, persistentVolumeClaim } of volumes ?? []) {
    // A claim that is named outright counts, whatever else names it.
    if (persistentVolumeClaim?.claimName !== undefined) claims.set(persistentVolumeClaim.claimName, false)
    const own = `${pod.metadata.name}-${name}`
    if (ephemeral && !claims.has(own)) claims.set(own, true)
  }
  return claims
}

function isControlledBy(claim: StuckObject, pod: KubeObject): boolean {
  return (claim.meta.ownerReferences ?? []).some(({ uid, controller }) => controller && uid === pod.metadata.uid)
}

/** The last DELETE of a Pod sets its grace to 0: it has run through its end, and only finalizers keep the object. */
function isShutDown({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0
}

export interface Volume extends KubeObject {
  readonly spec?: V1PersistentVolumeSpec
  readonly status?: { readonly phase?: string; readonly message?: string }
}

export function wholeVolume(name: string, facts: Facts): Fact<Volume> {
  return facts.read({ about: 'object', resource: 'persistentvolumes', name }) as Fact<Volume>
}

/** What a volume is called at its provider: `vol-1 (disk.csi.example.com)`; its own name where it does not tell. */
export function providerName(name: string, volume: Volume | undefined): string {
  const { driver, volumeHandle } = volume?.spec?.csi ?? {}
  if (volumeHandle === undefined) return `volume ${name}`
  return driver === undefined ? volumeHandle : `${volumeHandle} (${driver})`
}

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
