import { NAMESPACE } from '../../api/builtin-finalizers.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { isAtWork, policies } from '../../diagnosis/policy.ts'
import { message } from '../../messages/sentence.ts'
import { firstRemedy, lastResort } from '../first-remedy.ts'
import type { Refusal } from '../guard.ts'
import type { EndGuard } from './end-subject.ts'
import { mendableOf } from './repair-first.ts'

/** Somebody else than Kubernetes' own controllers works on what is in the namespace, even one that fails at it. */
export const contentControllerAlive: EndGuard = ({ causes }) =>
  refusalBy(causes.find(cause => isAlive(cause) && !isOfKubernetes(cause)))

/**
 * Kubernetes itself works on the end of the namespace. An empty namespace of which nothing tells why it still stands is
 * taken to be about to go: its controller tries again within a minute.
 */
export const namespaceControllerAlive: EndGuard = ({ causes, content }) => {
  const alive = causes.filter(isAlive)
  if (alive.length > 0) return alive.every(isOfKubernetes) ? refusalBy(alive[0]) : undefined
  const unexplained = mendableOf(causes).length === 0 && content.objects.length + content.unreadable.length === 0
  if (!unexplained) return undefined
  return { guard: 'ControllerAlive', why: message('EmptyAndUnhindered'), instead: message('RunInAMinute') }
}

function isAlive(cause: Cause): boolean {
  return policies[cause.code].atWork === 'namespace' || isAtWork(cause)
}

/** What its own controllers have before them is of no finalizer, or of `kubernetes`; a Pod's grace is its kubelet's. */
function isOfKubernetes({ code, finalizer }: Cause): boolean {
  return policies[code].atWork === 'always' && (finalizer === undefined || finalizer === NAMESPACE)
}

function refusalBy(alive: Cause | undefined): Refusal | undefined {
  if (alive === undefined) return undefined
  return {
    guard: 'ControllerAlive',
    why: alive.summary,
    instead: lastResort(alive) ?? firstRemedy(alive) ?? message('WaitUntilFinished'),
  }
}
