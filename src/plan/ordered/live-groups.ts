import type { ObjectMeta } from '../../api/object.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Prospect } from '../../diagnosis/prospect.ts'
import type { User } from '../../diagnosis/usage.ts'
import type { Group } from '../../groups/deletion-groups.ts'
import type { Sentence } from '../../messages/sentence.ts'
import type { Refusal } from '../guard.ts'
import type { Step } from '../outcome.ts'

/** A cluster in which objects of a group are: that of the custom resource, or a Landscaper Target's. */
export interface Cluster {
  /** Of the Target; undefined: the cluster of the custom resource. */
  readonly name: string | undefined
  /** Which one that is, for people; absent: that of this run. */
  readonly place?: string
}

export interface LiveObject {
  readonly cluster: Cluster
  readonly ref: ObjectRef
  readonly type: ResourceType
  readonly meta: ObjectMeta
}

/** One object, and no other of another cluster. */
export function keyOf({ cluster }: Pick<LiveObject, 'cluster'>, uid: string): string {
  return `${cluster.name ?? ''} ${uid}`
}

/** A group with what the cluster has of it. */
export interface LiveGroup {
  /** From 1 on, skipped ones counted. */
  readonly number: number
  readonly group: Group
  readonly objects: readonly LiveObject[]
  /** What others delete when these are gone, and has to be gone before the next group. */
  readonly awaited?: readonly LiveObject[]
  /** What it names and the cluster does not have: `job/c1-drain in namespace shop`. */
  readonly absent: readonly string[]
  /** What it names too and an earlier group deletes. */
  readonly earlier: readonly { readonly object: LiveObject; readonly group: number }[]
  /** What it would take beyond what was deployed, and was not agreed to. */
  readonly spared: readonly LiveObject[]
}

/** A Namespace or a CRD that a group deletes, and what goes with it unnamed. */
export interface TakenAlong {
  readonly by: LiveObject
  /** Of the instances of a CRD; absent where the server does not serve them. */
  readonly kind?: string | undefined
  readonly group: number
  /** Without what the same group, or one before it, deletes by itself. */
  readonly objects: readonly LiveObject[]
  /** Of what goes with it. */
  readonly unreadable: readonly Pick<Unreadable, 'resource' | 'reason'>[]
}

/** What could not be read of what a resource owns, which a renderer words. */
export type Unread = Omit<Unreadable, 'resource'> & { readonly resource: Sentence }

/** What is known, before the groups are run, of the removal that comes after them. */
export interface Forecast {
  /** The finalizers that will be offered for removal. */
  readonly finalizers: readonly string[]
  /** Guards that refuse it as things are now. */
  readonly refused: readonly Step[]
  /** What the resource keeps. */
  readonly others: readonly string[]
}

/** With what each goes that was to stay. */
export interface Takers {
  /** What groups spare, by its key. */
  readonly spared: Readonly<Record<string, TakenAlong>>
  /** In the place of each item of which nothing is named. */
  readonly remaining: readonly (TakenAlong | null)[]
}

/** What is to be expected of a finalizer of an object by itself. */
export interface Outlook {
  readonly prospect: Prospect
  /** In a group with forceDelete: the guards that would keep it on the object as things are now. */
  readonly forced?: readonly Refusal[] | undefined
}

/** What a finalizer of an object means for the run. */
export interface Protection extends Outlook {
  readonly object: LiveObject
  /** Whether the object is expected to get stuck on it. */
  readonly getsStuck: boolean
  /** The group that deletes what would have to remove this finalizer. */
  readonly controllerInGroup?: number | undefined
  /** Who keeps it there when its group is run, and the later group with which that goes; without one: none. */
  readonly usedBy?: { readonly user: User; readonly group?: number } | undefined
}
