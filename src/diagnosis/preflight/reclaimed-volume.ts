import type { V1PersistentVolume } from '@kubernetes/client-node'
import { seenOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { once } from '../facts.ts'
import { heldOf, type RuleContext, type StuckObject } from '../stuck-object.ts'

/** The volume, of reclaim policy Delete, that is deleted with a claim. The list is read once for all claims. */
export function reclaimedVolume(
  { ref }: StuckObject,
  context: Pick<RuleContext, 'facts' | 'terminating'>,
): StuckObject | undefined {
  const { facts, terminating } = context
  const type = facts.types.find(({ group, plural }) => group === '' && plural === 'persistentvolumes')
  if (type === undefined) return undefined
  const volumes = facts.read({ about: 'list', resource: 'persistentvolumes' })
  const byClaim = once(facts, 'reclaimed volumes by claim', () => {
    const deleted = (seenOf(volumes) ?? []).filter(volume => specOf(volume)?.persistentVolumeReclaimPolicy === 'Delete')
    return new Map(deleted.map(volume => [specOf(volume)?.claimRef?.uid, volume]))
  })
  const volume = byClaim.get(ref.uid)
  return volume && (terminating.get(volume.metadata.uid) ?? heldOf(type, volume.metadata))
}

function specOf(volume: KubeObject): V1PersistentVolume['spec'] {
  return volume.spec as V1PersistentVolume['spec']
}
