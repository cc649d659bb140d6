import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../api/object.ts'

/**
 * What makes an object another one than was shown, in a sentence; undefined when what was shown still holds. Labels,
 * annotations and the server's own bookkeeping decided nothing and may change; a status that changes is somebody at work.
 */
export function changeSince(shown: KubeObject, now: KubeObject): string | undefined {
  const [before, after] = [shown.metadata, now.metadata]
  if (before.uid !== after.uid) return 'the object that was shown is gone, and another object with its name exists'
  if (after.deletionTimestamp === undefined) return 'it is not being deleted'
  if (!isDeepStrictEqual(before.finalizers ?? [], after.finalizers ?? [])) {
    return `its finalizers changed since it was shown: ${(after.finalizers ?? []).join(', ') || 'none is left'}`
  }
  if (before.deletionTimestamp !== after.deletionTimestamp) return 'its deletionTimestamp changed since it was shown'
  if (!isDeepStrictEqual(before.ownerReferences ?? [], after.ownerReferences ?? [])) {
    return 'its owners changed since it was shown'
  }
  // The namespace controller reports in a Namespace's status, whatever else holds it.
  const bookkeeping = new Set(now.kind === 'Namespace' ? ['metadata', 'status'] : ['metadata'])
  const fields = new Set([...Object.keys(shown), ...Object.keys(now)].filter(field => !bookkeeping.has(field)))
  const changed = [...fields].filter(field => !isDeepStrictEqual(shown[field], now[field]))
  return changed.length === 0
    ? undefined
    : `its ${changed.join(' and ')} changed since it was shown: another client is updating it`
}

/** The object as it would be without these finalizers. */
export function withoutFinalizers(object: KubeObject, finalizers: readonly string[]): KubeObject {
  const left = object.metadata.finalizers?.filter(name => !finalizers.includes(name))
  return { ...object, metadata: { ...object.metadata, ...(left && { finalizers: left }) } }
}
