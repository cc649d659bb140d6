import type { V1OwnerReference } from '@kubernetes/client-node'
import { oncePer } from './once-per.ts'

/** Plain types of what the API server sends, only as much of each as this program reads. */

export type OwnerReference = Readonly<V1OwnerReference>

export interface ManagedFieldsEntry {
  readonly manager?: string
  readonly operation?: string
  readonly apiVersion?: string
  readonly time?: string
  readonly fieldsType?: string
  readonly fieldsV1?: Readonly<Record<string, unknown>>
  readonly subresource?: string
}

export interface ObjectMeta {
  readonly name: string
  readonly generateName?: string
  readonly namespace?: string
  readonly uid: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly OwnerReference[]
  readonly finalizers?: readonly string[]
  readonly managedFields?: readonly ManagedFieldsEntry[]
}

/** Any object of the API: its own fields beside metadata are read by whoever knows its kind. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
  readonly [field: string]: unknown
}

/** When an object was created, in ms; 0 where that is not told. */
export function createdAt({ creationTimestamp = '' }: Pick<ObjectMeta, 'creationTimestamp'>): number {
  return Date.parse(creationTimestamp) || 0
}

/** Whether it names this object as an owner, whoever wrote that. */
export function isOwnedBy({ metadata }: Pick<KubeObject, 'metadata'>, uid: string): boolean {
  return metadata.ownerReferences?.some(owner => owner.uid === uid) === true
}

/** The names of the objects of a list: many ask for one each. */
export const namesOfList = oncePer((list: readonly KubeObject[]): ReadonlySet<string> => {
  return new Set(list.map(({ metadata }) => metadata.name))
})
