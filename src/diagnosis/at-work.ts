import { message } from '../messages/sentence.ts'
import { type Evidence, toWait } from './explanation.ts'
import { type Blocker, blocker, type StuckObject } from './stuck-object.ts'

/**
 * That a part of Kubernetes is there and has only not come round to an object yet: `progressing`, one cause
 * (CleanupInProgress) for all objects that `worker` has before it.
 */
export function atWork({ ref }: StuckObject, worker: string, evidence: readonly Evidence[]): Blocker {
  return blocker('progressing', {
    key: `CleanupInProgress/${worker}`,
    subject: ref,
    summary: message('PartAtWork', { worker }),
    evidence,
    remedies: () => [toWait(message('WaitAndExplainAgain'))],
  })
}
