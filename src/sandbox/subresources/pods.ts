import { mutate } from '../admission/admit.ts'
import type { Warned } from '../answer/answer.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { deleteGenerically } from '../write/delete-generically.ts'
import { trackUpdate, writerOf } from '../write/managed-fields.ts'
import { update } from '../write/update.ts'

const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }

/** pods/binding: the scheduler's only write, it puts a Pod on a Node. */
export async function bind(server: Server, request: ResourceRequest): Promise<Warned> {
  const { target } = JSON.parse(new TextDecoder().decode(request.body)) as { target: { name: string } }
  const { subresource: _binding, ...whole } = request
  await update(server, whole, {
    propose: current => ({ ...current, spec: { ...(current.spec as object), nodeName: target.name } }),
    track: (current, next, now) => trackUpdate(current, next, writerOf(request), now),
  })
  return { kind: 'json', status: 201, value: SUCCESS }
}

/**
 * pods/eviction: a DELETE in the shape of a create, so a terminating namespace refuses it (kubernetes-deletion.md 2.5).
 */
export async function evict(server: Server, request: ResourceRequest): Promise<Warned> {
  const { type, subresource, namespace, user } = request
  const name = request.name!
  const warnings: string[] = []
  const attributes = { operation: 'CREATE' as const, type, subresource, namespace, name, user, dryRun: false }
  await mutate(server, attributes, warnings)
  const deletion: ResourceRequest = { ...request, verb: 'delete', body: new Uint8Array() }
  await deleteGenerically({ server, request: deletion, options: {}, warnings })
  return { kind: 'json', status: 201, value: SUCCESS, warnings }
}
