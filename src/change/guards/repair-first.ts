import type { CauseCode } from '../../diagnosis/explanation.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'

/** Causes that somebody can mend so that the one whose finalizer it is does the rest, and nothing is lost. */
export const MENDABLE: ReadonlySet<CauseCode> = new Set([
  'ControllerUnhealthy',
  'ControllerForbidden',
  'ControllerManagerDown',
  'APIServiceUnavailable',
  'WebhookUnavailable',
  'ConversionWebhookUnavailable',
])

/** The cause can be repaired, and then the wait ends as it was meant to end. */
export const repairFirst: Guard = ({ causes }) => {
  const mendable = causes.find(({ cause }) => MENDABLE.has(cause.code))
  if (mendable === undefined) return undefined
  const { cause } = mendable
  return { guard: 'RepairFirst', why: cause.summary, instead: firstRemedy(cause) ?? 'repair that', cause: cause.id }
}
