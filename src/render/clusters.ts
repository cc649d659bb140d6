import { counted, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import type { Unreadable } from '../api/terminating.ts'
import { wordedUnreadable } from './unreadable.ts'
import type { Cause } from './words/explanation.ts'

/** How much of one of several clusters is known. */
export interface ClusterState {
  readonly context: string
  readonly complete: boolean
  readonly takenAt?: string
  readonly server?: { readonly version: string }
  readonly unreadable: readonly Unreadable[]
  /** Why nothing of it is known. */
  readonly error?: string
}

/** `clusters` of an answer about several: each with its own completeness. */
export function clusterObjects(states: readonly ClusterState[]): readonly object[] {
  return states.map(({ unreadable: _, ...state }) => state)
}

/** What could not be read, each with its context; a dead cluster is one entry. */
export function mergedUnreadable(states: readonly ClusterState[]): readonly object[] {
  return states.flatMap(({ context, unreadable, error }) => {
    const dead = error === undefined ? [] : [{ resource: '*', reason: 'Unreachable', message: error }]
    return [...unreadable, ...dead].map(each => ({ context, ...wordedUnreadable(each) }))
  })
}

/** A line for each cause that several clusters have: `2 clusters, the same cause: CODE subject (prod-a, prod-b)`. */
export function sharedCauseLines(
  clusters: readonly { readonly context: string; readonly causes: readonly Cause[] }[],
): readonly string[] {
  const all = clusters.flatMap(({ context, causes }) => causes.map(cause => ({ context, cause })))
  const same = Map.groupBy(all, ({ cause: { code, finalizer, subject } }) =>
    JSON.stringify([code, finalizer, subject.kind, subject.namespace, subject.name]),
  )
  return [...same.values()].flatMap(each => {
    const contexts = [...new Set(each.map(({ context }) => context))]
    if (contexts.length < 2) return []
    const [{ cause }] = each as [(typeof each)[number]]
    const held = counted(
      each.reduce((sum, { cause: { blocks } }) => sum + blocks.length, 0),
      'object',
    )
    const names = printable(contexts.join(', '))
    return [
      `${contexts.length} clusters, the same cause: ${cause.code} ${placedText(cause.subject)} holds ${held} (${names})`,
    ]
  })
}
