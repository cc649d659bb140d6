import type { Explanation } from '../../diagnosis/explanation.ts'
import type { Outlook } from '../../diagnosis/preflight/foreseen.ts'
import type { Reading } from '../../render/explanation-head.ts'

/** What `explain` found, in whatever form it is shown. */
export interface Answer {
  readonly explanation: Explanation
  readonly reading: Reading
  readonly notTerminating: readonly Outlook[]
}
