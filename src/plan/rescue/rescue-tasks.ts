import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { refOf } from '../../api/object-ref.ts'
import type { Action, Change } from '../outcome.ts'
import { holdFor, stoppedByRescue } from './hold.ts'
import { dependentsOf, type Rescue, type Saved, type UidReference, type Unit, volumeSpecOf } from './rescue.ts'

/** What is done to one object of a rescue. */
export type RescueTask =
  /** `Retain`: the storage of a volume stays. */
  | { readonly action: 'Stop' | 'Start' | 'Retain' | 'RestorePolicy' | 'Release' | 'Adopt'; readonly saved: Saved }
  | { readonly action: 'LetGo' | 'CreateAgain' | 'RestoreStatus'; readonly saved: Unit }
  /** To the claim that is created after the one of this uid. */
  | { readonly action: 'Rebind'; readonly saved: Saved; readonly claimUid: string }
  | { readonly action: 'Mend'; readonly saved: UidReference }
  /**
   * Around these: all is kept on disk, and no claim may have lost its volume; where nothing can be saved any more, what
   * was released has the owners again that are left; for later runs, nothing is left to be done.
   */
  | { readonly action: 'BeginRescue'; readonly rescue: Rescue; readonly saved?: undefined }
  | { readonly action: 'ReturnToOwners' | 'EndRescue'; readonly saved?: undefined }

/** A rescue, task by task; each that saves something needs all before it. */
export function rescueTasks(
  rescue: Rescue,
): readonly (readonly (RescueTask & { readonly required?: true; readonly undoes?: true })[])[] {
  const { units, volumes, controllers, references = [], isSaved } = rescue
  const dependents = dependentsOf(units)
  const saving: readonly (readonly RescueTask[])[] = [
    controllers.map(saved => ({ action: 'Stop', saved })),
    volumes.map(saved => ({ action: 'Retain', saved })),
    dependents.map(saved => ({ action: 'Release', saved })),
    ...units.map((saved): readonly RescueTask[] => {
      const claimUid = saved.object.metadata.uid
      const volume = volumes.find(({ object }) => volumeSpecOf(object).claimRef?.uid === claimUid)
      return [
        { action: 'LetGo', saved },
        ...(volume === undefined ? [] : [{ action: 'Rebind', saved: volume, claimUid } as const]),
        { action: 'CreateAgain', saved },
        ...(saved.hasStatus ? [{ action: 'RestoreStatus', saved } as const] : []),
      ]
    }),
    dependents.map(saved => ({ action: 'Adopt', saved })),
    references.map(saved => ({ action: 'Mend', saved })),
  ]
  const back: readonly RescueTask[] = [
    { action: 'ReturnToOwners' },
    ...volumes.map(saved => ({ action: 'RestorePolicy', saved }) as const),
    ...stoppedByRescue(controllers).map(saved => ({ action: 'Start', saved }) as const),
    { action: 'EndRescue' },
  ]
  return [
    [{ action: 'BeginRescue', rescue, required: true }],
    ...(isSaved ? [] : saving.flat()).map(task => [{ ...task, required: true } as const]),
    ...back.map(task => [{ ...task, undoes: true } as const]),
  ]
}

/** A change for each row of the Outcome; a volume that has the policy Retain keeps it. */
export function rescueChanges({ action, saved }: RescueTask): readonly Change[] {
  if (saved === undefined) return []
  const { type, object } = saved
  const { finalizers = [] } = object.metadata
  const ref = refOf(type, object.metadata)
  if (action === 'LetGo')
    return finalizers.map(finalizer => {
      return { ref, action: finalizer === FOREGROUND ? 'Delete' : 'RemoveFinalizer', finalizer }
    })
  const isOfPolicy = action === 'Retain' || action === 'RestorePolicy'
  if (isOfPolicy && volumeSpecOf(object).persistentVolumeReclaimPolicy === 'Retain') return []
  const { stop, start } = holdFor(object.kind)
  const told: Partial<Record<string, Action>> = { Stop: stop, Start: start, CreateAgain: 'Create', Mend: 'Adopt' }
  return [{ ref, action: told[action] ?? (action as Action) }]
}
