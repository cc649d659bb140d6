import type { KubeObject } from './object.ts'

/**
 * That a Pod stays, also without finalizers, until its kubelet has sent the last DELETE (kubernetes-deletion.md 1.7),
 * in words that are true before the end of its grace and after it. undefined for what goes at once without finalizers.
 */
export function kubeletEnds({ metadata }: KubeObject): string | undefined {
  return (metadata.deletionGracePeriodSeconds ?? 0) > 0
    ? `its kubelet is to end it at the end of its grace period (${metadata.deletionTimestamp})`
    : undefined
}
