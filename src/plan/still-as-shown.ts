import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../api/object.ts'
import { message, type Sentence } from '../messages/sentence.ts'

/**
 * What makes an object differ from what was shown, in a sentence; undefined when that still holds. Labels, annotations
 * and the server's bookkeeping decided nothing and may change; a changed status means that something is at work.
 */
export function changeSince(shown: KubeObject, now: KubeObject): Sentence | undefined {
  const [before, after] = [shown.metadata, now.metadata]
  if (before.uid !== after.uid) return message('AnotherUnderName')
  if (after.deletionTimestamp === undefined) return message('NotBeingDeleted')
  if (!isDeepStrictEqual(before.finalizers ?? [], after.finalizers ?? []))
    return message('FinalizersChanged', { left: after.finalizers ?? [] })
  if (before.deletionTimestamp !== after.deletionTimestamp) return message('DeletionTimeChanged')
  if (!isDeepStrictEqual(before.ownerReferences ?? [], after.ownerReferences ?? [])) return message('OwnersChanged')
  // The namespace controller reports in a Namespace's status, whatever else holds it.
  const bookkeeping = new Set(now.kind === 'Namespace' ? ['metadata', 'status'] : ['metadata'])
  const fields = new Set([...Object.keys(shown), ...Object.keys(now)].filter(field => !bookkeeping.has(field)))
  const changed = [...fields].filter(field => !isDeepStrictEqual(shown[field], now[field]))
  return changed.length === 0 ? undefined : message('FieldsChanged', { fields: changed })
}

/** The object as it would be without these finalizers. */
export function withoutFinalizers(object: KubeObject, finalizers: readonly string[]): KubeObject {
  const left = object.metadata.finalizers?.filter(name => !finalizers.includes(name))
  return { ...object, metadata: { ...object.metadata, ...(left && { finalizers: left }) } }
}
