import type { Finding } from '../../../cluster/scan/scan.ts'
import { message, type Sentence } from '../../../messages/sentence.ts'
import type { Manifest } from '../parse-manifests.ts'

/** What a source says is to be deleted. */
export interface Listed {
  readonly manifests: readonly Manifest[]
  /** Of the objects for which it tells none. */
  readonly namespace: string
  /**
   * Present: the cluster itself stores the list. Its types and objects may be gone by now, and objects of others may
   * be in it.
   */
  readonly stored?: StoredList | undefined
  /** Of whose types the server may have none: their CRDs are in the list too. Without it, of none but stored ones. */
  readonly mayLack?: (manifest: Manifest) => boolean
}

export interface StoredList {
  /** Objects that stand for the list themselves: deleted with what is in it, and after it. */
  readonly keepers: readonly Finding[]
  /** Why an object is left alone, though it is in the list; undefined: it is not. */
  readonly spares: (found: Finding) => Sentence | undefined
  /** What has to be known beside. */
  readonly notes: readonly Sentence[]
  /** Helm would delete it, in its order of kinds. */
  readonly isHelm?: boolean | undefined
}

/** Why what a source lists is left alone. */
export function withoutMark(of: string): Sentence {
  return message('NoMarkOf', { of })
}
