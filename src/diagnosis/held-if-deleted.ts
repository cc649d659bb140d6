import type { ObjectRef } from '../api/object-ref.ts'
import type { Catalogue, CatalogueEntry } from './catalogue/catalogue.ts'
import type { StuckObject } from './stuck-object.ts'

/** What would keep an object that has not been deleted, if it were. */
export interface HeldIfDeleted {
  readonly ref: ObjectRef
  readonly finalizers: readonly { readonly name: string; readonly known?: CatalogueEntry | undefined }[]
}

/** The finalizers of an object, each with what the catalogue knows of it on an object of this type. */
export function heldIfDeleted({ ref, finalizers }: StuckObject, catalogue: Catalogue): HeldIfDeleted {
  return { ref, finalizers: finalizers.map(({ name }) => ({ name, known: catalogue.find(name, ref.resource) })) }
}
