import type { RemovalAnswer } from '../api/fact.ts'
import type { ObjectMeta } from '../api/object.ts'
import { objectPath } from '../api/path.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { FIELD_MANAGER, JSON_PATCH, type PatchOperation, removalPatch } from '../api/removal-patch.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { METADATA_ACCEPT } from './metadata-accept.ts'
import { readKubeObject } from './read-object.ts'
import type { Transport } from './transport/transport.ts'

/**
 * Asks the server, by a dry run, how it would answer the exact patch that removes these finalizers from the object as
 * it is in `meta`. A refusal is an answer; rejects with ApiFailure only where the server cannot be asked.
 */
export async function dryRunRemoval(
  transport: Transport,
  type: ResourceType,
  meta: ObjectMeta,
  finalizers: readonly string[],
  signal?: AbortSignal,
): Promise<RemovalAnswer> {
  return dryRunPatch(transport, objectPath(type, meta.name, meta.namespace), removalPatch(meta, finalizers), signal)
}

/** The same of any patch of finalizers, to the object at this path. */
export async function dryRunPatch(
  transport: Transport,
  path: string,
  patch: readonly PatchOperation[],
  signal: AbortSignal | undefined,
): Promise<RemovalAnswer> {
  try {
    const { metadata } = await readKubeObject(transport, {
      method: 'PATCH',
      path,
      query: { dryRun: 'All', fieldManager: FIELD_MANAGER },
      headers: { accept: METADATA_ACCEPT, 'content-type': JSON_PATCH },
      body: JSON.stringify(patch),
      signal,
    })
    return { accepted: true, finalizersLeft: metadata.finalizers ?? [] }
  } catch (error) {
    return refusedAnswer(error)
  }
}
