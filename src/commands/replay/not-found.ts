import { ApiFailure } from '../../api/failure.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'

/** What the server says of an object that is not there (any more). */
export function namedNotFound(type: ResourceType, name: string): ApiFailure {
  const message = `${resourceName(type)} "${name}" not found`
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'NotFound' } as const
  return new ApiFailure({ kind: 'status', code: 404, status: { ...status, message, code: 404 } })
}
