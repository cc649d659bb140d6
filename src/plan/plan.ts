import { NAMESPACE } from '../api/builtin-finalizers.ts'
import type { KubeObject } from '../api/object.ts'
import { type ObjectRef, refOf } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import type { ShownContents } from './guards/deleted-with-it.ts'
import type { NamespaceEnd } from './namespace-end.ts'
import type { LiveGroup } from './ordered/live-groups.ts'
import { type Change, type ChangeResult, type Step, stepOf } from './outcome.ts'
import { isOfCollector, type Removal, removalWaves } from './removal.ts'
import type { Saved } from './rescue/rescue.ts'
import { type RescueTask, rescueChanges } from './rescue/rescue-tasks.ts'
import type { Section } from './sections.ts'

/** The deletion of one object in the ordinary way. */
export interface Deletion {
  readonly ref: ObjectRef
  readonly type: ResourceType
  readonly propagation: 'Background' | 'Foreground' | 'Orphan'
  /** Of an ordered deletion, from 1 on. Whoever runs the groups waits for their objects: here none is waited for. */
  readonly group?: number | undefined
  /** The whole object as a list had it a moment ago: absent, it is read. */
  readonly asRead?: KubeObject | undefined
  /** Of a Namespace: what may be in it, which goes with it. */
  readonly contents?: ShownContents | undefined
}

/** An object that is created again. */
export interface Restoration {
  /** With the uid that the object had. */
  readonly ref: ObjectRef
  readonly type: ResourceType
  /** As it will be sent. */
  readonly object: KubeObject
}

/** What else is changed in the same run as one object. */
export interface Among {
  /** Finalizers of its dependents were removed. */
  readonly afterDependents?: boolean
  /** It is one of many. */
  readonly isOfSet?: boolean
}

/** An object of this program's own that reports what it does or sees (`isOwn`); no step of the Outcome. */
export interface OwnObject {
  readonly type: ResourceType
  /** As it is to be created; where `sets` is given, as it was read. */
  readonly object: KubeObject
  /** Fields to set on just that state, as a merge patch has them; absent: it is created. */
  readonly sets?: Readonly<Record<string, unknown>> | undefined
  /** It is removed, in just that state. */
  readonly removes?: true
}

/** One object and what is to be done to it, with the object as it was shown. */
export type Task = {
  /** Of tasks that have one, the place in the Outcome, whatever wave they are in. */
  readonly place?: number
  /** Where it is not finished, nothing that comes after it is begun, or told. */
  readonly required?: true
  /** It is begun all the same where no other run could finish that either: nothing stays held in vain. */
  readonly undoes?: true
} & (
  | { readonly action: 'RemoveFinalizer'; readonly removal: Removal; readonly among?: Among }
  /** Of the Namespace as it is without the finalizers that tasks before it removed; where they are all finished. */
  | { readonly action: 'FinalizeNamespace'; readonly end: NamespaceEnd }
  | { readonly action: 'Create'; readonly restoration: Restoration }
  | { readonly action: 'Delete'; readonly deletion: Deletion }
  /** All of a group, one `of` so many, each gone by uid when it is done; where one stays, later ones are left alone. */
  | ({ readonly action: 'DeleteGroup'; readonly live: LiveGroup; readonly of: number } & Pick<Deletion, 'propagation'>)
  | { readonly action: 'Record'; readonly own: OwnObject }
  /** `Keep`: in a file alone; `Suspend`: a syncer makes nothing. */
  | { readonly action: 'Keep' | 'Suspend' | 'Resume'; readonly saved: Saved }
  /** With its status, and the volume that it was bound to; after its owners, which have new uids by then. */
  | { readonly action: 'Recreate'; readonly saved: Saved; readonly volume?: Saved | undefined }
  | RescueTask
)

/** Those of one wave are carried out at once, wave after wave. */
export type Waves = readonly (readonly Task[])[]

