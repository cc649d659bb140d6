import type { Outside } from './outside.ts'
import type { PauseSwitch } from './switches.ts'
import type { WayOut } from './ways-out.ts'

/** What is lost or broken when the finalizer is removed by hand. */
export type Risk = 'low' | 'medium' | 'high'

/** How far an entry was checked against the project's source: what it does, only its name, or not at all. */
export type Verified = 'behaviour' | 'string' | 'none'

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
export interface CatalogueEntry extends Particulars {
  /** The name; in that of a family `*` stands for any text, which no real name can hold. */
  readonly finalizer: string
  /** `group/Kind`, `group/*`, `*.domain/*`, or `*` for any; the core group is `core`. */
  readonly kinds: readonly string[]
  readonly project: string
  readonly controller: KnownController
  /** What the controller does before it removes the finalizer. */
  readonly cleans: string
  readonly goneWhen: string
  /** What is left behind, or broken, when somebody else removes it. */
  readonly ifRemoved: string
  readonly risk: Risk
  readonly checkFirst: string
  /** Where it was read: `owner/repository:path`; of a user's entry its file and line. */
  readonly source: string
  readonly verified: Verified
  /** Who says so, where it is not the catalogue that is shipped: a file of the user, or the CRD in its annotation. */
  readonly from?: 'user' | 'CRD'
}

export interface Particulars {
  /** For a family whose form is stricter than `finalizer` can say: the regular expression of its names. */
  readonly expression?: string
  readonly renamedTo?: { readonly name: string; readonly since?: string; readonly source: string }
  /**
   * The verbs by which its controller removes it, each of them enough: without them, `update` and `patch` are possible.
   */
  readonly removedBy?: { readonly verbs: readonly ('update' | 'patch')[]; readonly source: string }
  /** Fields that name an object without which its controller cannot finish. */
  readonly refersBy?: readonly NamingField[]
  readonly pausedBy?: readonly Omit<PauseSwitch, 'of'>[]
  /** What its product offers itself where objects do not go. */
  readonly waysOut?: readonly Omit<WayOut, 'finalizers'>[]
  readonly keptBy?: KeptBy
  /** `owner`, or a field that names it: once that is gone, nothing of `ifRemoved` can happen. */
  readonly onlyFor?: string
  /** Objects with the same text for `*` are one to its controller, which has that as their name, in its log too. */
  readonly groupedBy?: '*'
  /** What `*` stands for is a node: only what runs there removes it. */
  readonly onNode?: '*'
  /** Fields with the ids of what the object stands for outside of the cluster: `status.bucketName`. */
  readonly ids?: readonly string[]
}

/** A policy by which nothing outside is deleted with the object, in a field of it or of the object that it names. */
export interface KeptBy {
  readonly field: string
  readonly value: string
  /** That it names in a `field`, with `uid` there as the object's own. */
  readonly of?: { readonly field: string; readonly resource: string; readonly uid: string }
  readonly ifRemoved: string
  readonly source: string
}

/** A field whose text, or `name` in it, is the name of an object of this type. */
export interface NamingField {
  /** `spec.providerConfigRef`; lists are walked. */
  readonly field: string
  /** `plural.group`. */
  readonly resource: string
  readonly source: string
}

/** A field that has the uid of another object, which is another one when that object is created again. */
export interface UidRow {
  /** `plural.group` of the objects that have the field. */
  readonly on: string
  /** `spec.claimRef.uid`; no list is on the way. */
  readonly field: string
  /** `plural.group` of the object whose uid it is. */
  readonly resource: string
  readonly source: string
}

/** The same for objects with a finalizer of a project, where the name may be made of the field's value. */
export interface NamingRow extends Omit<NamingField, 'field'> {
  readonly field?: string
  /** A label of the object, in place of a field. */
  readonly label?: string
  /** `*` stands for any text; any finalizer where it is not said. */
  readonly finalizer?: string
  /** `plural.group` of the objects that have the field; any where it is not said. */
  readonly on?: string
  /** The name, with `*` where the value goes. */
  readonly name?: string
  /** It may be in any namespace; else it is in the object's own. */
  readonly anywhere?: boolean
}
