import type { ObjectMeta } from '../../api/object.ts'
import { ShapeError } from '../../api/shape.ts'

/** What a scan keeps beside the terminating objects. */
export interface Wanted {
  readonly everything?: boolean | undefined
  /** Everything in these namespaces. */
  readonly namespaces?: ReadonlySet<string> | undefined
  /** Everything that names one of these uids as its owner. */
  readonly owners?: ReadonlySet<string> | undefined
  /** Everything that carries a finalizer. */
  readonly finalized?: boolean | undefined
  /** Is given every uid that an object names as its owner, kept or not. */
  readonly ownersSeen?: Set<string> | undefined
}

/** Whether anything is wanted of what is not terminating: else an item without a deletionTimestamp need not be read. */
export function wantsMore({ everything = false, namespaces, owners, finalized = false, ownersSeen }: Wanted): boolean {
  return everything || finalized || ownersSeen !== undefined || (namespaces?.size ?? 0) > 0 || (owners?.size ?? 0) > 0
}

/** Whether an object is terminating or wanted otherwise. Throws a ShapeError if its owners are malformed. */
export function isKept(
  meta: ObjectMeta,
  { everything = false, namespaces, owners, finalized, ownersSeen }: Wanted,
): boolean {
  const uids = owners === undefined && ownersSeen === undefined ? [] : ownersOf(meta)
  for (const uid of uids) ownersSeen?.add(uid)
  if (everything || (meta.deletionTimestamp ?? null) !== null || namespaces?.has(meta.namespace ?? '')) return true
  if (finalized && (meta.finalizers?.length ?? 0) > 0) return true
  return owners !== undefined && uids.some(uid => owners.has(uid))
}

function ownersOf(meta: ObjectMeta): readonly string[] {
  const references: unknown = meta.ownerReferences ?? []
  if (!Array.isArray(references)) throw new ShapeError('metadata.ownerReferences is malformed')
  return references.map(reference => reference?.uid)
}
