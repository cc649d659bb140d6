import type { V1PersistentVolume } from '@kubernetes/client-node'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { once } from '../facts.ts'
import { heldOf, type RuleContext, type StuckObject } from '../stuck-object.ts'

/** The volume that is deleted with a claim; `orEmptied`: or recycled. The list is read once for all claims. */
export function reclaimedVolume(
  { ref }: StuckObject,
  context: Pick<RuleContext, 'facts' | 'terminating'>,
  orEmptied = false,
): StuckObject | undefined {
  const { facts, terminating } = context
  const type = facts.types.find(({ group, plural }) => group === '' && plural === 'persistentvolumes')
  if (type === undefined) return undefined
  const volumes = facts.read({ about: 'list', resource: 'persistentvolumes' })
  const byClaim = once(facts, 'reclaimed volumes by claim', () => {
    return new Map((seenOf(volumes) ?? []).map(volume => [specOf(volume)?.claimRef?.uid, volume]))
  })
  const volume = byClaim.get(ref.uid)
  const policy = volume && specOf(volume)?.persistentVolumeReclaimPolicy
  if (volume === undefined || !(policy === 'Delete' || (orEmptied && policy === 'Recycle'))) return undefined
  return terminating.get(volume.metadata.uid) ?? heldOf(type, volume.metadata)
}

function specOf(volume: KubeObject): V1PersistentVolume['spec'] {
  return volume.spec as V1PersistentVolume['spec']
}
