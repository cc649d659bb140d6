import { FOREGROUND } from '../../api/builtin-finalizers.ts'
import { refOf } from '../../api/object-ref.ts'
import type { Action, Change } from '../outcome.ts'
import { holdFor, stoppedByRescue } from './hold.ts'
import { dependentsOf, type Rescue, type Saved, volumeSpecOf } from './rescue.ts'

/** What a rescue will do, in its order. */
export function plannedChanges({ units, volumes, controllers, references = [], isSaved }: Rescue): readonly Change[] {
  const dependents = dependentsOf(units)
  const change = ({ type, object }: Saved, action: Action): Change => ({ ref: refOf(type, object.metadata), action })
  const kept = volumes.filter(({ object }) => volumeSpecOf(object).persistentVolumeReclaimPolicy !== 'Retain')
  const back = [
    ...kept.map(each => change(each, 'RestorePolicy')),
    ...stoppedByRescue(controllers).map(each => change(each, holdFor(each.object.kind).start)),
  ]
  if (isSaved) return back
  return [
    ...controllers.map(each => change(each, holdFor(each.object.kind).stop)),
    ...kept.map(each => change(each, 'Retain')),
    ...dependents.map(each => change(each, 'Release')),
    ...units.flatMap(unit => [
      ...(unit.object.metadata.finalizers ?? []).map((finalizer): Change => {
        const action = finalizer === FOREGROUND ? 'Delete' : 'RemoveFinalizer'
        return { ...change(unit, action), finalizer }
      }),
      ...volumes
        .filter(({ object }) => volumeSpecOf(object).claimRef?.uid === unit.object.metadata.uid)
        .map(each => change(each, 'Rebind')),
      change(unit, 'Create'),
      ...(unit.hasStatus ? [change(unit, 'RestoreStatus')] : []),
    ]),
    ...[...dependents, ...references].map(each => change(each, 'Adopt')),
    ...back,
  ]
}
