import type { Reading } from '../../api/terminating.ts'
import type { Outlook, Preflight } from '../../diagnosis/preflight/foreseen.ts'
import type { ObjectGraph } from '../tree-lines.ts'
import type { Explanation } from '../words/explanation.ts'

/** What a page shows: an explanation, or what a preflight says with an explanation of what would be left. */
export interface PageContent {
  readonly explanation: Explanation
  /** What would come of a deletion: the explanation is of what it would leave. */
  readonly preflight?: Preflight | undefined
  /** What waits for what among its objects. */
  readonly graph: ObjectGraph
  readonly reading: Reading
  readonly notTerminating: readonly Outlook[]
  /** Which cluster it is, without credentials. */
  readonly place: string
  /** What could not be read, and the like. */
  readonly notes: readonly string[]
  /** The command whose answer holds everything. */
  readonly everything: string
  /** The digest of a text in base64, by which the page allows its own style and script. */
  readonly sha256: (text: string) => string
  /** A text as gzip makes it, in base64. */
  readonly gzip: (text: string) => string
}
