import { policies } from '../../diagnosis/policy.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'

/** The cause can be repaired, and then the wait ends as it was meant to end; where it cannot, it says why not. */
export const repairFirst: Guard = ({ causes }) => {
  const mendable = causes.find(({ cause }) => policies[cause.code].repairFirst === 'always')
  if (mendable === undefined) return undefined
  const { cause } = mendable
  const refusal = { guard: 'RepairFirst', why: cause.summary, cause: cause.id } as const
  const instead = firstRemedy(cause)
  if (instead !== undefined) return { ...refusal, instead }
  const [last] = cause.remedies
  return last === undefined
    ? { ...refusal, instead: 'repair that' }
    : { ...refusal, why: `${cause.summary} ${last.summary}` }
}
