import type { Explanation } from '../../diagnosis/explanation.ts'
import type { HeldIfDeleted } from '../../diagnosis/held-if-deleted.ts'
import type { Reading } from '../../render/explanation-head.ts'

/** What `explain` found, in whatever form it is shown. */
export interface Answer {
  readonly explanation: Explanation
  readonly reading: Reading
  readonly notTerminating: readonly HeldIfDeleted[]
}
