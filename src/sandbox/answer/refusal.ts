import { resourceName } from '../../api/resource-type.ts'
import type { Status, StatusCause, StatusDetails } from '../../api/status.ts'

/** An error answer of the API server, thrown anywhere below a request and sent as its body. */
export class Refusal extends Error {
  readonly code: number
  readonly status: Status
  readonly headers: Readonly<Record<string, string>>

  constructor(code: number, status: Omit<Partial<Status>, 'code'>, headers: Readonly<Record<string, string>> = {}) {
    super(status.message ?? `status ${code}`)
    this.name = 'Refusal'
    this.code = code
    this.headers = headers
    this.status = { kind: 'Status', apiVersion: 'v1', metadata: {}, ...status, status: 'Failure', code }
  }
}

interface Named {
  readonly group: string
  readonly plural: string
  readonly kind: string
}

/** Details name a resource by its plural, except validation errors: those use the Kind. */
function details(type: Pick<Named, 'group' | 'plural'>, name: string | undefined): StatusDetails {
  return { name: name || undefined, group: type.group || undefined, kind: type.plural }
}

export function notFound(type: Pick<Named, 'group' | 'plural'>, name: string): Refusal {
  return new Refusal(404, {
    message: `${resourceName(type)} "${name}" not found`,
    reason: 'NotFound',
    details: details(type, name),
  })
}

/** 404 for a namespace that an admission check looked up: `details.kind` tells it from a missing object. */
export function namespaceNotFound(name: string): Refusal {
  return notFound({ group: '', plural: 'namespaces' }, name)
}

/** 404 for a path that no type is served at. */
export function noSuchResource(): Refusal {
  return new Refusal(404, {
    message: 'the server could not find the requested resource',
    reason: 'NotFound',
    details: {},
  })
}

export function alreadyExists(type: Named, name: string, terminating: boolean): Refusal {
  const prefix = terminating ? 'object is being deleted: ' : ''
  return new Refusal(409, {
    message: `${prefix}${resourceName(type)} "${name}" already exists`,
    reason: 'AlreadyExists',
    details: details(type, name),
  })
}

/**
 * 409; `as` is the plural for a stale resourceVersion and the Kind for preconditions of DELETE
 * (kubernetes-deletion.md 1.4).
 */
export function conflict(type: Named, name: string, message: string, as: 'plural' | 'kind' = 'plural'): Refusal {
  const named = { group: type.group, plural: as === 'kind' ? type.kind : type.plural }
  return new Refusal(409, {
    message: `Operation cannot be fulfilled on ${resourceName(named)} "${name}": ${message}`,
    reason: 'Conflict',
    details: details(named, name),
  })
}

export const STALE = 'the object has been modified; please apply your changes to the latest version and try again'

export function forbidden(
  type: Pick<Named, 'group' | 'plural'>,
  name: string | undefined,
  message: string,
  causes?: readonly StatusCause[],
): Refusal {
  const subject = name === undefined || name === '' ? resourceName(type) : `${resourceName(type)} "${name}"`
  return new Refusal(403, {
    message: `${subject} is forbidden: ${message}`,
    reason: 'Forbidden',
    details: { ...details(type, name), causes },
  })
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, { message, reason: 'BadRequest' })
}

export function internalError(message: string): Refusal {
  return new Refusal(500, {
    message: `Internal error occurred: ${message}`,
    reason: 'InternalError',
    details: { causes: [{ message }] },
  })
}

/** 405 for a method that a path does not know. */
export function methodNotAllowed(message = 'the server does not allow this method on the requested resource'): Refusal {
  return new Refusal(405, { message, reason: 'MethodNotAllowed', details: {} })
}

/** 410: the past that a watch or a continue token refers to is compacted away. */
export function expired(message: string, inconsistentContinue?: string): Refusal {
  return new Refusal(410, {
    metadata: { continue: inconsistentContinue },
    message,
    reason: 'Expired',
  })
}
