import { formatExactJson } from '../api/exact-json.ts'
import type { KubeObject } from '../api/object.ts'
import { listPath } from '../api/path.ts'
import { FIELD_MANAGER } from '../api/removal-patch.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { readKubeObject } from '../cluster/read-object.ts'
import type { Tools } from './tools.ts'

/**
 * Creates an object, and never changes one that is there: that is answered by 409 `AlreadyExists`. A field that its type
 * does not know (any more) is refused, where by default it would be lost without a word. Rejects with ApiFailure.
 */
export async function createObject(
  type: ResourceType,
  object: KubeObject,
  { transport, dryRun }: Pick<Tools, 'transport' | 'dryRun'>,
): Promise<KubeObject> {
  return readKubeObject(transport, {
    method: 'POST',
    path: listPath(type, type.namespaced ? object.metadata.namespace : undefined),
    query: { fieldManager: FIELD_MANAGER, fieldValidation: 'Strict', ...(dryRun && { dryRun: 'All' }) },
    headers: { 'content-type': 'application/json' },
    body: formatExactJson(object),
  })
}
