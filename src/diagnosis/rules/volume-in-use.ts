import { PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import { message } from '../../messages/sentence.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { unreadHolding } from '../unread.ts'
import { consumerHolding } from '../volumes/consumer-holding.ts'
import { consumersOf } from '../volumes/consumers.ts'

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
