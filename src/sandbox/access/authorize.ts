import { forbidden, Refusal } from '../answer/refusal.ts'
import type { User } from '../request/user.ts'
import type { Server } from '../server.ts'
import { type ResourceAttributes, rbacAllows, rbacAllowsPath } from './rbac.ts'

/** Paths that every authenticated user may read (`system:discovery`, `system:public-info-viewer`). */
const PUBLIC_PATH = /^\/(api|apis|healthz|livez|readyz|openapi|version)(\/|$)/

/** Whether a user may do something; a string is the authorizer's reason for "no". `server.authorize` decides if set. */
export function mayDo(server: Server, user: User, wanted: ResourceAttributes): true | string {
  if (server.authorize === undefined) return rbacAllows(server.store, user, wanted)
  const { verb, group, resource, namespace, name } = wanted
  const [plural, subresource] = resource.split('/')
  const full = group === '' ? plural! : `${plural}.${group}`
  const decision = server.authorize(
    user,
    verb,
    subresource === undefined ? full : `${full}/${subresource}`,
    namespace,
    name,
  )
  return typeof decision === 'string' ? decision : decision || ''
}

/** Throws the 403 of a resource request that is not allowed (kubernetes-deletion.md 8). */
export function authorizeResource(server: Server, user: User, wanted: ResourceAttributes): void {
  const decision = mayDo(server, user, wanted)
  if (decision === true) return
  const { verb, group, resource, namespace, name } = wanted
  const scope = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
  const text = `User "${user.name}" cannot ${verb} resource "${resource}" in API group "${group}" ${scope}`
  const reason = decision === '' ? '' : `: ${decision}`
  throw forbidden({ group, plural: resource.split('/')[0]! }, name, `${escaped(text)}${reason}`)
}

/** Throws the 403 of a path outside of the resource API. */
export function authorizePath(server: Server, user: User, verb: string, path: string): void {
  if (user.groups.includes('system:masters')) return
  if (PUBLIC_PATH.test(path) && user.groups.includes('system:authenticated')) return
  if (server.authorize === undefined && rbacAllowsPath(server.store, user, verb, path)) return
  throw new Refusal(403, {
    message: `forbidden: User "${escaped(user.name)}" cannot ${verb} path "${escaped(path)}"`,
    reason: 'Forbidden',
    details: {},
  })
}

/** The server escapes what could be markup in this one message. */
function escaped(text: string): string {
  return text.replaceAll('&', '&#38;').replaceAll('<', '&#60;').replaceAll('>', '&#62;')
}
