import type { Outside } from './outside-rows.ts'
import type { WayOut } from './ways-out.ts'

/** What is lost or broken when the finalizer is removed by hand. */
export type Risk = 'low' | 'medium' | 'high'

/** How far an entry was checked against the project's source: what it does, only its name, or not at all. */
export type Verified = 'behaviour' | 'string' | 'none'

/** Who removes a finalizer. */
export interface KnownController {
  /** Its workload, or words for people on what it is. */
  readonly name: string
  /** Where it usually runs; empty when it can be anywhere, or outside the cluster. `*` and `<words>` stand for text. */
  readonly namespaces: readonly string[]
  /** A label selector of its pods, or words on how to find them; may be "". */
  readonly selectorHint: string
  /** Where it runs if not as a Pod of the cluster whose objects it looks after. */
  readonly outside?: Outside
}

/** What is known about one finalizer, or about a family of them that share a form of name. */
export interface CatalogueEntry {
  /** The name; in that of a family `*` stands for any text, which no real name can hold. */
  readonly finalizer: string
  /** For a family whose form is stricter than `finalizer` can say: the regular expression of its names. */
  readonly expression?: string
  /** `group/Kind`, `group/*`, `*.domain/*`, or `*` for any; the core group is `core`. */
  readonly kinds: readonly string[]
  readonly project: string
  readonly controller: KnownController
  /** What the controller does before it removes the finalizer. */
  readonly cleans: string
  /** When the controller removes it. */
  readonly goneWhen: string
  /** What is left behind, or broken, when somebody else removes it. */
  readonly ifRemoved: string
  readonly risk: Risk
  /** Where to look before removing it. */
  readonly checkFirst: string
  /** Where it was read: `owner/repository:path`. */
  readonly source: string
  readonly verified: Verified
  /** What its product offers itself where objects do not go. */
  readonly waysOut?: readonly Pick<WayOut, 'by' | 'summary' | 'risk' | 'source'>[]
}
