import type { Evidence } from './explanation.ts'
import type { Held, Holding } from './held.ts'
import { toWait } from './remedy.ts'

/**
 * That a part of Kubernetes is there and has only not come round to an object yet: `progressing`, one cause
 * (CleanupInProgress) for all objects that `worker` has before it.
 */
export function atWork({ ref }: Held, worker: string, evidence: readonly Evidence[]): Holding {
  return {
    verdict: 'progressing',
    cause: {
      key: `CleanupInProgress/${worker}`,
      code: 'CleanupInProgress',
      subject: ref,
      summary: `${worker} is working on it; this usually takes seconds.`,
      evidence,
      remedies: () => [toWait('wait, and run explain again in a minute')],
    },
  }
}
