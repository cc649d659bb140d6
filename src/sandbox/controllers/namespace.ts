import { type Condition, conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { timestamp } from '../clock.ts'
import type { Server } from '../server.ts'
import { specFinalizers } from '../write/update.ts'
import { type Client, clientFor } from './client.ts'
import type { Controller } from './controller.ts'
import { namespaceConditions } from './namespace-conditions.ts'
import { deleteContent } from './namespace-content.ts'

/** Every event of a terminating namespace waits this long: none goes faster (kubernetes-deletion.md 2.3). */
const DELAY_SECONDS = 5
const TOKEN = 'kubernetes'

/** Deletes what is in terminating namespaces, reports in their conditions, and lets go of the empty ones. */
export const namespaceController: Controller = {
  name: 'namespace-controller',
  async reconcile(server) {
    const client = clientFor(server, 'kube-controller-manager')
    for (const namespace of server.store.list('namespaces')) {
      const { deletionTimestamp } = namespace.metadata
      if (deletionTimestamp === undefined || specFinalizers(namespace).length === 0) continue
      if (server.now() < Date.parse(deletionTimestamp) + DELAY_SECONDS * 1000) continue
      await sync(server, client, namespace.metadata.name)
    }
  },
}

async function sync(server: Server, client: Client, name: string): Promise<void> {
  const content = await deleteContent(server, client, name)
  const current = server.store.get('namespaces', undefined, name)
  if (current === undefined) return
  await writeConditions(client, current, namespaceConditions(content), timestamp(server.now()))
  if (content.errors.length > 0 || content.discovery.length > 0 || content.waiting) return
  await finalize(server, client, name)
}

async function writeConditions(
  client: Client,
  namespace: KubeObject,
  wanted: readonly Condition[],
  now: string,
): Promise<void> {
  const known = conditionsIn(namespace)
  const next = wanted.map(condition => {
    const old = known.find(({ type }) => type === condition.type)
    const time = old !== undefined && old.status === condition.status ? old.lastTransitionTime : now
    return {
      type: condition.type,
      status: condition.status,
      lastTransitionTime: time,
      reason: condition.reason,
      message: condition.message,
    }
  })
  const others = known.filter(condition => !wanted.some(({ type }) => type === condition.type))
  const { apiVersion, kind, metadata } = namespace
  const status = { phase: 'Terminating', conditions: [...others, ...next] }
  await client.send('PUT', `/api/v1/namespaces/${metadata.name}/status`, {
    apiVersion,
    kind,
    metadata,
    spec: namespace.spec,
    status,
  })
}

/** PUT finalize with what is left after our own token. */
async function finalize(server: Server, client: Client, name: string): Promise<void> {
  const namespace = server.store.get('namespaces', undefined, name)
  if (namespace === undefined) return
  const finalizers = specFinalizers(namespace).filter(token => token !== TOKEN)
  await client.send('PUT', `/api/v1/namespaces/${name}/finalize`, { ...namespace, spec: { finalizers } })
}
