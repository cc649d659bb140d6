import { OF_KUBERNETES } from '../api/builtin-finalizers.ts'
import { rfc3339 } from '../api/rfc3339.ts'
import { searchController } from './controller/search.ts'
import type { Held, RuleContext } from './held.ts'
import { controller } from './rules/controller.ts'

/** What is to be expected of a finalizer, were its object deleted now. */
export interface Prospect {
  readonly finalizer: string
  /** `stuck`: it is proven that nobody would remove it. */
  readonly state: 'kubernetes' | 'alive' | 'stuck' | 'unknown'
  readonly summary: string
  /** What would remove it. */
  readonly workloads: readonly { readonly kind: string; readonly namespace: string; readonly name: string }[]
}

/** Looks at an object that nobody deleted yet as the rules would afterwards; undefined while facts are pending. */
export function prospectOf(held: Held, finalizer: string, context: RuleContext): Prospect | undefined {
  if (OF_KUBERNETES.has(finalizer)) {
    return { finalizer, state: 'kubernetes', summary: 'Kubernetes removes it by itself', workloads: [] }
  }
  const search = searchController(held, finalizer, context)
  if (search === undefined) return undefined
  const deletionTimestamp = held.meta.deletionTimestamp ?? rfc3339(context.facts.now)
  const deleted: Held = {
    ...held,
    meta: { ...held.meta, deletionTimestamp },
    finalizers: [{ name: finalizer, field: 'metadata' }],
    ageSeconds: held.ageSeconds ?? 0,
  }
  const [holding] = controller(deleted, context)
  if (holding === undefined) return undefined
  const workloads = search.candidates.map(({ workload: { kind, namespace, name } }) => ({ kind, namespace, name }))
  const summary = holding.cause?.summary ?? ''
  const alive = ['CleanupInProgress', 'CleanupFailing'].includes(holding.cause?.code ?? '')
  const state = alive ? 'alive' : holding.verdict === 'stuck' ? 'stuck' : 'unknown'
  return { finalizer, state, summary, workloads }
}
