import type { Item } from '../deletion-groups.ts'

/** An object that a deployer recorded, or that the custom resource owns. */
export interface ManagedResource {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  /** Absent for cluster-scoped objects. */
  readonly namespace?: string | undefined
  /** Only when it was read now: a recorded one may be from before the object was re-created. */
  readonly uid?: string | undefined
  /** Only delete it when this label names the DeployItem. */
  readonly onlyLabelled?: NonNullable<Item['onlyLabelled']> | undefined
}

export function itemOf({ name, namespace, ...rest }: ManagedResource): Item {
  return { ...rest, names: [name], namespaces: namespace === undefined ? [] : [namespace] }
}
