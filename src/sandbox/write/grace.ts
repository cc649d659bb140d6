import type { KubeObject } from '../../api/object.ts'
import { timestamp } from '../clock.ts'
import type { DeleteOptions } from '../request/delete-options.ts'

const DEFAULT_GRACE_SECONDS = 30

/**
 * Grace of a Pod: deletionTimestamp lies in the future by the grace. `pending`: a running grace stays as it is.
 * undefined: nothing graceful about this DELETE, the generic rules apply.
 */
export function gracefully(pod: KubeObject, options: DeleteOptions, now: number): KubeObject | 'pending' | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, generation } = pod.metadata
  if (deletionTimestamp !== undefined) {
    if (deletionGracePeriodSeconds === 0) return undefined
    const asked = options.gracePeriodSeconds
    if (asked === undefined || asked >= deletionGracePeriodSeconds) return 'pending'
    return shortened(pod, deletionTimestamp, deletionGracePeriodSeconds, asked, now)
  }
  const seconds = effectiveGrace(pod, options)
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ...(generation !== undefined && generation > 0 && { generation: generation + 1 }),
      deletionTimestamp: timestamp(now + seconds * 1000),
      deletionGracePeriodSeconds: seconds,
    },
  }
}

/** Zero for a Pod that no kubelet runs: not scheduled, or ended. */
function effectiveGrace(pod: KubeObject, options: DeleteOptions): number {
  const spec = pod.spec as { nodeName?: string; terminationGracePeriodSeconds?: number } | undefined
  const phase = (pod.status as { phase?: string } | undefined)?.phase
  if (!spec?.nodeName || phase === 'Succeeded' || phase === 'Failed') return 0
  return options.gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS
}

/** A shorter grace counts from the request; one that is over already becomes one second, for the kubelet to end. */
function shortened(pod: KubeObject, deadline: string, grace: number, asked: number, now: number): KubeObject {
  const wanted = Date.parse(deadline) - grace * 1000 + asked * 1000
  const past = wanted < now
  const seconds = past && asked !== 0 ? 1 : asked
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      deletionTimestamp: timestamp(past ? now : wanted),
      deletionGracePeriodSeconds: seconds,
    },
  }
}
