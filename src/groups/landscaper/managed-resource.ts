import type { ObjectRef } from '../../api/object-ref.ts'
import type { Item } from '../deletion-groups.ts'

/** An object that a deployer recorded, or that the custom resource owns. */
export interface ManagedResource extends Omit<ObjectRef, 'resource' | 'uid'> {
  /** Only when it was read now: a recorded one may be from before the object was re-created. */
  readonly uid?: string | undefined
  /** Only delete it when this label names the DeployItem. */
  readonly onlyLabelled?: NonNullable<Item['onlyLabelled']> | undefined
}

export function itemOf({ name, namespace, ...rest }: ManagedResource): Item {
  return { ...rest, names: [name], namespaces: namespace === undefined ? [] : [namespace] }
}
