import type { Warned } from '../answer/answer.ts'
import { conflict } from '../answer/refusal.ts'
import { decodeObject } from '../request/body.ts'
import { isDryRun, type ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { createObject } from './create.ts'
import { trackUpdate, writerOf } from './managed-fields.ts'
import { storageConflict } from './preconditions.ts'
import { update } from './update.ts'

/** Types that PUT creates when they are not there (`AllowCreateOnUpdate`). */
const CREATED_BY_PUT = new Set([
  'clusterrolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'endpoints',
  'events',
  'leases.coordination.k8s.io',
  'limitranges',
  'rolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'runtimeclasses.node.k8s.io',
  'services',
])

/** PUT of the whole object or of /status, /finalize, /approval; a uid in the body is a precondition (409). */
export async function put(server: Server, request: ResourceRequest): Promise<Warned> {
  const { type, namespace, subresource } = request
  const given = decodeObject(request, type)
  const writer = writerOf(request)
  const known = server.store.get(type.storage, namespace, request.name!)
  if (known === undefined && subresource === undefined && CREATED_BY_PUT.has(type.storage) && !isDryRun(request)) {
    return createObject(server, request, given, (object, now) => trackUpdate(undefined, object, writer, now))
  }
  return update(server, request, {
    propose(current) {
      const { uid } = given.metadata
      if (uid && uid !== current.metadata.uid) {
        throw conflict(type, request.name!, storageConflict(type, current, uid))
      }
      const own = { ...given.metadata, name: given.metadata.name ?? '' }
      return { ...given, metadata: namespace === undefined ? own : { ...own, namespace: own.namespace ?? namespace } }
    },
    track: (current, next, now) => trackUpdate(current, next, writer, now),
  })
}
