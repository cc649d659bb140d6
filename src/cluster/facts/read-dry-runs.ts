import { formatExactJson } from '../../api/exact-json.ts'
import type { DryRunAnswer, Query, RemovalAnswer } from '../../api/fact.ts'
import { finalizePath, NAMESPACE_TYPE, specFinalizersOf, withoutInSpec } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { objectPath } from '../../api/path.ts'
import { type RefusedAnswer, refusedAnswer } from '../../api/refused-answer.ts'
import { FIELD_MANAGER, JSON_PATCH, patchOfAnyVersion } from '../../api/removal-patch.ts'
import type { ResourceType } from '../../api/resource-type.ts'
import { dryRunPatch, dryRunRemoval } from '../dry-run-removal.ts'
import { METADATA_ACCEPT } from '../metadata-accept.ts'
import { readKubeObject } from '../read-object.ts'
import { readJson } from '../transport/read.ts'
import type { ApiRequest } from '../transport/transport.ts'
import type { FactSource } from './fact-source.ts'

/**
 * Each of these asks the server, by a dry run, how it would answer a request; undefined when the object is gone, or
 * another one has its name by now. A refusal is an answer; rejects with ApiFailure only where it cannot be asked.
 */
type Asked<About extends Query['about']> = Extract<Query, { about: About }>

const OF_DRY_RUN = { dryRun: 'All', fieldManager: FIELD_MANAGER }

/** JSON patches cannot add to annotations that may not be there. A uid that is another one's is a conflict. */
const MERGE_PATCH = 'application/merge-patch+json'

/** A Namespace that is written to all the time is asked about so often: each PUT is for one state of it. */
const TRIES = 3

/**
 * The removal of these finalizers, which the scan saw, from the object as it is now. The object is read only where the
 * answer may be about another state of it, or is an error of the server.
 */
export async function readRemoval(
  { transport, signal }: FactSource,
  type: ResourceType,
  { name, namespace, uid, finalizers }: Asked<'removal'>,
): Promise<RemovalAnswer | undefined> {
  const path = pathOf(type, name, namespace)
  const answer = await dryRunPatch(transport, path, patchOfAnyVersion({ uid, finalizers }, finalizers), signal)
  if (answer.accepted) return answer
  const isChanged = isOfAnother(answer)
  if (!isChanged && answer.code < 500) return answer
  const request = { method: 'GET', path, headers: { accept: METADATA_ACCEPT }, signal } as const
  const { metadata } = await readKubeObject(transport, request)
  if (metadata.uid !== uid) return undefined
  return isChanged ? dryRunRemoval(transport, type, metadata, finalizers, signal) : answer
}

/** An update of this object, or of its status, that changes only the given labels and annotations. */
export async function readUpdate(
  source: FactSource,
  type: ResourceType,
  { name, namespace, uid, subresource, given }: Asked<'update'>,
): Promise<DryRunAnswer | undefined> {
  const path = pathOf(type, name, namespace)
  const answer = await dryRun(source, {
    method: 'PATCH',
    path: subresource === undefined ? path : `${path}/${subresource}`,
    query: OF_DRY_RUN,
    headers: { accept: METADATA_ACCEPT, 'content-type': given === undefined ? JSON_PATCH : MERGE_PATCH },
    body: JSON.stringify(
      given === undefined ? [{ op: 'test', path: '/metadata/uid', value: uid }] : { metadata: { uid, ...given } },
    ),
  })
  return answer.accepted || !isOfAnother(answer) ? answer : undefined
}

/** The DELETE that a controller sends for this object. */
export async function readDeletion(
  source: FactSource,
  type: ResourceType,
  { name, namespace, uid, now }: Asked<'deletion'>,
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
  const answer = await dryRun(source, {
    method: 'DELETE',
    path: pathOf(type, name, namespace),
    query: { dryRun: 'All' },
    headers: { accept: METADATA_ACCEPT, 'content-type': 'application/json' },
    body: JSON.stringify(options),
  })
  const isPast = !answer.accepted && (answer.code === 404 || (answer.code === 409 && answer.reason === 'Conflict'))
  return isPast ? undefined : answer
}

/** The PUT of /finalize that removes these names from the spec of the Namespace, as its controller sends it. */
export async function readFinalization(
  source: FactSource,
  { name, uid, finalizers }: Asked<'finalization'>,
): Promise<RemovalAnswer | undefined> {
  const { transport, signal } = source
  for (let tries = 1; ; tries++) {
    const path = objectPath(NAMESPACE_TYPE, name)
    const namespace = await readKubeObject(transport, { method: 'GET', path, signal })
    if (namespace.metadata.uid !== uid) return undefined
    const answer = await dryRunFinalize(withoutInSpec(namespace, finalizers), source)
    if (answer.accepted || answer.reason !== 'Conflict' || tries === TRIES) return answer
  }
}

async function dryRunFinalize(namespace: KubeObject, { transport, signal }: FactSource): Promise<RemovalAnswer> {
  try {
    const answer = await readKubeObject(transport, {
      method: 'PUT',
      path: finalizePath(namespace.metadata.name),
      query: OF_DRY_RUN,
      headers: { 'content-type': 'application/json' },
      body: formatExactJson(namespace),
      signal,
    })
    return { accepted: true, finalizersLeft: specFinalizersOf(answer) }
  } catch (error) {
    return refusedAnswer(error)
  }
}

async function dryRun({ transport, signal }: FactSource, request: ApiRequest): Promise<DryRunAnswer> {
  try {
    await readJson(transport, { ...request, signal })
    return { accepted: true }
  } catch (error) {
    return refusedAnswer(error)
  }
}

/** A test that fails is a 422 without causes (kubernetes-deletion.md 1.5): it is another object, or changed. */
function isOfAnother({ code, causes }: RefusedAnswer): boolean {
  return [404, 409].includes(code) || (code === 422 && causes.length === 0)
}

function pathOf(type: ResourceType, name: string, namespace: string | undefined): string {
  return objectPath(type, name, type.namespaced ? namespace : undefined)
}
