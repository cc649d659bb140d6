import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import type { Fact, RemovalAnswer } from '../../api/fact.ts'
import { NOT_RECORDED } from '../../api/terminating.ts'
import { rejectionOf } from '../../statements/rejection.ts'
import { controllerManager } from '../controller-manager-lease.ts'
import { once } from '../facts.ts'
import { remainingIn } from '../namespaces/remaining.ts'
import { awaitsNamespaceController } from '../namespaces/terminating-namespaces.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { NAMESPACE_REACTION_SECONDS } from '../thresholds.ts'
import type { ProbedStep } from './probed-step.ts'

/** Dry runs of /finalize in all: each stands for all Namespaces that wait for the same name. */
const MAX_FINALIZATIONS = 20

/**
 * The server's answers, by dry run, to the updates of /finalize that a terminating Namespace needs: to remove
 * `kubernetes` once it is seen to be empty, and at any time other names, which the namespace controller leaves alone.
 */
export function finalizationsOf(held: StuckObject, context: RuleContext): readonly ProbedStep[] {
  const { ref, meta, finalizers, ageSeconds = 0 } = held
  if (ref.resource !== 'namespaces' || meta.deletionTimestamp === undefined) return []
  if (ageSeconds < NAMESPACE_REACTION_SECONDS && context.together === undefined) return []
  const others = finalizers.filter(({ name, field }) => field === 'spec' && name !== NAMESPACE).map(({ name }) => name)
  const names = awaitsFinalization(held, context) ? [NAMESPACE, ...others] : others
  return names.map(name => ({ operation: 'UPDATE finalize', ageSeconds, ...probe(held, name, context) }))
}

/** Whether the namespace controller should remove `kubernetes` now; one that is down does not, whatever is accepted. */
function awaitsFinalization(held: StuckObject, context: RuleContext): boolean {
  if (!awaitsNamespaceController(held)) return false
  const { pods, others, complete } = remainingIn(held.ref.name, context)
  // Before a deletion it is asked about the end, whatever there is before it.
  if (context.together === undefined && (!complete || pods.length + others.length > 0)) return false
  return controllerManager(context.facts).state !== 'stale'
}

function probe(
  held: StuckObject,
  finalizer: string,
  { facts }: RuleContext,
): Omit<ProbedStep, 'operation' | 'ageSeconds'> {
  const { name, uid } = askedAbout(held, finalizer, facts).ref
  const asked = { about: 'finalization', resource: 'namespaces', name, uid, finalizers: [finalizer] } as const
  const fact: Fact<RemovalAnswer> = facts.read(asked)
  const ofAnother = uid !== held.ref.uid
  if (fact.state === 'unreadable') {
    return { finalizer, state: 'unknown', ofAnother, isUnrecorded: fact.why.reason === NOT_RECORDED }
  }
  if (fact.state === 'absent') return { finalizer, state: 'unknown', ofAnother }
  const answer = fact.value
  if (answer.accepted) {
    const readded = answer.finalizersLeft.filter(left => left === finalizer)
    return { finalizer, state: 'accepted', ofAnother, readded }
  }
  const rejection = rejectionOf(answer)
  return { finalizer, state: rejection.by === 'probe' ? 'unknown' : 'rejected', ofAnother, rejection }
}

/** Each for itself; of too many the first that waits for the same name. */
function askedAbout(held: StuckObject, finalizer: string, facts: RuleContext['facts']): StuckObject {
  const asked = once(facts, 'Namespaces whose finalization is asked about', () => new Map<string, StuckObject>())
  const own = `${held.ref.uid} ${finalizer}`
  const first = [...asked].find(([key]) => key.endsWith(` ${finalizer}`))?.[1]
  if (!asked.has(own) && first !== undefined && asked.size >= MAX_FINALIZATIONS) return first
  asked.set(own, held)
  return held
}
