import { clusterObjects, mergedUnreadable } from './clusters.ts'
import { explanationObject } from './explanation-json.ts'
import type { Explanation } from './words/explanation.ts'

/** One of several clusters: what it was explained to be, or why it was not. */
export type ExplainedCluster =
  | { readonly context: string; readonly explanation: Explanation }
  | { readonly context: string; readonly failure: string }

/** Contract `kind: Explanation`, of several clusters: ids of causes are told apart by the context before them. */
export function mergedExplanation(clusters: readonly ExplainedCluster[], takenAt: string): object {
  const states = clusters.map(cluster => {
    const { context } = cluster
    if ('failure' in cluster) return { context, complete: false, unreadable: [], error: cluster.failure }
    const { takenAt, server, unreadable } = cluster.explanation
    return { context, complete: unreadable.length === 0, takenAt, server, unreadable }
  })
  const read = clusters.filter(cluster => 'explanation' in cluster)
  const idIn = (context: string, id: string): string => `${context} ${id}`
  return {
    ...explanationObject({
      takenAt,
      server: { version: [...new Set(read.map(({ explanation }) => explanation.server.version))].join(', ') },
      unreadable: [],
      objects: read.flatMap(({ context, explanation: { objects } }) =>
        objects.map(each => ({ context, ...each, causes: each.causes.map(id => idIn(context, id)) })),
      ),
      causes: read.flatMap(({ context, explanation: { causes } }) =>
        causes.map(each => ({ context, ...each, id: idIn(context, each.id) })),
      ),
    }),
    complete: states.every(({ complete }) => complete),
    unreadable: mergedUnreadable(states),
    clusters: clusterObjects(states),
  }
}
