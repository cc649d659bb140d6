import { garbled } from './failure.ts'
import type { ResourceType } from './resource-type.ts'

type GroupVersionPlural = Pick<ResourceType, 'group' | 'version' | 'plural'>

/** The URL path of a whole type, or of a type within one namespace. Throws ApiFailure for one without a name. */
export function listPath(type: GroupVersionPlural, namespace?: string): string {
  if (namespace === '') throw garbled(`${type.plural} of an empty namespace`)
  const root = type.group === '' ? `/api/${type.version}` : `/apis/${type.group}/${type.version}`
  const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${root}${scope}/${type.plural}`
}

/** The URL path of one object; `namespace` is left out for cluster-scoped types. */
export function objectPath(type: GroupVersionPlural, name: string, namespace?: string): string {
  return `${listPath(type, namespace)}/${encodeURIComponent(name)}`
}
