import { NAMESPACE } from '../api/builtin-finalizers.ts'
import type { KubeObject } from '../api/object.ts'
import { type ObjectRef, refOf } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import type { Tools } from '../execute/tools.ts'
import { message, type Sentence } from '../messages/sentence.ts'
import type { NamespaceEnd } from './namespace-end.ts'
import { type Change, type ChangeResult, type Step, stepOf } from './outcome.ts'
import { isOfCollector, type Removal } from './removal.ts'
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

/** One object and what is to be done to it, with the object as it was shown: what `carryOut` takes. */
export type Task =
  | { readonly action: 'RemoveFinalizer'; readonly removal: Removal; readonly among?: Among }
  | { readonly action: 'FinalizeNamespace'; readonly end: NamespaceEnd }
  | { readonly action: 'Create'; readonly restoration: Restoration }
  /** `keeps` is asked before each request: what keeps the object by then. */
  | { readonly action: 'Delete'; readonly deletion: Deletion; readonly keeps?: () => Promise<ChangeResult | undefined> }
  | { readonly action: 'Record'; readonly own: OwnObject }

/** What a command is about to do: shown, tried or agreed to, then done. Only `perform` takes it through that. */
export interface Plan {
  /** Everything that it does, in its order, as the Outcome names it. */
  readonly changes: readonly Change[]
  /** What is shown of it, in this order. */
  readonly sections: readonly Section[]
  /** Why it is not begun, whoever agrees. */
  readonly hindrance?: ChangeResult | undefined
  /** What a dry run on the client's side answers; absent: that each change is planned. */
  readonly foreseen?: readonly Step[] | undefined
  /** What is agreed to, beginning with a verb (`Remove 1 finalizer`), and the word to type; absent: no consent. */
  readonly consent?: { readonly to: Sentence; readonly word: string } | undefined
  /** How many objects are kept on disk before they are changed; 0: none can be, and no folder is needed. */
  readonly backups: number
  /** Changes nothing in the cluster and cannot wait for consent: less can be kept each moment. Not in a dry run. */
  first?(tools: Tools): Promise<readonly Step[]>
  /** Tries it by dry runs of the server; absent: as `run` does with tools that change nothing. */
  try?(tools: Tools): Promise<readonly Step[]>
  /** Does it, as it was agreed to. */
  run(tools: Tools): Promise<readonly Step[]>
}

/** What a task does, a change for each row of the Outcome. */
export function changesOf(task: Task): readonly Change[] {
  switch (task.action) {
    case 'RemoveFinalizer':
      return removalChanges(task.removal, task.removal.allowed)
    case 'FinalizeNamespace': {
      const { ref, content } = task.end
      const stranded = content.objects.length === 0 ? undefined : content.objects.map(each => each.ref)
      return [{ ref, action: 'FinalizeNamespace', finalizer: NAMESPACE, stranded }]
    }
    case 'Create':
      return [{ ref: task.restoration.ref, action: 'Create' }]
    case 'Delete':
      return [{ ref: task.deletion.ref, action: 'Delete', group: task.deletion.group }]
    case 'Record':
      return [ownChange(task.own)]
  }
}

/** The changes that take these finalizers off, each with all that it leaves behind. */
export function removalChanges(
  { ref, leaks }: Pick<Removal, 'ref' | 'leaks'>,
  finalizers: readonly string[],
): readonly Change[] {
  return finalizers.map(finalizer => {
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
