import type { ControllerManager } from '../controller-manager-lease.ts'

/**
 * For so long, in seconds, work that a living kube-controller-manager has not done yet is only late: it deletes many objects
 * one by one, and comes again to a namespace by half of what its Pods were given to end. After that it stands still.
 */
export const PATIENCE_SECONDS = 300

/** The same for one step of which a controller is told by an event: done within a second as a rule. */
export const PROMPT_SECONDS = 60

/** Whether a controller manager has not done in time what it has to; one that took over only now has not had that time. */
export function isLate(
  { ageSeconds, patienceSeconds }: { readonly ageSeconds: number; readonly patienceSeconds: number },
  { sinceSeconds = ageSeconds }: ControllerManager,
): boolean {
  return Math.min(ageSeconds, sinceSeconds) >= patienceSeconds
}
