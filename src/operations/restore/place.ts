import type { KubeObject } from '../../api/object.ts'
import { parseApiVersion, type ResourceType } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { Misuse, message, Trouble } from '../../messages/sentence.ts'

/** The type that an object says it is of. Throws a Trouble in kubectl's words when the server does not serve it. */
export function typeOf({ apiVersion, kind }: KubeObject, { types, unreadable }: Discovery): ResourceType {
  const { group, version } = parseApiVersion(apiVersion)
  const served = types.filter(type => type.group === group && type.kind === kind)
  const exact = served.filter(type => type.version === version)
  const found = exact.find(({ verbs }) => verbs.includes('create')) ?? exact[0]
  if (found !== undefined) return found
  const hidden = unreadable.some(({ resource }) => resource === `*.${group}`)
  const versions = hidden ? undefined : [...new Set(served.map(type => type.version))]
  throw new Trouble(message('BackupNotServed', { kind, apiVersion, versions }))
}

/**
 * The object with its namespace: its own, or the context's as in kubectl; none for a cluster-scoped type. Throws a
 * Misuse when `given` (-n) is another one, because a backup goes back to where it was.
 */
export function placed(object: KubeObject, type: ResourceType, given: string | undefined, context: string): KubeObject {
  const { namespace: own, ...metadata } = object.metadata
  if (!type.namespaced) return { ...object, metadata }
  if (own !== undefined && given !== undefined && own !== given) {
    throw new Misuse(message('BackupOfOtherNamespace', { own, given }))
  }
  return { ...object, metadata: { ...metadata, namespace: own ?? context } }
}
