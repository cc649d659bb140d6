import type { Step } from '../../change/outcome.ts'
import type { Prepared } from './prepare.ts'

/** For a dry run: the finalizers that forceDelete would take off, for it is proven that nobody else will. */
export function forcedSteps({ live, protections }: Pick<Prepared, 'live' | 'protections'>): readonly Step[] {
  const groups = live.flatMap(({ number, objects }) => objects.map(object => [object, number] as const))
  const groupOf = new Map(groups)
  return protections.flatMap(({ object, prospect, forced }): Step[] => {
    const group = groupOf.get(object)
    if (group === undefined || forced?.length !== 0 || prospect.state !== 'stuck') return []
    const message = 'forceDelete removes it if it remains then'
    return [
      {
        ref: object.ref,
        action: 'RemoveFinalizer',
        finalizer: prospect.finalizer,
        group,
        result: 'planned',
        message,
      },
    ]
  })
}
