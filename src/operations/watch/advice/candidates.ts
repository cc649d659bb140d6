import { DEFINITIONS } from '../../../api/definitions.ts'
import { resourceName } from '../../../api/resource-type.ts'
import type { Discovery } from '../../../cluster/discovery/discovered.ts'
import type { Finding } from '../../../cluster/scan/scan.ts'
import type { Survey } from '../../../cluster/survey.ts'

/** Names of what may get stuck, since something with a finalizer goes with it. */
export interface Candidates {
  /** `all`: an API does not answer, and no namespace goes without it. */
  readonly namespaces: ReadonlySet<string> | 'all'
  /** Types, as their CustomResourceDefinition is called. */
  readonly definitions: ReadonlySet<string>
}

/** What of a cluster may get stuck by a deletion; `survey` kept all that has a finalizer. */
export function candidatesIn(
  { content, scan }: Pick<Survey, 'content' | 'scan'>,
  { unreadable }: Discovery,
): Candidates {
  const namespaces = new Set<string>()
  const definitions = new Set<string>()
  for (const { type, meta } of [...content, ...scan.findings].filter(isFinalized)) {
    const resource = resourceName(type)
    definitions.add(resource === DEFINITIONS ? meta.name : resource)
    if (meta.namespace !== undefined) namespaces.add(meta.namespace)
    else if (resource === 'namespaces') namespaces.add(meta.name)
  }
  return { namespaces: unreadable.length > 0 ? 'all' : namespaces, definitions }
}

/** No server deletes them. */
const IMMORTAL: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/** Whether a Namespace or CustomResourceDefinition is one of them, is not being deleted, and can be. */
export function isCandidate({ type, meta }: Finding, { namespaces, definitions }: Candidates): boolean {
  if (meta.deletionTimestamp !== undefined) return false
  if (resourceName(type) === DEFINITIONS) return definitions.has(meta.name)
  return (namespaces === 'all' || namespaces.has(meta.name)) && !IMMORTAL.has(meta.name)
}

function isFinalized({ meta }: Finding): boolean {
  return (meta.finalizers?.length ?? 0) > 0
}
