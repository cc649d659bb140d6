import type { Store } from '../store/store.ts'
import { builtinTypes } from './builtin.ts'
import { typesOfDefinition } from './custom.ts'
import type { ServedType } from './served-type.ts'

export const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io'

/** Which types are served now: the built-in ones and those of established CRDs. */
export interface TypeRegistry {
  /** Every type in every served version, groups in the order of discovery. */
  all(): readonly ServedType[]
  find(group: string, version: string, plural: string): ServedType | undefined
  /** The served type of an apiVersion and kind, as RESTMapper finds it. */
  findKind(group: string, version: string, kind: string): ServedType | undefined
  /** One type per resource, in the version its objects are stored in. */
  stored(): readonly ServedType[]
}

/** Reads CRDs from the store, so a definition is served from the moment it is established. */
export function createTypeRegistry(store: Store): TypeRegistry {
  let seen = -1
  let types: readonly ServedType[] = []
  let byPath = new Map<string, ServedType>()
  let byKind = new Map<string, ServedType>()

  const refresh = () => {
    const revision = store.changedAt(DEFINITIONS)
    if (revision === seen) return
    seen = revision
    const custom = store.list(DEFINITIONS).flatMap(typesOfDefinition)
    custom.sort((left, right) => (left.group === right.group ? 0 : left.group < right.group ? -1 : 1))
    types = [...builtinTypes, ...custom]
    byPath = new Map(types.map(type => [`${type.group}/${type.version}/${type.plural}`, type]))
    byKind = new Map(types.map(type => [`${type.group}/${type.version}/${type.kind}`, type]))
  }

  return {
    all() {
      refresh()
      return types
    },
    find(group, version, plural) {
      refresh()
      return byPath.get(`${group}/${version}/${plural}`)
    },
    findKind(group, version, kind) {
      refresh()
      return byKind.get(`${group}/${version}/${kind}`)
    },
    stored() {
      refresh()
      const first = new Map<string, ServedType>()
      for (const type of types) {
        const known = first.get(type.storage)
        if (known === undefined || (type.group === known.group && type.version === type.storageVersion)) {
          first.set(type.storage, type)
        }
      }
      return [...first.values()]
    },
  }
}
