import type { Held, RuleContext } from '../held.ts'
import { asDeleted, podAsDeleted } from './as-deleted.ts'
import type { Reached } from './reach.ts'
import type { Tried } from './refused-deletions.ts'

/**
 * What becomes of an object in reach when nothing but the server, the kubelets and the garbage collector has acted: `gone`;
 * `terminating`, as `held` says; `stays`, since its deletion is refused; `kept`, which nothing deletes by a request (the volume of a claim).
 */
export type Fate =
  | { readonly is: 'gone' }
  | { readonly is: 'terminating'; readonly held: Held }
  | { readonly is: 'stays' }
  | { readonly is: 'kept' }

export interface Fates {
  readonly of: ReadonlyMap<string, Fate>
  /** Pods as they terminate, those that end by themselves too: what uses them waits for that. */
  readonly pods: ReadonlyMap<string, Held>
}

/** The fate of each object in reach; what `refuses` says is refused afterwards stays, too. */
export function fatesOf(
  reach: ReadonlyMap<string, Reached>,
  { refused }: Pick<Tried, 'refused'>,
  inForeground: ReadonlySet<string>,
  context: RuleContext,
): Fates {
  const pods = new Map<string, Held>()
  const of = new Map<string, Fate>()
  for (const [uid, { held, why }] of reach) {
    if (why === 'Volume') of.set(uid, { is: 'kept' })
    else if (refused.has(uid)) of.set(uid, { is: 'stays' })
    else if (held.ref.resource === 'pods') of.set(uid, fateOfPod(held, inForeground.has(uid), pods, context))
    else of.set(uid, fateOfOther(asDeleted(held, inForeground.has(uid), context)))
  }
  return { of, pods }
}

function fateOfPod(pod: Held, inForeground: boolean, pods: Map<string, Held>, context: RuleContext): Fate {
  const { held, ends } = podAsDeleted(pod, inForeground, context)
  pods.set(held.ref.uid, held)
  return ends === 'yes' && held.finalizers.length === 0 ? { is: 'gone' } : { is: 'terminating', held }
}

function fateOfOther(held: Held): Fate {
  return held.finalizers.length === 0 ? { is: 'gone' } : { is: 'terminating', held }
}
