import type { Query, RemovalAnswer } from '../../api/fact.ts'
import { objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { dryRunRemoval } from '../dry-run-removal.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { readKubeObject } from '../read-object.ts'
import type { FactSource } from './fact-source.ts'

/**
 * What the server would answer to the removal of these finalizers from the object as it is now; undefined when the object
 * is gone by now. Rejects as `dryRunRemoval` does.
 */
export async function readRemoval(
  { transport, signal }: FactSource,
  type: ResourceType,
  { name, namespace, uid, finalizers }: Extract<Query, { about: 'removal' }>,
): Promise<RemovalAnswer | undefined> {
  const path = objectPath(type, name, type.namespaced ? namespace : undefined)
  const headers = { accept: METADATA_ACCEPT }
  const { metadata } = await readKubeObject(transport, { method: 'GET', path, headers, signal })
  return metadata.uid === uid ? dryRunRemoval(transport, type, metadata, finalizers, signal) : undefined
}
