import type { DryRunAnswer, Query } from '../../api/fact.ts'
import { objectPath } from '../../api/path.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { FIELD_MANAGER, JSON_PATCH } from '../../api/removal-patch.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { readJson } from '../transport/read.ts'
import type { FactSource } from './fact-source.ts'

/** JSON patches cannot add to annotations that may not be there. A uid that is another one's is a conflict. */
const MERGE_PATCH = 'application/merge-patch+json'

/**
 * Asks the server, by a dry run, how it would answer an update of this object, or of its status, that changes only the
 * given labels and annotations; undefined when it is gone, or another one has its name by now. A refusal is an answer;
 * rejects with ApiFailure only where the server cannot be asked.
 */
export async function readUpdate(
  { transport, signal }: FactSource,
  type: ResourceType,
  { name, namespace, uid, subresource, given }: Extract<Query, { about: 'update' }>,
): Promise<DryRunAnswer | undefined> {
  const path = objectPath(type, name, type.namespaced ? namespace : undefined)
  try {
    await readJson(transport, {
      method: 'PATCH',
      path: subresource === undefined ? path : `${path}/${subresource}`,
      query: { dryRun: 'All', fieldManager: FIELD_MANAGER },
      headers: { accept: METADATA_ACCEPT, 'content-type': given === undefined ? JSON_PATCH : MERGE_PATCH },
      body: JSON.stringify(
        given === undefined ? [{ op: 'test', path: '/metadata/uid', value: uid }] : { metadata: { uid, ...given } },
      ),
      signal,
    })
    return { accepted: true }
  } catch (error) {
    const refused = refusedAnswer(error)
    // A test that fails is a 422 without causes (kubernetes-deletion.md 1.5): the object is another one.
    const isPast = [404, 409].includes(refused.code) || (refused.code === 422 && refused.causes.length === 0)
    return isPast ? undefined : refused
  }
}
