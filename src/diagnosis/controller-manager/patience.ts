import type { ControllerManager } from '../controller-manager-lease.ts'

/** Whether a controller manager is late with its work; one that took over only now has not had that time. */
export function isLate(
  { ageSeconds, patienceSeconds }: { readonly ageSeconds: number; readonly patienceSeconds: number },
  { sinceSeconds = ageSeconds }: ControllerManager,
): boolean {
  return Math.min(ageSeconds, sinceSeconds) >= patienceSeconds
}
