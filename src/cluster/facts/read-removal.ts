import type { Query, RemovalAnswer } from '../../api/fact.ts'
import { objectPath } from '../../api/path.ts'
import { patchOfAnyVersion } from '../../api/removal-patch.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { dryRunPatch, dryRunRemoval } from '../dry-run-removal.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { readKubeObject } from '../read-object.ts'
import type { FactSource } from './fact-source.ts'

/**
 * How the server would answer the removal of these finalizers, which the scan saw, from the object as it is now;
 * undefined when the object is gone. Rejects as `dryRunRemoval` does. The object is read only where the answer may be
 * about another state of it, or is an error of the server.
 */
export async function readRemoval(
  { transport, signal }: FactSource,
  type: ResourceType,
  { name, namespace, uid, finalizers }: Extract<Query, { about: 'removal' }>,
): Promise<RemovalAnswer | undefined> {
  const path = objectPath(type, name, type.namespaced ? namespace : undefined)
  const answer = await dryRunPatch(transport, path, patchOfAnyVersion({ uid, finalizers }, finalizers), signal)
  if (answer.accepted) return answer
  // A failed test is a 422 without causes (kubernetes-deletion.md 1.5): another object or other finalizers by now.
  const isChanged = [404, 409].includes(answer.code) || (answer.code === 422 && answer.causes.length === 0)
  if (!isChanged && answer.code < 500) return answer
  const { metadata } = await readKubeObject(transport, {
    method: 'GET',
    path,
    headers: { accept: METADATA_ACCEPT },
    signal,
  })
  if (metadata.uid !== uid) return undefined
  return isChanged ? dryRunRemoval(transport, type, metadata, finalizers, signal) : answer
}
