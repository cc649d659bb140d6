import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { refOf } from '../../api/object-ref.ts'
import type { Action, Change } from '../outcome.ts'
import { holdFor, stoppedByRescue } from './hold.ts'
import { dependentsOf, type Rescue, type Saved, type UidReference, type Unit, volumeSpecOf } from './rescue.ts'

/** What is done to one object of a rescue. */
export type RescueStep =
  | { readonly does: 'Stop' | 'Start' | 'Retain' | 'RestorePolicy' | 'Release' | 'Adopt'; readonly saved: Saved }
  | { readonly does: 'LetGo' | 'Create' | 'RestoreStatus'; readonly saved: Unit }
  /** To the claim that is created after the one of this uid. */
  | { readonly does: 'Rebind'; readonly saved: Saved; readonly claimUid: string }
  | { readonly does: 'Mend'; readonly saved: UidReference }

/** What a rescue does, in its order. */
export function rescueSteps({ units, volumes, controllers, references = [], isSaved }: Rescue): readonly RescueStep[] {
  const dependents = dependentsOf(units)
  const saving: readonly (readonly RescueStep[])[] = [
    controllers.map(saved => ({ does: 'Stop', saved })),
    volumes.map(saved => ({ does: 'Retain', saved })),
    dependents.map(saved => ({ does: 'Release', saved })),
    ...units.map((saved): readonly RescueStep[] => {
      const claimUid = saved.object.metadata.uid
      const volume = volumes.find(({ object }) => volumeSpecOf(object).claimRef?.uid === claimUid)
      return [
        { does: 'LetGo', saved },
        ...(volume === undefined ? [] : [{ does: 'Rebind', saved: volume, claimUid } as const]),
        { does: 'Create', saved },
        ...(saved.hasStatus ? [{ does: 'RestoreStatus', saved } as const] : []),
      ]
    }),
    dependents.map(saved => ({ does: 'Adopt', saved })),
    references.map(saved => ({ does: 'Mend', saved })),
  ]
  return [
    ...(isSaved ? [] : saving.flat()),
    ...volumes.map(saved => ({ does: 'RestorePolicy', saved }) as const),
    ...stoppedByRescue(controllers).map(saved => ({ does: 'Start', saved }) as const),
  ]
}

/** Whether it sets back what was held for the rescue, which is saved by then. */
export function setsBack({ does }: RescueStep): boolean {
  return does === 'RestorePolicy' || does === 'Start'
}

/** A change for each row of the Outcome; a volume that has the policy Retain keeps it. */
export function changesOfStep({ does, saved: { type, object } }: RescueStep): readonly Change[] {
  const { finalizers = [] } = object.metadata
  const ref = refOf(type, object.metadata)
  if (does === 'LetGo')
    return finalizers.map(finalizer => {
      return { ref, action: finalizer === FOREGROUND ? 'Delete' : 'RemoveFinalizer', finalizer }
    })
  const isOfPolicy = does === 'Retain' || does === 'RestorePolicy'
  if (isOfPolicy && volumeSpecOf(object).persistentVolumeReclaimPolicy === 'Retain') return []
  const { stop, start } = holdFor(object.kind)
  const action: Action = does === 'Stop' ? stop : does === 'Start' ? start : does === 'Mend' ? 'Adopt' : does
  return [{ ref, action }]
}
