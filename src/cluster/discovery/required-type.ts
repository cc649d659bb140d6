import { misconfigured } from '../../api/failure.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Discovery } from './discovered.ts'
import { preferredTypes } from './discovery.ts'

/** The type that the server prefers. Throws ApiFailure where it does not tell of it. */
export function requiredType(resource: string, { types }: Discovery): ResourceType {
  const found = preferredTypes(types).find(each => resourceName(each) === resource)
  if (found !== undefined) return found
  throw misconfigured(`the server does not show its ${resource}`)
}
