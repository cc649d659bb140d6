import { PV_PROTECTION, PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import { server } from '../../statements/words/server.ts'
import { type Blocker, type RuleContext, readHeld, type StuckObject } from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'
import { aliveClaim, consumerHolding } from '../volumes/consumer-holding.ts'
import { consumersOf, wholeVolume } from '../volumes/consumers.ts'

/**
 * VolumeInUse: a Pod that is not being deleted uses the claim, so kubernetes.io/pvc-protection stays. A claim waits for
 * a Pod that is terminating itself. With no user left, the finalizer waits only for its controller.
 */
export function volumeInUse(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const { ref, meta } = held
  if (ref.resource !== 'persistentvolumeclaims' || meta.deletionTimestamp === undefined) return []
  if (!meta.finalizers?.includes(PVC_PROTECTION)) return []
  const pods = context.facts.read({ about: 'list', resource: 'pods', namespace: ref.namespace ?? '' })
  switch (pods.state) {
    case 'absent':
      return []
    case 'unreadable': {
      // A user that is seen is one, whoever else there is.
      const seen = pods.part === undefined ? [] : holdingsBy(pods.part, held, context)
      if (seen.some(({ verdict }) => verdict === 'stuck')) return seen
      const summary = message('UsersOfClaimNotRead', { claim: ref.name, namespace: ref.namespace })
      return [...seen, unreadHolding(held, PVC_PROTECTION, pods.why, summary)]
    }
    case 'known':
      return holdingsBy(pods.value, held, context)
  }
}

function holdingsBy(pods: readonly KubeObject[], held: StuckObject, context: RuleContext): readonly Blocker[] {
  return consumersOf(held, pods, context.facts).flatMap(pod => consumerHolding(pod, held, context))
}

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

const SNAPSHOTS = 'volumesnapshots.snapshot.storage.k8s.io'

interface Snapshot extends KubeObject {
  readonly spec?: { readonly source?: { readonly persistentVolumeClaimName?: string } }
  readonly status?: { readonly readyToUse?: boolean; readonly error?: { readonly message?: string } }
}

/**
 * A snapshot that cannot be taken because its claim is being deleted waits for that claim, which in turn waits for the
 * snapshot: neither can finish. If only one of them is being deleted, that is for the rule for protections.
 */
export function snapshotSource(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const { resource, namespace, uid } = held.ref
  if (resource !== SNAPSHOTS || namespace === undefined) return []
  const list = context.facts.read({ about: 'list', resource: SNAPSHOTS, namespace })
  if (list.state !== 'known') return []
  const { spec, status } = (list.value as readonly Snapshot[]).find(({ metadata }) => metadata.uid === uid) ?? {}
  const name = spec?.source?.persistentVolumeClaimName
  const isFailed = server.has('claim is deleted', status?.error?.message ?? '')
  if (name === undefined || status?.readyToUse === true || !isFailed) return []
  const claim = context.facts.read({ about: 'object', resource: 'persistentvolumeclaims', namespace, name })
  const source = claim.state === 'known' ? readHeld(claim.value, context) : undefined
  if (source?.meta.deletionTimestamp === undefined) return []
  return [{ verdict: 'waiting', waitingFor: [{ ref: source.ref, reason: 'Claim', held: source }] }]
}
