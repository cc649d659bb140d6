import type { ObjectMeta } from '../../api/object.ts'

/**
 * Metadata as the scan came upon it, where the object has not changed since by its resourceVersion, else what is given: so that no
 * list keeps what is in memory already.
 */
export function knownMetadata(
  scanned: ReadonlyMap<string, { readonly meta: ObjectMeta }>,
): (read: ObjectMeta) => ObjectMeta {
  return read => {
    const known = scanned.get(read.uid)?.meta
    return known?.resourceVersion !== undefined && known.resourceVersion === read.resourceVersion ? known : read
  }
}
