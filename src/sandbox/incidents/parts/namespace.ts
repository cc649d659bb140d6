import type { Sandbox } from '../../sandbox.ts'
import { ago, DAY } from './time.ts'

/** A Namespace; with `deleted`, terminating for so many seconds. Its conditions come once the cluster is complete. */
export function namespace(
  sandbox: Sandbox,
  name: string,
  {
    age = 90 * DAY,
    deleted,
    labels,
  }: { age?: number; deleted?: number; labels?: Readonly<Record<string, string>> } = {},
): void {
  sandbox.put(
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        creationTimestamp: ago(sandbox, age),
        ...(deleted !== undefined && { deletionTimestamp: ago(sandbox, deleted) }),
        ...(labels && { labels }),
      },
    },
    { manager: 'kubectl-create' },
  )
}
