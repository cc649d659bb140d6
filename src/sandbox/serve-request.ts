import type { ApiRequest, ApiResponse } from '../cluster/transport/transport.ts'
import { authorizePath, authorizeResource } from './access/authorize.ts'
import type { Warned } from './answer/answer.ts'
import { Refusal } from './answer/refusal.ts'
import { respond, respondFault, respondRefusal } from './answer/respond.ts'
import { serveOther } from './discovery/serve-other.ts'
import { dispatch } from './dispatch.ts'
import { resourceRequest, TextRefusal } from './request/resolve.ts'
import { parseResourcePath } from './request/route.ts'
import { ADMIN, impersonated, type User, userNamed } from './request/user.ts'
import type { Server } from './server.ts'

/** A request with the user that authentication found; none is system:admin, a member of system:masters. */
export interface SandboxRequest extends ApiRequest {
  readonly user?: string | User | undefined
}

/** One exchange from authentication to the formed answer. Never rejects: a refusal is an answer too. */
export async function serveRequest(server: Server, request: SandboxRequest): Promise<ApiResponse> {
  const { headers = {}, query = {} } = request
  const context = { accept: headers.accept, query, now: server.now() }
  try {
    return respond(await answerOf(server, request, userOf(server, request)), context)
  } catch (error) {
    if (error instanceof TextRefusal) return respond({ kind: 'text', status: error.code, text: error.message }, context)
    return error instanceof Refusal ? respondRefusal(error) : respondFault(error)
  }
}

async function answerOf(server: Server, request: SandboxRequest, user: User): Promise<Warned> {
  const path = parseResourcePath(request.path)
  if (path?.plural === undefined) {
    authorizePath(user, request.method.toLowerCase(), request.path)
    return serveOther(server, request, path)
  }
  return dispatch(server, resourceRequest(server, request, { ...path, plural: path.plural }, user))
}

/** The user of a request after impersonation, which needs the right to it. */
function userOf(server: Server, request: SandboxRequest): User {
  const { user: given = ADMIN, headers = {} } = request
  const user = typeof given === 'string' ? userNamed(given) : given
  const other = impersonated(headers)
  if (other === undefined) return user
  authorizeResource(server, user, { verb: 'impersonate', group: '', resource: 'users', name: other.name })
  return other
}
