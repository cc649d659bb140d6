import { isFinished, type Step } from '../../change/outcome.ts'
import type { StuckObject } from '../inspect/stuck-objects.ts'
import { stoppersOf } from './repair-first.ts'
import type { Sight } from './sight.ts'

/**
 * Whether the namespace controller can be expected to end the namespace by itself now: nothing stops it, and everything
 * that was found to hold the namespace was removed. Else to wait for it is in vain.
 */
export function expectsEnd(namespace: StuckObject, sight: Sight, steps: readonly Step[]): boolean {
  if (stoppersOf(namespace, sight).length > 0) return false
  const removed = new Set(steps.filter(isFinished).map(({ ref, finalizer }) => `${ref.uid} ${finalizer}`))
  const isHeld = ({ held, explained }: StuckObject): boolean => {
    if (explained.verdict === 'waiting' || explained.verdict === 'progressing') return false
    const finalizers = held.meta.finalizers ?? []
    return finalizers.length === 0 || !finalizers.every(name => removed.has(`${held.ref.uid} ${name}`))
  }
  return !sight.stuck.some(isHeld) && (isUnexplained(namespace, sight) || !isHeld(namespace))
}

/** Nothing is known to hold it: what its controller last met may be repaired since, and it tries again within a minute. */
function isUnexplained({ held, causes }: StuckObject, { unreadable }: Sight): boolean {
  const named = causes.filter(({ cause, finalizer }) => cause.code !== 'ControllerUnknown' || finalizer !== undefined)
  return (held.meta.finalizers ?? []).length + named.length + unreadable.length === 0
}
