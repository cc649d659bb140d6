import type { Warned } from '../answer/answer.ts'
import { decodeObject } from '../request/body.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import { type User, userNamed } from '../request/user.ts'
import type { Server } from '../server.ts'
import { mayDo } from './authorize.ts'

interface ReviewSpec {
  readonly user?: string
  readonly groups?: readonly string[]
  readonly resourceAttributes?: {
    readonly verb?: string
    readonly group?: string
    readonly resource?: string
    readonly subresource?: string
    readonly namespace?: string
    readonly name?: string
  }
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string }
}

/** Answers the access reviews (and who-am-i): they are created, never stored. */
export function review(server: Server, request: ResourceRequest): Warned {
  const { type } = request
  const object = decodeObject(request, type)
  const spec = (object.spec ?? {}) as ReviewSpec
  const status =
    type.plural === 'selfsubjectreviews' ? { userInfo: userInfo(request.user) } : decide(server, request, spec)
  return { kind: 'json', status: 201, value: { ...object, status } }
}

function decide(server: Server, request: ResourceRequest, spec: ReviewSpec): unknown {
  if (request.type.plural === 'tokenreviews') return { authenticated: false }
  if (request.type.plural === 'selfsubjectrulesreviews') {
    return {
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: 'rules are not listed by the sandbox',
    }
  }
  const user = request.type.plural === 'selfsubjectaccessreviews' ? request.user : subjectOf(spec)
  const wanted = spec.resourceAttributes
  if (wanted === undefined) return { allowed: user.groups.includes('system:masters') }
  const { verb = '*', group = '', resource = '*', subresource, namespace, name } = wanted
  const decision = mayDo(server, user, {
    verb,
    group,
    resource: subresource ? `${resource}/${subresource}` : resource,
    namespace: namespace || undefined,
    name: name || undefined,
  })
  return decision === true ? { allowed: true } : { allowed: false, reason: decision || undefined }
}

function subjectOf({ user = '', groups }: ReviewSpec): User {
  const named = userNamed(user)
  return { ...named, groups: [...named.groups, ...(groups ?? [])] }
}

function userInfo(user: User): unknown {
  return { username: user.name, groups: user.groups, uid: user.uid }
}
