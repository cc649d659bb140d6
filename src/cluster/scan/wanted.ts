import type { ObjectMeta } from '../../api/object.ts'

/** What a scan keeps beside the terminating objects. */
export interface Wanted {
  /** Everything in these namespaces. */
  readonly namespaces?: ReadonlySet<string>
  /** Everything that names one of these uids as its owner. */
  readonly owners?: ReadonlySet<string>
}

/** Whether an object is terminating or wanted otherwise. */
export function isKept(meta: ObjectMeta, { namespaces, owners }: Wanted): boolean {
  return (
    meta.deletionTimestamp !== undefined ||
    (meta.namespace !== undefined && (namespaces?.has(meta.namespace) ?? false)) ||
    (owners !== undefined && (meta.ownerReferences ?? []).some(({ uid }) => owners.has(uid)))
  )
}
