import { PVC_PROTECTION } from '../../api/builtin-finalizers.ts'
import type { KubeObject } from '../../api/object.ts'
import type { Held, Holding, RuleContext } from '../held.ts'
import { unreadHolding } from '../unread.ts'
import { consumerHolding } from '../volumes/consumer-holding.ts'
import { consumersOf } from '../volumes/consumers.ts'

/**
 * VolumeInUse: a Pod that is not going away uses the claim, which kubernetes.io/pvc-protection then keeps. For a Pod that
 * is terminating itself the claim waits. With no user left the finalizer is only a matter of its controller.
 */
export function volumeInUse(held: Held, context: RuleContext): readonly Holding[] {
  const { ref, meta } = held
  if (ref.resource !== 'persistentvolumeclaims' || meta.deletionTimestamp === undefined) return []
  if (!meta.finalizers?.includes(PVC_PROTECTION)) return []
  const pods = context.facts.read({ about: 'list', resource: 'pods', namespace: ref.namespace ?? '' })
  switch (pods.state) {
    case 'pending':
    case 'absent':
      return []
    case 'unreadable': {
      const summary = `Which Pods use claim ${ref.name} in namespace ${ref.namespace} could not be read.`
      return [unreadHolding(held, PVC_PROTECTION, pods.why, summary)]
    }
    case 'known':
      return consumersOf(held, pods.value, context.facts).flatMap((pod: KubeObject) =>
        consumerHolding(pod, held, context),
      )
  }
}