/** What a command is about to do: shown, tried or agreed to, then done. Only `perform` takes it through that. */
export interface Plan {
  readonly tasks?: Waves
  /** What is done after the tasks, as the Outcome names it; how depends on what came of them. */
  readonly afterwards?: readonly Change[]
  /** Change nothing in the cluster and cannot wait for consent: less can be kept each moment. */
  readonly early?: Waves
  /** What is shown of it, in this order. */
  readonly sections: readonly Section[]
  /** Why it is not begun, whoever agrees. */
  readonly hindrance?: ChangeResult | undefined
  /** What a dry run on the client's side answers; absent: that each change is planned. */
  readonly foreseen?: readonly Step[] | undefined
  /** What the server has answered to dry runs of it already; absent: the tasks are tried. */
  readonly tried?: readonly Step[] | undefined
  /** What is agreed to, beginning with a verb (`Remove 1 finalizer`), and the word to type; absent: no consent. */
  readonly consent?: { readonly to: Sentence; readonly word: string } | undefined
  /** How many objects are kept on disk before they are changed; 0: none can be, and no folder is needed. */
  readonly backups: number
}

/**
 * The removals in waves: blockers first, dependents before their owners, a Namespace after everything in it. Steps come
 * in the order of the removals.
 */
export function removalTasks(removals: readonly Removal[]): Waves {
  const places = new Map(removals.map((removal, index) => [removal, index]))
  const owners = new Set(
    removals.flatMap(({ object }) => (object.metadata.ownerReferences ?? []).map(({ uid }) => uid)),
  )
  const isOfSet = removals.length > 1
  return removalWaves(removals).map(wave =>
    wave.map(removal => {
      const among = { afterDependents: owners.has(removal.ref.uid), isOfSet }
      return { action: 'RemoveFinalizer', removal, among, place: places.get(removal)! }
    }),
  )
}

/** The objects of each group. */
export function deletionTasks(groups: readonly LiveGroup[], propagation: Deletion['propagation']): Waves {
  return groups.map(live => [{ action: 'DeleteGroup', live, of: groups.length, propagation }])
}

/** All tasks in the order in which the Outcome has them. */
export function inOrder(waves: Waves): readonly Task[] {
  return waves.flat().toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
}

/** What all of them do. */
export function changesIn(waves: Waves): readonly Change[] {
  return inOrder(waves).flatMap(changesOf)
}

/** What a task does, a change for each row of the Outcome. */
export function changesOf(task: Task): readonly Change[] {
  switch (task.action) {
    case 'RemoveFinalizer':
      return removalChanges(task.removal)
    case 'FinalizeNamespace': {
      const { ref, content } = task.end
      const stranded = content.objects.length === 0 ? undefined : content.objects.map(each => each.ref)
      return [{ ref, action: 'FinalizeNamespace', finalizer: NAMESPACE, stranded }]
    }
    case 'Create':
      return [{ ref: task.restoration.ref, action: 'Create' }]
    case 'Delete':
      return [{ ref: task.deletion.ref, action: 'Delete', group: task.deletion.group }]
    case 'DeleteGroup':
      return task.live.objects.map(({ ref }) => ({ ref, action: 'Delete', group: task.live.number }))
    case 'Record':
      return [ownChange(task.own)]
    case 'Keep':
    case 'Suspend':
    case 'Resume':
    case 'Recreate': {
      const { type, object } = task.saved
      return [{ ref: refOf(type, object.metadata), action: task.action === 'Recreate' ? 'Create' : task.action }]
    }
    default:
      return rescueChanges(task)
  }
}

/** The changes that take the allowed finalizers off, each with all that it leaves behind. */
export function removalChanges({ ref, leaks, allowed }: Pick<Removal, 'ref' | 'leaks' | 'allowed'>): readonly Change[] {
  return allowed.map(finalizer => {
    const isLeaking = leaks.length > 0 && !isOfCollector(finalizer)
    return { ref, action: 'RemoveFinalizer', finalizer, leaks: isLeaking ? leaks : undefined }
  })
}

/** Steps for changes that were not sent, and why. What surely was not done leaves nothing behind. */
export function unsent(changes: readonly Change[], came: ChangeResult): readonly Step[] {
  return changes.map(({ leaks, ...change }) =>
    stepOf(came.result === 'planned' && leaks !== undefined ? { ...change, leaks } : change, came),
  )
}

/** That the user interrupted before anything was sent. */
export const INTERRUPTED: ChangeResult = { result: 'skipped', message: message('InterruptedUnchanged') }

/** It tells of the run: the Outcome has no step for it. */
export function ownChange({ type, object, removes }: OwnObject): Change {
  return { ref: { ...refOf(type, object.metadata), uid: '' }, action: removes ? 'Delete' : 'Create', aside: true }
}
