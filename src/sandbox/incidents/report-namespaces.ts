import { timestamp } from '../clock.ts'
import { namespaceConditions } from '../controllers/namespace-conditions.ts'
import { remainingContent } from '../controllers/namespace-content.ts'
import type { Sandbox } from '../sandbox.ts'

/** Conditions of the terminating namespaces, dated to the first pass of a controller that has tried ever since. */
export function reportNamespaces({ server }: Sandbox): void {
  for (const namespace of server.store.list('namespaces')) {
    const { name, deletionTimestamp } = namespace.metadata
    if (deletionTimestamp === undefined) continue
    const lastTransitionTime = timestamp(Date.parse(deletionTimestamp) + 5000)
    const conditions = namespaceConditions(remainingContent(server, name)).map(({ type, status, reason, message }) => ({
      type,
      status,
      lastTransitionTime,
      reason,
      message,
    }))
    server.store.write('namespaces', namespace, { ...namespace, status: { phase: 'Terminating', conditions } })
  }
}
