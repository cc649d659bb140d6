import type { Sentence } from '../../messages/sentence.ts'
import type { Evidence, Remedy } from '../explanation.ts'

/** Something in the cluster that may keep a running controller from one object; a restart does not help then. */
export interface Clue {
  /** The same for objects that it is the same for. */
  readonly key: string
  /** What ends the sentence "… runs, and may be unable to remove the finalizer: ". */
  readonly why: Sentence
  readonly evidence: readonly Evidence[]
  readonly remedy: Remedy
  /** In place of what a removal costs otherwise. */
  readonly removal?: Sentence
  /** Nothing is there that could act on the object, whatever else the controller does. */
  readonly isSure?: true
}

export function clueOf(key: string, why: Sentence, fact: Sentence, source: string, remedy: Remedy): Clue {
  return { key, why, evidence: [{ fact, source }], remedy }
}
