import { type ResourceType, resourceName } from '../../../api/resource-type.ts'
import { preferredTypes } from '../../../cluster/discovery/discovery.ts'
import { withLeftOut } from '../../../cluster/discovery/legacy.ts'
import { message, Trouble } from '../../../messages/sentence.ts'
import type { StorageTools } from './helm-storage.ts'

/**
 * A custom type that a tool brings along. Rejects with an Error of one line where the server does not have it, or
 * cannot tell.
 */
export async function installedType(
  resource: string,
  { discovery, transport, signal }: Pick<StorageTools, 'discovery' | 'transport' | 'signal'>,
): Promise<ResourceType> {
  const known = named(resource, discovery.types)
  if (known !== undefined) return known
  const full = await withLeftOut(discovery, transport, signal)
  const found = named(resource, full.types)
  if (found !== undefined) return found
  const [, ...group] = resource.split('.')
  const isUnread = full.unreadable.some(each => each.resource === '*' || each.resource === `*.${group.join('.')}`)
  throw new Trouble(message('TypeNotInstalled', { resource, isUnread }))
}

function named(resource: string, types: readonly ResourceType[]): ResourceType | undefined {
  return preferredTypes(types).find(type => resourceName(type) === resource)
}
