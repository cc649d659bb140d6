import type { Discovery } from '../../cluster/discovery/discovered.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Sentence } from '../../messages/sentence.ts'
import type { Cluster, LiveObject } from '../../plan/ordered/live-groups.ts'
import type { Step } from '../../plan/outcome.ts'
import type { Reach } from '../../plan/reach.ts'
import type { Tools } from '../tools.ts'

/**
 * `refused`: the server rejected a DELETE, or the object is another one now. `another`: another resource has the name
 * of the one whose objects these were. `changed`: more would go than was shown.
 */
export type StopReason = 'timeout' | 'refused' | 'recreated' | 'interrupted' | 'another' | 'changed'

/** Where an ordered deletion ended early, and why. */
export interface Stopped {
  readonly group: number
  readonly reason: StopReason
}

/** A cluster that can be asked. */
export interface OpenCluster {
  readonly cluster: Cluster
  readonly transport: Transport
  readonly discovery: Discovery
  /** How the user gets there; absent: as this run did. */
  readonly reach?: Reach
}

/** By name: all in which a plan has objects. */
export type Clusters = ReadonlyMap<Cluster['name'], OpenCluster>

/** What whoever deletes groups is lent, beside what every change needs. */
export interface OrderedTools extends Tools {
  readonly clusters: Clusters
  /** In seconds of `clock.elapsed`: from then on nothing more is deleted; for all groups together. */
  readonly deadline: number
  /** In place of it: the time that each group has, from its begin. undefined: none of its own. */
  readonly secondsPerGroup: number | undefined
  readonly pollSeconds: number
  /** Takes finalizers off what was deleted and is there still, through the guards of `remove`. Never rejects. */
  force(objects: readonly LiveObject[], group: number): Promise<readonly Step[]>
  /** Why these still exist, a sentence for each uid; without those about which nothing is known. Never rejects. */
  explain(objects: readonly LiveObject[]): Promise<ReadonlyMap<string, Sentence>>
  /**
   * Whether the resource for which all this is done is still the one that was shown; it is while it cannot be read.
   * Absent: there is none, and each DELETE has its own uid.
   */
  subject?(): Promise<'same' | 'gone' | 'another'>
  /** Why a group is not begun: more would go with these by now. Absent: it is not looked at. Never rejects. */
  cameSince?(objects: readonly LiveObject[]): Promise<Sentence | undefined>
  report(progress: GroupProgress): void
  onStop(stopped: Stopped): void | Promise<void>
}

/** What is done at once: groups were written by somebody, waves were worked out. */
export type Called = 'group' | 'wave'

/** How far a group is; told when its objects were asked for, and after every look at them. */
export interface GroupProgress {
  readonly group: number
  readonly groups: number
  readonly gone: number
  readonly objects: number
  /** Those that went since the last report. */
  readonly went: readonly LiveObject[]
  readonly left: readonly LiveObject[]
  /** Why they are there, by uid, once it was asked. */
  readonly why: ReadonlyMap<string, Sentence>
  readonly deadline: number
  /** What else changed than the time; `over`: nothing more is told of these objects. */
  readonly news: 'asked' | 'went' | 'explained' | 'nothing' | 'over'
}
