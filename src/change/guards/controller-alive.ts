import { policies } from '../../diagnosis/policy.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { Guard } from '../guard.ts'

/** A controller that works on the finalizer, even one that fails at it, is asked first. */
export const controllerAlive: Guard = ({ causes, finalizer }) => {
  const alive = causes.find(each => each.finalizer === finalizer && policies[each.cause.code].atWork === 'always')
  if (alive === undefined) return undefined
  const { summary, evidence } = alive.cause
  const fact = evidence[0] === undefined ? '' : ` (${evidence[0].fact})`
  return {
    guard: 'ControllerAlive',
    why: `${summary.replace(/\.$/, '')}${fact}`,
    instead: firstRemedy(alive.cause) ?? 'let the controller finish',
  }
}
