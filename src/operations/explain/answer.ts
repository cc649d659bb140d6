import type { Reading } from '../../api/terminating.ts'
import type { Explanation } from '../../diagnosis/explanation.ts'
import type { Outlook } from '../../diagnosis/preflight/foreseen.ts'

/** What `explain` found, in whatever form it is shown. */
export interface Answer {
  readonly explanation: Explanation
  readonly reading: Reading
  readonly notTerminating: readonly Outlook[]
}
