import type { Warned } from '../answer/answer.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { trackUpdate, writerOf } from '../write/managed-fields.ts'
import { update } from '../write/update.ts'

/** pods/binding: the scheduler's only write, it puts a Pod on a Node. */
export async function bind(server: Server, request: ResourceRequest): Promise<Warned> {
  const { target } = JSON.parse(new TextDecoder().decode(request.body)) as { target: { name: string } }
  const { subresource: _binding, ...whole } = request
  await update(server, whole, {
    propose: current => ({ ...current, spec: { ...(current.spec as object), nodeName: target.name } }),
    track: (current, next, now) => trackUpdate(current, next, writerOf(request), now),
  })
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
  return { kind: 'json', status: 201, value: status }
}
