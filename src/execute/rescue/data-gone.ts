import { volumeNameOf } from '../../api/volume-name.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { message } from '../../messages/sentence.ts'
import type { ChangeResult } from '../../plan/outcome.ts'
import type { Rescue, Saved } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'
import { VOLUMES } from './storage-types.ts'

/**
 * Why a claim is not to be released or created: its volume is gone or terminating; undefined: it exists, or this is no
 * claim of one. Rejects with ApiFailure where that could not be read.
 */
export async function withoutVolume({ object }: Saved, { transport }: Tools): Promise<ChangeResult | undefined> {
  const name = volumeNameOf(object)
  if (name === undefined) return undefined
  const volume = await readWhole(transport, VOLUMES, { name })
  if (volume === undefined) return { result: 'refused', message: message('DataGone', { volume: name }) }
  if (volume.metadata.deletionTimestamp === undefined) return undefined
  return { result: 'changed', guard: 'Changed', message: message('VolumeBeingDeleted', { volume: name }) }
}

/** The first claim that lost its volume, and why; not if the rescue recreates the volume. Rejects with ApiFailure. */
export async function claimWithoutVolume(
  { units }: Pick<Rescue, 'units'>,
  tools: Tools,
): Promise<{ readonly claim: Saved; readonly why: ChangeResult } | undefined> {
  const own = new Set(units.flatMap(({ object }) => (object.kind === 'PersistentVolume' ? [object.metadata.name] : [])))
  for (const claim of units) {
    if (own.has(volumeNameOf(claim.object) ?? '')) continue
    const why = await withoutVolume(claim, tools)
    if (why !== undefined) return { claim, why }
  }
  return undefined
}

/** No guard refused it, and no other run could save it: nothing is left changed for one. */
export function isHopeless({ result, guard }: ChangeResult): boolean {
  return result === 'refused' && guard === undefined
}
