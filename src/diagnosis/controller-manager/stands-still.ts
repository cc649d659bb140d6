import { probeOf } from '../admission/probe.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import { once } from '../facts.ts'
import { remainingIn } from '../namespaces/remaining.ts'
import { awaitsNamespaceController } from '../namespaces/terminating-namespaces.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { awaitedWork, isLate } from './awaited-work.ts'
import { isEndRefused, stepsToEnd } from './deletion-probe.ts'

/** What rejects the change that would end it has a rule of its own; kube-controller-manager is not to blame then. */
export function isAccepted(held: StuckObject, context: RuleContext): boolean {
  const probed = probeOf(held, context)
  if (probed === undefined) return true
  return probed.state !== 'rejected' || probed.rejection?.by === 'probe'
}

/**
 * Work on another object that a kube-controller-manager which renews its Lease has not done in time, though nothing is
 * in its way and the server was seen to accept it.
 */
export function standsStillElsewhere(held: StuckObject, context: RuleContext): StuckObject | undefined {
  const late = once(context.facts, 'work that stands still', () => {
    const found: StuckObject[] = []
    for (const each of awaitingIt(context)) {
      if (isLeftUndone(each, context)) found.push(each)
      // One more than the object itself decides.
      if (found.length === 2) break
    }
    return found
  })
  return late.find(({ ref }) => ref.uid !== held.ref.uid)
}

/** What is terminating, and what in terminating namespaces its controller has not come to. */
function* awaitingIt(context: RuleContext): Generator<StuckObject> {
  for (const held of context.terminating.values()) {
    yield held
    if (!awaitsNamespaceController(held)) continue
    const { pods, others } = remainingIn(held.ref.name, context)
    yield* [...pods, ...others].filter(({ meta }) => meta.deletionTimestamp === undefined)
  }
}

function isLeftUndone(held: StuckObject, context: RuleContext): boolean {
  const work = awaitedWork(held, context)
  const manager = controllerManager(context.facts)
  if (work === undefined || work.notAlone || work.toldElsewhere || work.seesNot || manager.state !== 'works')
    return false
  if (!isLate(work, manager) || !isAccepted(held, context) || isEndRefused(held, context)) return false
  return stepsToEnd(held, context).every(({ state }) => state === 'accepted')
}
