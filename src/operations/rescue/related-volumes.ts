import { append } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import { volumeNameOf } from '../../api/volume-name.ts'
import { requiredType } from '../../cluster/discovery/discovery.ts'
import type { FactSource } from '../../cluster/facts/fact-source.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { message, type Sentence } from '../../messages/sentence.ts'
import { type Saved, type VolumeSpec, volumeSpecOf } from '../../plan/rescue/rescue.ts'

/** What was deleted together with an object, and what is lost of it already. */
export interface Related {
  /** What was deleted and comes back. */
  readonly saved: readonly Saved[]
  readonly volumes: readonly Saved[]
  readonly lost: readonly Sentence[]
}

/** Claims that were deleted with their owner, as by a cascade, have volumes that would be reclaimed with them. */
export async function withVolumes(
  saved: readonly Saved[],
  known: readonly Saved[],
  source: FactSource,
): Promise<Related> {
  const volumes = new Map(known.map(each => [each.object.metadata.uid, each]))
  const all = new Map(saved.map(each => [each.object.metadata.uid, each]))
  const ordered: Saved[] = []
  const lost: Sentence[] = []
  for (const each of saved) {
    const volumeName = volumeNameOf(each.object)
    const isKnown = [...volumes.values()].some(({ object }) => object.metadata.name === volumeName)
    if (volumeName !== undefined && !isKnown) {
      const more = await withVolume(each, source)
      for (const volume of more.volumes) volumes.set(volume.object.metadata.uid, volume)
      append(
        ordered,
        more.saved.filter(({ object }) => !all.has(object.metadata.uid)),
      )
      append(lost, more.lost)
    }
    ordered.push(each)
  }
  return { saved: ordered, volumes: [...volumes.values()], lost }
}

/** Why a terminating claim is not saved; undefined: its volume exists, or an earlier run recreates it (`returning`). */
export async function lostData(
  { object }: Saved,
  returning: ReadonlySet<string>,
  { transport, discovery, signal }: FactSource,
): Promise<Sentence | undefined> {
  const name = volumeNameOf(object)
  if (name === undefined || returning.has(name)) return undefined
  const type = requiredType('persistentvolumes', discovery)
  const volume = await readWhole(transport, type, { name }, signal)
  return volume === undefined ? message('DataGone', { volume: name }) : undefined
}

/** A claim, and its volume where that was deleted too. */
export async function withVolume(claim: Saved, source: FactSource): Promise<Related> {
  const volumeName = volumeNameOf(claim.object)
  if (volumeName === undefined) return { saved: [claim], volumes: [], lost: [message('NeverBound')] }
  const type = requiredType('persistentvolumes', source.discovery)
  const object = await readWhole(source.transport, type, { name: volumeName }, source.signal)
  // An earlier run let it go, and creates it first; of any other no plan is made.
  if (object === undefined) return { saved: [claim], volumes: [], lost: [] }
  const volume = { type, object }
  return { saved: [...terminating(volume), claim], volumes: [volume], lost: reclaimed(object) }
}

/** What cannot be known from here: whether its driver has begun, or is done. */
function reclaimed({ metadata, spec, status }: KubeObject): readonly Sentence[] {
  const { persistentVolumeReclaimPolicy: policy } = spec as VolumeSpec
  const { phase } = (status ?? {}) as { phase?: string }
  if (policy === 'Retain' || (phase !== 'Released' && phase !== 'Failed')) return []
  return [message('MayBeReclaimed', { volume: metadata.name, phase, policy: String(policy) })]
}

/** A volume, and its claim where that was deleted too. */
export async function withClaim(volume: Saved, source: FactSource): Promise<Related> {
  const { claimRef } = volumeSpecOf(volume.object)
  const alone: Related = { saved: [volume], volumes: [volume], lost: [] }
  if (claimRef === undefined) return alone
  const type = requiredType('persistentvolumeclaims', source.discovery)
  const object = await readWhole(source.transport, type, claimRef, source.signal)
  if (object === undefined || object.metadata.uid !== claimRef.uid) {
    const lost = message('ClaimGone', { claim: `${claimRef.namespace}/${claimRef.name}` })
    return { ...alone, lost: [lost, ...reclaimed(volume.object)] }
  }
  return { ...alone, saved: [volume, ...terminating({ type, object })] }
}

/** None where it is not being deleted. */
export function terminating(saved: Saved): readonly Saved[] {
  return saved.object.metadata.deletionTimestamp === undefined ? [] : [saved]
}
