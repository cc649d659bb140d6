import type { ObjectMeta, OwnerReference } from '../../api/object.ts'
import { ShapeError } from '../../api/shape.ts'

/** What a scan keeps beside the terminating objects. */
export interface ScanFilter {
  readonly everything?: boolean | undefined
  /** Everything in these namespaces. */
  readonly namespaces?: ReadonlySet<string> | undefined
  /** Everything that names one of these uids as its owner. */
  readonly owners?: ReadonlySet<string> | undefined
  /** Everything that names an owner of one of these kinds. */
  readonly ownerKinds?: ReadonlySet<string> | undefined
  /** Everything that carries a finalizer. */
  readonly finalized?: boolean | undefined
  /** Is given every uid that an object names as its owner, kept or not, but of those kinds. */
  readonly ownersSeen?: Set<string> | undefined
}

/** Whether anything is wanted of what is not terminating: else an item without a deletionTimestamp need not be read. */
export function wantsMore({ everything, namespaces, finalized, ...ofOwners }: ScanFilter): boolean {
  return everything === true || finalized === true || (namespaces?.size ?? 0) > 0 || looksAtOwners(ofOwners)
}

/** Whether the owners of an object tell anything. */
export function looksAtOwners({ owners, ownerKinds, ownersSeen }: ScanFilter): boolean {
  return owners !== undefined || ownerKinds !== undefined || ownersSeen !== undefined
}

/** Notes an owner in `ownersSeen`; whether an object with it is wanted for that. */
export function seeOwner(uid: string, kind: string, { owners, ownerKinds, ownersSeen }: ScanFilter): boolean {
  const isOfKind = ownerKinds?.has(kind) === true
  if (!isOfKind) ownersSeen?.add(uid)
  return isOfKind || owners?.has(uid) === true
}

/** Whether an object is terminating or wanted otherwise. Throws a ShapeError if its owners are malformed. */
export function isKept(meta: ObjectMeta, wanted: ScanFilter): boolean {
  const { everything = false, namespaces, finalized = false } = wanted
  const isOwned = seeOwners(meta, wanted)
  if (everything || (meta.deletionTimestamp ?? null) !== null || namespaces?.has(meta.namespace ?? '')) return true
  return isOwned || (finalized && (meta.finalizers?.length ?? 0) > 0)
}

/** The same of every owner of an object. Throws a ShapeError if they are malformed. */
export function seeOwners(meta: ObjectMeta, wanted: ScanFilter): boolean {
  if (!looksAtOwners(wanted)) return false
  return ownersOf(meta).filter(each => seeOwner(each?.uid, each?.kind, wanted)).length > 0
}

function ownersOf(meta: ObjectMeta): readonly OwnerReference[] {
  const references: unknown = meta.ownerReferences ?? []
  if (!Array.isArray(references)) throw new ShapeError('metadata.ownerReferences is malformed')
  return references
}
