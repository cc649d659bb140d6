import { mutate } from '../admission/admit.ts'
import type { Warned } from '../answer/answer.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { deleteGenerically } from '../write/delete-generically.ts'

/**
 * pods/eviction: a DELETE in the shape of a create, so a terminating namespace refuses it (kubernetes-deletion.md 2.5).
 */
export async function evict(server: Server, request: ResourceRequest): Promise<Warned> {
  const { type, subresource, namespace, user } = request
  const name = request.name!
  const warnings: string[] = []
  const attributes = { operation: 'CREATE' as const, type, subresource, namespace, name, user, dryRun: false }
  await mutate(server, attributes, warnings)
  await deleteGenerically(server, { ...request, verb: 'delete', body: new Uint8Array() }, {}, warnings)
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
  return { kind: 'json', status: 201, value: status, warnings }
}
