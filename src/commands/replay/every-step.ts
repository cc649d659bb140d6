import type { ObjectRef } from '../../api/object-ref.ts'
import type { Step } from '../../change/outcome.ts'
import type { Prepared } from './prepare.ts'

/** A step for every object of the plan with the same end; where there is no object, one for the resource's finalizer. */
export function everyStep(
  { live }: Pick<Prepared, 'live'>,
  subject: ObjectRef,
  rest: Pick<Step, 'result' | 'guard' | 'message'>,
): readonly Step[] {
  const steps = live.flatMap(({ number, objects }) =>
    objects.map(({ ref }): Step => ({ ref, action: 'Delete', group: number, ...rest })),
  )
  return steps.length > 0 ? steps : [{ ref: subject, action: 'RemoveFinalizer', ...rest }]
}
