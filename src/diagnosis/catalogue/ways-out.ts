import type { Sentence } from '../../messages/sentence.ts'
import type { Remedy } from '../explanation.ts'
import type { FieldTest } from './inventories.ts'
import { concerns } from './kinds.ts'
import { isOneOf } from './wildcard.ts'

/** What a product offers itself where its objects do not go. */
export interface WayOut {
  /** Names; `*` stands for any text. */
  readonly finalizers: readonly string[]
  /** As in the catalogue; any where it is not said. */
  readonly kinds?: readonly string[]
  /**
   * `uninstall`: ends the whole installation, so it is for objects whose controller is gone, or whose namespace goes.
   * `release`: a running controller then removes the finalizer, and leaves what it stands for as it is.
   * `by hand`: what the controller would have done before it removed the finalizer, for objects whose controller is
   * gone; the finalizer is removed after that. `retry`: makes a controller that gave up try again, once what it failed
   * at is fixed.
   */
  readonly by: 'uninstall' | 'release' | 'by hand' | 'retry'
  /** That the controller gave up: one of these holds. */
  readonly when?: readonly FieldTest[]
  /** What is set on the object, or on another one of its namespace; only where it is not set so already. */
  readonly set?: Setting | undefined
  /** What is run, for those that set nothing; NAMESPACE and NAME stand for those of each object. */
  readonly commands?: readonly string[]
  /** What it does, to be read after "Product: ", or all that is said of it. */
  readonly summary: Sentence
  readonly project: string
  readonly risk: Remedy['risk']
  /** Where it was read: `owner/repository:path`, or a page. */
  readonly source: string
}

export type Setting =
  | { readonly annotation: string; readonly value: string }
  /** A field of its status that is taken away. */
  | { readonly clear: string }
  /** Below spec; only of objects that have the field. */
  | {
      readonly field: string
      readonly value: unknown
      readonly optional?: true
      /** What other fields decide whether it counts: all of these. */
      readonly where?: readonly OtherField[]
    }
  /** A field at the top of another object. */
  | { readonly of: string; readonly name: string; readonly field: string; readonly value: string }

/** A list or a value below spec: what is among its values; nothing where it is absent. */
export type OtherField = { readonly field: string } & (
  | { readonly has: string }
  | { readonly lacks: string }
  | { readonly absent: true }
)

export function waysOut(rows: readonly WayOut[], finalizer: string, resource: string): readonly WayOut[] {
  return rows.filter(
    ({ finalizers, kinds }) => isOneOf(finalizers, finalizer) && (kinds === undefined || concerns(kinds, resource)),
  )
}
