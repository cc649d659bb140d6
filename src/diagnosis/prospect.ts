import { isMisplacedName, OF_KUBERNETES } from '../api/builtin-finalizers.ts'
import { rfc3339 } from '../api/rfc3339.ts'
import type { Sentence } from '../messages/sentence.ts'
import { searchController } from './controller/search.ts'
import { policies } from './policy.ts'
import { controller } from './rules/controller.ts'
import { isMisplaced, misplacedSentence } from './rules/finalizer-misplaced.ts'
import { type RuleContext, type StuckObject, summaryOf } from './stuck-object.ts'
import { type User, usageOf } from './usage.ts'

/** What is to be expected of a finalizer, were its object deleted now. */
export interface Prospect {
  readonly finalizer: string
  /** `stuck`: it is proven that no controller would remove it. */
  readonly state: 'kubernetes' | 'alive' | 'stuck' | 'unknown'
  readonly summary: Sentence
  readonly workloads: readonly { readonly kind: string; readonly namespace: string; readonly name: string }[]
  /** What keeps it on the object, and has not been deleted yet. */
  readonly users?: readonly User[]
}

/** Looks at an object that has not been deleted as the rules would afterwards. */
export function prospectOf(held: StuckObject, finalizer: string, context: RuleContext): Prospect | undefined {
  if (isMisplaced(held, finalizer)) {
    return { finalizer, state: 'stuck', summary: misplacedSentence(finalizer, held.ref.kind), workloads: [] }
  }
  if (OF_KUBERNETES.has(finalizer) && !isMisplacedName(finalizer, held.ref.resource)) {
    const usage = usageOf(held, finalizer, context)
    const { summary, users, unread } = usage
    return { finalizer, state: unread ? 'unknown' : 'kubernetes', summary, workloads: [], users }
  }
  const search = searchController(held, finalizer, context)
  const [holding] = controller(asIfDeleted(held, finalizer, context), context)
  if (holding === undefined) return undefined
  const workloads = search.candidates.map(({ workload: { kind, namespace, name } }) => ({ kind, namespace, name }))
  const summary = holding.cause === undefined ? '' : summaryOf(holding.cause, [{ ...held, heldBy: finalizer }])
  // One that only may work is no proof that it would go.
  const alive = holding.cause !== undefined && policies[holding.cause.code].atWork === 'always'
  const state = alive ? 'alive' : holding.verdict === 'stuck' ? 'stuck' : 'unknown'
  return { finalizer, state, summary, workloads }
}

/** An object as it would be, were it deleted now and only this finalizer left. */
export function asIfDeleted(held: StuckObject, finalizer: string, { facts }: RuleContext): StuckObject {
  const deletionTimestamp = held.meta.deletionTimestamp ?? rfc3339(facts.now)
  return {
    ...held,
    meta: { ...held.meta, deletionTimestamp },
    finalizers: [{ name: finalizer, field: 'metadata' }],
    ageSeconds: held.ageSeconds ?? 0,
  }
}
