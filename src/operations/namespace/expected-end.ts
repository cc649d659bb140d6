import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import { awaitsNamespaceController } from '../../diagnosis/namespaces/terminating-namespaces.ts'
import type { NamespaceEnder } from '../../messages/arguments.ts'
import { isFinished, type Step } from '../../plan/outcome.ts'
import type { DiagnosedObject } from '../inspect/stuck-objects.ts'
import { stoppersOf } from './force-end.ts'
import type { TerminatingInspection } from './inspection.ts'

/** Without `kubernetes` in spec.finalizers the namespace controller has no part in its end, whoever removed that. */
export function endsBy({ held }: DiagnosedObject): NamespaceEnder {
  return awaitsNamespaceController(held) ? 'controller' : 'finalizer'
}

/**
 * Whether the namespace controller can be expected to end the namespace by itself now: nothing stops it, and everything
 * that was found to hold the namespace was removed. Else to wait for it is in vain.
 */
export function expectsEnd(inspection: TerminatingInspection, steps: readonly Step[]): boolean {
  if (stoppersOf(inspection).length > 0) return false
  const removed = new Set(steps.filter(isFinished).map(({ ref, finalizer }) => `${ref.uid} ${finalizer}`))
  const isHeld = ({ held, explained }: DiagnosedObject): boolean => {
    if (explained.verdict === 'waiting' || explained.verdict === 'progressing') return false
    const finalizers = othersOn(held)
    return finalizers.length === 0 || !finalizers.every(name => removed.has(`${held.ref.uid} ${name}`))
  }
  return !inspection.stuck.some(isHeld) && (isUnexplained(inspection) || !isHeld(inspection.namespace))
}

/** Nothing known holds it: what its controller last failed at may be repaired, and it retries within a minute. */
function isUnexplained({ namespace: { held, causes }, unreadable }: TerminatingInspection): boolean {
  const named = causes.filter(({ cause, finalizer }) => cause.code !== 'ControllerUnknown' || finalizer !== undefined)
  return othersOn(held).length + named.length + unreadable.length === 0
}

/** Its finalizers but that of the namespace controller. */
function othersOn({ finalizers }: DiagnosedObject['held']): readonly string[] {
  return finalizers.filter(({ name, field }) => field === 'metadata' || name !== NAMESPACE).map(({ name }) => name)
}
