import type { CauseCode } from '../../diagnosis/explanation.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'

/** `VolumeDetachFailing` is what an attacher that works and fails is called. */
const ALIVE: ReadonlySet<CauseCode> = new Set(['CleanupInProgress', 'CleanupFailing', 'VolumeDetachFailing'])

/** A controller that works on the finalizer, even one that fails at it, is asked first. */
export const controllerAlive: Guard = ({ causes, finalizer }) => {
  const alive = causes.find(each => each.finalizer === finalizer && ALIVE.has(each.cause.code))
  return (
    alive && {
      guard: 'ControllerAlive',
      why: alive.cause.summary,
      instead: firstRemedy(alive.cause) ?? 'let the controller finish',
    }
  )
}
