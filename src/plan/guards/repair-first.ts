import type { Cause } from '../../diagnosis/explanation.ts'
import { policies } from '../../diagnosis/policy.ts'
import { message } from '../../messages/sentence.ts'
import { everyRepair, firstRemedy, isBeyondRepair } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'
import type { Advice } from '../reach.ts'
import type { EndGuard } from './end-subject.ts'

/** A cause that can be repaired comes first: the wait then ends as intended. Not one for which only removal is left. */
export const repairFirst: Guard = ({ causes }) => {
  const mendable = causes.find(({ cause }) => policies[cause.code].repairFirst === 'always' && !isBeyondRepair(cause))
  if (mendable === undefined) return undefined
  const { cause } = mendable
  const instead = firstRemedy(cause) ?? message('RepairThat')
  return { guard: 'RepairFirst', why: cause.summary, cause: cause.id, instead }
}

/** What holds the namespace can be repaired: then its controller ends it, and its content is deleted as intended. */
export const namespaceRepairFirst: EndGuard = ({ causes }) => {
  const mendable = mendableOf(causes)
  if (mendable.length === 0) return undefined
  return {
    guard: 'RepairFirst',
    why: message('OneAfterAnother', { sentences: mendable.map(({ summary }) => summary) }),
    instead: [...new Map(mendable.flatMap(repairsOf).map(each => [JSON.stringify(each), each])).values()],
  }
}

/** Those causes that somebody can mend without losing anything. */
export function mendableOf(causes: readonly Cause[]): readonly Cause[] {
  return causes.filter(cause => policies[cause.code].repairFirst !== 'never' && !isBeyondRepair(cause))
}

function repairsOf(cause: Cause): readonly Advice[] {
  return everyRepair(cause) ?? firstRemedy(cause) ?? [{ what: message('RepairThat'), commands: [] }]
}
