import type { KubeObject } from '../api/object.ts'
import type { Change } from './outcome.ts'
import { changesOf, type Deletion, type Task, type Waves } from './plan.ts'

/** A change as a journal has it before anything is begun; what its object was like is in the backup. */
export interface PlannedChange extends Change {
  /** The state that was shown. */
  readonly resourceVersion?: string | undefined
  readonly propagation?: Deletion['propagation'] | undefined
  readonly required?: true | undefined
  readonly undoes?: true | undefined
}

/** What all of them do, wave after wave. */
export function plannedChanges(waves: Waves): readonly (readonly PlannedChange[])[] {
  const planned = (task: Task): readonly PlannedChange[] => {
    const { required, undoes } = task
    return changesOf(task).map((change, index) => ({ ...change, required, undoes, ...shownIn(task, index) }))
  }
  return waves.map(wave => wave.flatMap(planned))
}

function shownIn(task: Task, index: number): Pick<PlannedChange, 'resourceVersion' | 'propagation'> {
  if (task.action === 'DeleteGroup')
    return { resourceVersion: task.live.objects[index]!.meta.resourceVersion, propagation: task.propagation }
  const shown: { readonly object?: KubeObject } =
    'removal' in task ? task.removal : 'end' in task ? task.end : 'saved' in task ? { ...task.saved } : {}
  return { resourceVersion: shown.object?.metadata.resourceVersion }
}
