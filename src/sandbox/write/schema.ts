import type { KubeObject } from '../../api/object.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { ServedType } from '../types/served-type.ts'

/** Filled in later: prunes and checks custom resources against their schema. */
export function pruneAndCheck(
  _type: ServedType,
  object: KubeObject,
  _current: KubeObject | undefined,
  _request: ResourceRequest,
  _warnings: string[],
): KubeObject {
  return object
}
