import type { ApiRequest, ApiResponse } from '../cluster/transport/transport.ts'
import { authorizePath, authorizeResource } from './access/authorize.ts'
import type { Warned } from './answer/answer.ts'
import { Refusal } from './answer/refusal.ts'
import { respond, respondFault, respondRefusal } from './answer/respond.ts'
import { serveOther } from './discovery/serve-other.ts'
import { dispatch } from './dispatch.ts'
import { countRequest } from './metrics/counts.ts'
import { resourceRequest, TextRefusal } from './request/resolve.ts'
import type { ResourceRequest } from './request/resource-request.ts'
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
    authorizePath(server, user, request.method.toLowerCase(), request.path)
    return serveOther(server, request, path)
  }
  // A request that is not authorized is not counted for its resource: the real server has no line of it.
  return counted(server, resourceRequest(server, request, { ...path, plural: path.plural }, user))
}

/** Answers a request, and counts it when its answer is decided; a watch when it ends. */
async function counted(server: Server, request: ResourceRequest): Promise<Warned> {
  try {
    const answer = await dispatch(server, request)
    if (answer.kind !== 'watch') countRequest(server.counts, request, 'status' in answer ? codeOf(answer.status) : 200)
    return answer
  } catch (error) {
    if (error instanceof Refusal) countRequest(server.counts, request, error.code)
    throw error
  }
}

function codeOf(status: number | object): number {
  return typeof status === 'number' ? status : 200
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
