import { policies } from '../../diagnosis/policy.ts'
import { message } from '../../messages/sentence.ts'
import { firstRemedy, isBeyondRepair } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'

/** A cause that can be repaired comes first: the wait then ends as intended. Not one for which only removal is left. */
export const repairFirst: Guard = ({ causes }) => {
  const mendable = causes.find(({ cause }) => policies[cause.code].repairFirst === 'always' && !isBeyondRepair(cause))
  if (mendable === undefined) return undefined
  const { cause } = mendable
  const instead = firstRemedy(cause) ?? message('RepairThat')
  return { guard: 'RepairFirst', why: cause.summary, cause: cause.id, instead }
}
