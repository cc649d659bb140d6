import type { KubeObject } from '../../api/object.ts'

/** Fields of metadata that Go omits when they are empty: a patch that removes the last entry leaves no `[]` behind. */
const OMITTED_WHEN_EMPTY = [
  'finalizers',
  'ownerReferences',
  'labels',
  'annotations',
  'managedFields',
  'generateName',
] as const

/** The object as a round trip through the server's types leaves it. */
export function canonical(object: KubeObject): KubeObject {
  const { metadata } = object
  const empty = OMITTED_WHEN_EMPTY.filter(field => isEmpty(metadata[field]))
  if (empty.length === 0) return object
  const kept = Object.entries(metadata).filter(([field]) => !(empty as readonly string[]).includes(field))
  return { ...object, metadata: Object.fromEntries(kept) as unknown as KubeObject['metadata'] }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
