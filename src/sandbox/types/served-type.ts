import type { KubeObject } from '../../api/object.ts'
import type { ResourceType } from '../../api/resource-type.ts'

/** A resource in one served version, with what the server must know to store and delete it. */
export interface ServedType extends ResourceType {
  /** `plural` or `plural.group`: the key under which all versions of a resource share their objects. */
  readonly storage: string
  /** Version objects are stored in; another URL version means conversion. */
  readonly storageVersion: string
  readonly subresources: readonly Subresource[]
  /** metadata.generation counts changes of what the user wants. */
  readonly generation: boolean
  /** DELETE answers with the last object instead of a Status (`ReturnDeletedObject` of its store). */
  readonly returnsDeleted: boolean
  /** Set for custom resources: the definition they come from. */
  readonly definition?: KubeObject
}

export interface Subresource {
  readonly name: string
  readonly kind: string
  readonly group?: string
  readonly version?: string
  readonly verbs: readonly string[]
}

/** True when `/status` is a subresource: then the main endpoint ignores status and generation ignores it too. */
export function hasStatus(type: ServedType): boolean {
  return type.subresources.some(subresource => subresource.name === 'status')
}

/** True for types that a client defined by a CRD. */
export function isCustom(type: ServedType): boolean {
  return type.definition !== undefined
}
