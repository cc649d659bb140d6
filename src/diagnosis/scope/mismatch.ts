import type { Sentence } from '../../messages/sentence.ts'
import type { Evidence, Remedy } from '../explanation.ts'

/** Why a workload does not select an object: what it was started with, and what the object carries. */
export interface Mismatch {
  /** The same for objects that are left out alike. */
  readonly key: string
  /** What is to be set, and to what: `namespace team-a`. */
  readonly lacks: Sentence
  readonly evidence: readonly Evidence[]
  /** What the setting means is known, and that it was read means that the object is left alone. */
  readonly isCertain: boolean
  /** How the object is made one that it selects; absent: the workload is to select more. */
  readonly remedies?: readonly Remedy[]
}
