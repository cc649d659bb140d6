import { message } from '../../messages/sentence.ts'
import type { Forecast } from '../../plan/ordered/live-groups.ts'
import type { Change, Step } from '../../plan/outcome.ts'
import { unsent } from '../../plan/plan.ts'
import type { Prepared } from './prepare.ts'
import type { ReplayRequest } from './request.ts'

/** For a dry run: the finalizers that forceDelete would remove, since it is proven that no controller will. */
export function forcedSteps({ live, protections }: Pick<Prepared, 'live' | 'protections'>): readonly Step[] {
  const groups = live.flatMap(({ number, objects }) => objects.map(object => [object, number] as const))
  const groupOf = new Map(groups)
  return protections.flatMap(({ object, prospect, forced }): Step[] => {
    const group = groupOf.get(object)
    if (group === undefined || forced?.length !== 0 || prospect.state !== 'stuck') return []
    return [
      {
        ref: object.ref,
        action: 'RemoveFinalizer',
        finalizer: prospect.finalizer,
        group,
        result: 'planned',
        message: message('ForceRemovesRemaining'),
      },
    ]
  })
}

/** What a dry run on the client's side says of it: of finalizers only what no guard refuses as things are now. */
export function foreseen(
  deletes: readonly Change[],
  last: readonly Change[],
  prepared: Prepared,
  { refused }: Forecast,
  { finalizer }: ReplayRequest,
): readonly Step[] {
  const kept = new Set(refused.map(step => step.finalizer))
  const allowed = last.filter(change => !kept.has(change.finalizer))
  return [
    ...unsent(deletes, { result: 'planned' }),
    ...forcedSteps(prepared),
    ...unsent(allowed, { result: 'planned' }),
    ...(finalizer ? refused : []),
  ]
}
