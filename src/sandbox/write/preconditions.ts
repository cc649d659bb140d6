import type { KubeObject } from '../../api/object.ts'
import { conflict } from '../answer/refusal.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import type { ServedType } from '../types/served-type.ts'

/** uid and resourceVersion of DeleteOptions against what is stored: 409, with the Kind where others name the plural. */
export function checkPreconditions(type: ServedType, stored: KubeObject, options: DeleteOptions): void {
  const { uid, resourceVersion } = options.preconditions ?? {}
  const { name } = stored.metadata
  if (uid !== undefined && uid !== stored.metadata.uid) {
    const message = `the UID in the precondition (${uid}) does not match the UID in record (${stored.metadata.uid}). The object might have been deleted and then recreated`
    throw conflict(type, name, message, 'kind')
  }
  if (resourceVersion !== undefined && resourceVersion !== stored.metadata.resourceVersion) {
    const message = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored.metadata.resourceVersion}). The object might have been modified`
    throw conflict(type, name, message, 'kind')
  }
}

/** The Namespace store has its own spelling for the same. */
export function checkNamespacePreconditions(type: ServedType, stored: KubeObject, options: DeleteOptions): void {
  const { uid, resourceVersion } = options.preconditions ?? {}
  if (uid !== undefined && uid !== stored.metadata.uid) {
    const message = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored.metadata.uid}`
    throw conflict(type, stored.metadata.name, message)
  }
  if (resourceVersion !== undefined && resourceVersion !== stored.metadata.resourceVersion) {
    const message = `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${stored.metadata.resourceVersion}`
    throw conflict(type, stored.metadata.name, message)
  }
}

/** What etcd's storage says when the uid of a PUT is not the stored one. */
export function storageConflict(type: ServedType, stored: KubeObject, uid: string): string {
  return storageError(type, stored, `UID in precondition: ${uid}, UID in object meta: ${stored.metadata.uid}`)
}

/**
 * A bug of the real server: a DELETE with a resourceVersion that removes the last finalizer looks for a state that it
 * never wrote, and is refused each time. A dry run, and a DELETE with the uid alone, pass.
 */
export function checkLastFinalizer(type: ServedType, stored: KubeObject, { preconditions }: DeleteOptions): void {
  const { name, finalizers = [], resourceVersion } = stored.metadata
  if (preconditions?.resourceVersion === undefined || finalizers.length === 0) return
  const mismatch = `ResourceVersion in precondition: , ResourceVersion in object meta: ${resourceVersion}`
  throw conflict(type, name, storageError(type, stored, mismatch))
}

function storageError(type: ServedType, { metadata: { namespace, name } }: KubeObject, mismatch: string): string {
  const group = type.definition === undefined ? '' : `${type.group}/`
  const key = `/registry/${group}${type.plural}/${namespace === undefined ? '' : `${namespace}/`}${name}`
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${mismatch}`
}
