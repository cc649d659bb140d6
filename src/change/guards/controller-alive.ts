import type { CauseCode } from '../../diagnosis/explanation.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'

/** `VolumeDetachFailing` is what an attacher that works and fails is called. */
export const ALIVE: ReadonlySet<CauseCode> = new Set(['CleanupInProgress', 'CleanupFailing', 'VolumeDetachFailing'])

/** A controller that works on the finalizer, even one that fails at it, is asked first. */
export const controllerAlive: Guard = ({ causes, finalizer }) => {
  const alive = causes.find(each => each.finalizer === finalizer && ALIVE.has(each.cause.code))
  if (alive === undefined) return undefined
  const { summary, evidence } = alive.cause
  const fact = evidence[0] === undefined ? '' : ` (${evidence[0].fact})`
  return {
    guard: 'ControllerAlive',
    why: `${summary.replace(/\.$/, '')}${fact}`,
    instead: firstRemedy(alive.cause) ?? 'let the controller finish',
  }
}
