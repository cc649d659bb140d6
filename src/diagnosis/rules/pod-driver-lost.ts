import { isEndRefused } from '../controller-manager/deletion-probe.ts'
import { podEnding } from '../pods/ending.ts'
import { containerEvidence, deadlineEvidence } from '../pods/pod-evidence.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'
import { lostDriverHolding } from '../volumes/lost-driver-cause.ts'
import { unmounting } from '../volumes/unmounting.ts'

/**
 * ControllerUnhealthy or ControllerMissing of a CSI driver: a Pod is past its grace period on a ready node, and its
 * kubelet cannot unmount its volumes: their driver no longer runs there. One cause for all Pods of the node.
 */
export function podDriverLost(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const ending = podEnding(held, context)
  if (ending?.state !== 'unconfirmed' || isEndRefused(held, context)) return []
  const drivers = unmounting(ending, context.facts)
  return (drivers?.lost ?? []).flatMap(({ driver, volumes }) => {
    const shown = [...volumes, deadlineEvidence(held), containerEvidence(ending.pod)]
    return lostDriverHolding(driver, shown, context.facts) ?? []
  })
}
