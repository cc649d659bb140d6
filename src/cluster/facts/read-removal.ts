import type { Query, RemovalAnswer } from '../../api/fact.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { readJson } from '../transport/read.ts'
import type { FactSource } from './fact-source.ts'

/**
 * Asks the server, by a dry run that changes nothing, what it would answer to the removal of these finalizers from the
 * object as it is now: with its uid and resourceVersion, each finalizer by value, the last one first. undefined when the
 * object is gone by now. A refusal is an answer; only a server that cannot be asked rejects, with ApiFailure.
 */
export async function readRemoval(
  { transport, signal }: FactSource,
  type: ResourceType,
  { name, namespace, uid, finalizers }: Extract<Query, { about: 'removal' }>,
): Promise<RemovalAnswer | undefined> {
  const path = objectPath(type, name, type.namespaced ? namespace : undefined)
  const headers = { accept: METADATA_ACCEPT }
  const { body } = await readJson(transport, { method: 'GET', path, headers, ...(signal && { signal }) })
  const { metadata } = body as KubeObject
  if (metadata.uid !== uid) return undefined
  const removals = (metadata.finalizers ?? [])
    .map((value, index) => ({ value, path: `/metadata/finalizers/${index}` }))
    .filter(({ value }) => finalizers.includes(value))
    .toReversed()
    .flatMap(({ value, path }) => [
      { op: 'test', path, value },
      { op: 'remove', path },
    ])
  const lock = { op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion }
  try {
    const patched = await readJson(transport, {
      method: 'PATCH',
      path,
      query: { dryRun: 'All', fieldManager: 'kubectl-finalize' },
      headers: { ...headers, 'content-type': 'application/json-patch+json' },
      body: JSON.stringify([lock, ...removals]),
      ...(signal && { signal }),
    })
    return { accepted: true, finalizersLeft: (patched.body as KubeObject).metadata.finalizers ?? [] }
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.fault.kind !== 'status') throw error
    const { code, status } = error.fault
    const causes = status.details?.causes ?? []
    return { accepted: false, code, reason: status.reason ?? '', message: status.message ?? '', causes }
  }
}
