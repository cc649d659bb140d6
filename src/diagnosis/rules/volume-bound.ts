import { PV_PROTECTION } from '../../api/builtin-finalizers.ts'
import { message } from '../../messages/sentence.ts'
import { type Blocker, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'
import { aliveClaim } from '../volumes/consumer-holding.ts'
import { wholeVolume } from '../volumes/whole-volume.ts'

/**
 * A volume with kubernetes.io/pv-protection waits for its claim while it is Bound; a claim that is not being deleted is
 * the root cause (InstanceAlive). A volume that is not Bound, or whose claim is gone, waits only for its controllers.
 */
export function volumeBound(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const { ref, meta } = held
  if (ref.resource !== 'persistentvolumes' || meta.deletionTimestamp === undefined) return []
  if (!meta.finalizers?.includes(PV_PROTECTION)) return []
  const volume = wholeVolume(ref.name, context.facts)
  if (volume.state === 'unreadable') {
    const summary = message('BindingNotRead', { volume: ref.name })
    return [unreadHolding(held, PV_PROTECTION, volume.why, summary)]
  }
  if (volume.state !== 'known' || volume.value.status?.phase !== 'Bound') return []
  const { namespace, name, uid } = volume.value.spec?.claimRef ?? {}
  if (namespace === undefined || name === undefined) return []
  const claim = context.facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name })
  if (claim.state === 'unreadable') {
    const summary = message('ClaimOfVolumeNotRead', { claim: name, namespace, volume: ref.name })
    return [unreadHolding(held, PV_PROTECTION, claim.why, summary)]
  }
  if (claim.state !== 'known' || (uid !== undefined && claim.value.metadata.uid !== uid)) return []
  const bound = readHeld(claim.value, context)
  if (bound === undefined) return []
  const waitingFor = [{ ref: bound.ref, reason: 'Claim', held: bound }] as const
  return [
    bound.meta.deletionTimestamp === undefined
      ? { ...aliveClaim(bound.ref, volume.value), waitingFor }
      : { verdict: 'waiting', waitingFor },
  ]
}
