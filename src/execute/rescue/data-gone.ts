import { refOf } from '../../api/object-ref.ts'
import { volumeNameOf } from '../../api/volume-name.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { message, sentenceOf } from '../../messages/sentence.ts'
import type { ChangeResult, Step } from '../../plan/outcome.ts'
import type { Rescue, Saved } from '../../plan/rescue/rescue.ts'
import type { Tools } from '../tools.ts'
import { VOLUMES } from './rescue-tools.ts'

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

/**
 * The first claim that lost its volume, as the step that is not taken; not if the rescue recreates the volume. Never
 * rejects.
 */
export async function firstLost({ units, target }: Rescue, tools: Tools): Promise<readonly Step[]> {
  const own = new Set(units.flatMap(({ object }) => (object.kind === 'PersistentVolume' ? [object.metadata.name] : [])))
  const action = 'Create'
  try {
    for (const claim of units) {
      if (own.has(volumeNameOf(claim.object) ?? '')) continue
      const why = await withoutVolume(claim, tools)
      if (why !== undefined) return [{ ref: refOf(claim.type, claim.object.metadata), action, ...why }]
    }
  } catch (error) {
    return [{ ref: target, action, result: 'failed', message: sentenceOf(error) }]
  }
  return []
}
