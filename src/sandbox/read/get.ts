import type { Warned } from '../answer/answer.ts'
import { notFound } from '../answer/refusal.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { toVersion } from '../types/conversion.ts'

/** GET of one object, or of its /status (which is the same object). */
export function get(server: Server, request: ResourceRequest): Warned {
  const { type, namespace } = request
  const stored = server.store.get(type.storage, namespace, request.name!)
  if (stored === undefined) throw notFound(type, request.name!)
  return { kind: 'object', status: 200, type, object: toVersion(server, stored, type) }
}
