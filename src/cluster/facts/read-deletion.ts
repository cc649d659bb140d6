import type { DryRunAnswer, Query } from '../../api/fact.ts'
import { objectPath } from '../../api/path.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { readJson } from '../transport/read.ts'
import type { FactSource } from './fact-source.ts'

/**
 * Asks the server, by a dry run, how it would answer the DELETE that a controller sends for this object; undefined when
 * it is gone, or another one has its name by now. A refusal is an answer; rejects with ApiFailure only where the server
 * cannot be asked.
 */
export async function readDeletion(
  { transport, signal }: FactSource,
  type: ResourceType,
  { name, namespace, uid, now }: Extract<Query, { about: 'deletion' }>,
): Promise<DryRunAnswer | undefined> {
  // With a body the query counts for nothing: `dryRun` stands in the body, or the object would really go
  // (kubernetes-deletion.md 1.1). In the query it only tells this program's own transport what this is.
  const options = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    dryRun: ['All'],
    propagationPolicy: 'Background',
    preconditions: { uid },
    gracePeriodSeconds: now ? 0 : undefined,
  }
  try {
    await readJson(transport, {
      method: 'DELETE',
      path: objectPath(type, name, type.namespaced ? namespace : undefined),
      query: { dryRun: 'All' },
      headers: { accept: METADATA_ACCEPT, 'content-type': 'application/json' },
      body: JSON.stringify(options),
      signal,
    })
    return { accepted: true }
  } catch (error) {
    const refused = refusedAnswer(error)
    return refused.code === 404 || (refused.code === 409 && refused.reason === 'Conflict') ? undefined : refused
  }
}
