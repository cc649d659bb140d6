import type { Sentence } from '../../messages/sentence.ts'
import type { Evidence, Remedy } from '../explanation.ts'

/** Something in the cluster by which a controller that runs may be kept from one object: no restart of it helps then. */
export interface Clue {
  /** The same for objects that it is the same for. */
  readonly key: string
  /** What ends the sentence "… runs, and may be unable to remove the finalizer: ". */
  readonly why: Sentence
  readonly evidence: readonly Evidence[]
  readonly remedy: Remedy
}
