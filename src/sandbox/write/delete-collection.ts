import type { KubeObject } from '../../api/object.ts'
import type { Warned } from '../answer/answer.ts'
import { Refusal } from '../answer/refusal.ts'
import { selection } from '../read/list.ts'
import { deleteOptions } from '../request/delete-options.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { deleteGenerically } from './delete-generically.ts'

/**
 * DELETE of a collection: one generic DELETE each, not atomic; an item that is gone meanwhile is no error.
 * CRDs too take the generic way, without instance cleanup (kubernetes-deletion.md 1.4).
 */
export async function removeCollection(server: Server, request: ResourceRequest): Promise<Warned> {
  const { type, namespace, query } = request
  const options = deleteOptions(request)
  const selected = selection(query, type)
  const warnings: string[] = []
  const items: KubeObject[] = []
  for (const stored of server.store.list(type.storage)) {
    if (namespace !== undefined && stored.metadata.namespace !== namespace) continue
    if (selected !== undefined && !selected(stored)) continue
    const one: ResourceRequest = { ...request, name: stored.metadata.name, ...located(stored) }
    try {
      const answer = await deleteGenerically({ server, request: one, options, warnings })
      items.push(answer.kind === 'object' ? answer.object : stored)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 404 || error.status.details?.kind !== type.plural) throw error
    }
  }
  return { kind: 'list', type, metadata: { resourceVersion: String(server.store.revision) }, items, warnings }
}

function located(object: KubeObject): { namespace?: string } {
  const { namespace } = object.metadata
  return namespace === undefined ? {} : { namespace }
}
