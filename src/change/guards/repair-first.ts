import { policies } from '../../diagnosis/policy.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'

/** The cause can be repaired, and then the wait ends as it was meant to end. */
export const repairFirst: Guard = ({ causes }) => {
  const mendable = causes.find(({ cause }) => policies[cause.code].repairFirst === 'always')
  if (mendable === undefined) return undefined
  const { cause } = mendable
  return { guard: 'RepairFirst', why: cause.summary, instead: firstRemedy(cause) ?? 'repair that', cause: cause.id }
}
