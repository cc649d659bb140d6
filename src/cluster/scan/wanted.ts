import type { ObjectMeta } from '../../api/object.ts'
import { ShapeError } from '../../api/shape.ts'

/** What a scan keeps beside the terminating objects. */
export interface Wanted {
  /** Everything in these namespaces. */
  readonly namespaces?: ReadonlySet<string> | undefined
  /** Everything that names one of these uids as its owner. */
  readonly owners?: ReadonlySet<string> | undefined
  /** Everything that carries a finalizer. */
  readonly finalized?: boolean | undefined
}

/** Whether anything is wanted that is not terminating: else an item without a deletionTimestamp need not be read. */
export function wantsMore({ namespaces, owners, finalized = false }: Wanted): boolean {
  return finalized || (namespaces?.size ?? 0) > 0 || (owners?.size ?? 0) > 0
}

/** Whether an object is terminating or wanted otherwise. Its metadata are unchecked yet: throws a ShapeError where they do not tell. */
export function isKept(meta: ObjectMeta, { namespaces, owners, finalized }: Wanted): boolean {
  if ((meta.deletionTimestamp ?? null) !== null || namespaces?.has(meta.namespace ?? '')) return true
  if (finalized && (meta.finalizers?.length ?? 0) > 0) return true
  if (owners === undefined) return false
  const references: unknown = meta.ownerReferences ?? []
  if (!Array.isArray(references)) throw new ShapeError('metadata.ownerReferences is malformed')
  return references.some(reference => owners.has(reference?.uid))
}
