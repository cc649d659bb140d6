import { checkBuiltInFields } from '../../../api/built-in-fields.ts'
import type { KubeObject } from '../../../api/object.ts'
import { parseApiVersion } from '../../../api/resource-type.ts'
import { checkedObject, ShapeError } from '../../../api/shape.ts'

export interface Kind {
  readonly apiVersion: string
  readonly kind: string
}

/** What a document of a dump holds. */
export interface DumpObjects {
  /** Each with apiVersion and kind. */
  readonly objects: readonly KubeObject[]
  readonly isList: boolean
  /** Of a list that says of which type it is, as `PodList` does. */
  readonly listOf: Kind | undefined
}

const NOTHING: DumpObjects = { objects: [], isList: false, listOf: undefined }

/**
 * The objects of one document: an object, a List, a list of one type, or an array. `expected` is what items are that do
 * not say it themselves. `skip` is told of what is no object.
 */
export function objectsIn(document: unknown, expected: Kind | undefined, skip: (why: string) => void): DumpObjects {
  if (Array.isArray(document)) return { objects: read(document, expected, skip), isList: true, listOf: undefined }
  if (typeof document !== 'object' || document === null) return NOTHING
  const { apiVersion, kind, items } = document as Readonly<Record<string, unknown>>
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return NOTHING
  if (!kind.endsWith('List') || (!Array.isArray(items) && items !== null)) {
    return 'metadata' in document ? { ...NOTHING, objects: read([document], undefined, skip) } : NOTHING
  }
  const listOf = kind === 'List' ? undefined : { apiVersion, kind: kind.slice(0, -'List'.length) }
  return { objects: read(items ?? [], listOf ?? expected, skip), isList: true, listOf }
}

function read(
  items: readonly unknown[],
  expected: Kind | undefined,
  skip: (why: string) => void,
): readonly KubeObject[] {
  return items.flatMap(item => {
    try {
      const object = checkedObject(typeof item === 'object' && !Array.isArray(item) ? { ...expected, ...item } : item)
      const isKind = typeof object.apiVersion === 'string' && typeof object.kind === 'string'
      if (!isKind) throw new ShapeError('apiVersion or kind is missing')
      checkBuiltInFields(parseApiVersion(object.apiVersion).group, object)
      return [object]
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error
      skip(`something in it is not a Kubernetes object: ${error.message}`)
      return []
    }
  })
}
