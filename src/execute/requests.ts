import { formatExactJson } from '../api/exact-json.ts'
import { codeOf } from '../api/failure.ts'
import { finalizePath, withoutInSpec } from '../api/namespace-type.ts'
import type { KubeObject } from '../api/object.ts'
import { listPath, objectPath } from '../api/path.ts'
import { FIELD_MANAGER, JSON_PATCH, removalPatch } from '../api/removal-patch.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { checkKind } from '../api/shape.ts'
import { readKubeObject, shaped } from '../cluster/read-object.ts'
import { readWhole } from '../cluster/read-whole.ts'
import { readJson } from '../cluster/transport/read.ts'
import type { Tools } from './tools.ts'

/*
 * The five requests that change a cluster, and no others (test/execute/one-sender.test.ts), for the `send` of an
 * attempt; with `dryRun` the server is asked, and nothing is changed. Each rejects with ApiFailure.
 */

export type Sending = Pick<Tools, 'transport' | 'dryRun'>

/** Removes these finalizers from just this state of an object, else 409 or 422. Answers the object as it then is. */
export async function patchFinalizers(
  type: ResourceType,
  { metadata }: KubeObject,
  finalizers: readonly string[],
  { transport, dryRun }: Sending,
): Promise<KubeObject> {
  return readKubeObject(transport, {
    method: 'PATCH',
    path: objectPath(type, metadata.name, metadata.namespace),
    query: query(dryRun),
    headers: { 'content-type': JSON_PATCH },
    body: JSON.stringify(removalPatch(metadata, finalizers)),
  })
}

/**
 * Removes only these finalizers from the spec of just this state of a Namespace: the PUT replaces all of its metadata,
 * so the whole object is sent, with uid and resourceVersion as preconditions (kubernetes-deletion.md 2.2). Answers the
 * Namespace as it then is; 409 for another state.
 */
export async function putFinalize(
  namespace: KubeObject,
  removed: readonly string[],
  { transport, dryRun }: Sending,
): Promise<KubeObject> {
  return readKubeObject(transport, {
    method: 'PUT',
    path: finalizePath(namespace.metadata.name),
    query: query(dryRun),
    headers: { 'content-type': 'application/json' },
    body: formatExactJson(withoutInSpec(namespace, removed)),
  })
}

/** Fields as a merge patch has them (RFC 7386): null takes one away, a list replaces a whole list. */
export interface Fields {
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/**
 * Merges fields into just this state of an object, or of its status: 409 for another state. Answers it as it then is.
 */
export async function mergeFields(
  type: ResourceType,
  { metadata: { name, namespace, uid, resourceVersion } }: KubeObject,
  fields: Fields,
  { transport, dryRun }: Sending,
  subresource: '' | '/status' = '',
): Promise<KubeObject> {
  return readKubeObject(transport, {
    method: 'PATCH',
    path: `${objectPath(type, name, namespace)}${subresource}`,
    query: query(dryRun),
    headers: { 'content-type': 'application/merge-patch+json' },
    body: formatExactJson({ ...fields, metadata: { ...fields.metadata, uid, resourceVersion } }),
  })
}

/**
 * Creates an object, and never changes an existing one: 409 `AlreadyExists`. A field unknown to the type (any more) is
 * refused; by default it would be dropped silently.
 */
export async function createObject(
  type: ResourceType,
  object: KubeObject,
  { transport, dryRun }: Sending,
): Promise<KubeObject> {
  return readKubeObject(transport, {
    method: 'POST',
    path: listPath(type, type.namespaced ? object.metadata.namespace : undefined),
    query: { ...query(dryRun), fieldValidation: 'Strict' },
    headers: { 'content-type': 'application/json' },
    body: formatExactJson(object),
  })
}

/**
 * Deletes this very object, and with `resourceVersion` just this state of it: another one is answered by 409. `dryRun`
 * is in the body: beside a body the server ignores the query (kubernetes-deletion.md 11).
 */
export async function deleteObject(
  type: ResourceType,
  { metadata: { name, namespace, uid, resourceVersion } }: KubeObject,
  propagationPolicy: 'Background' | 'Foreground' | 'Orphan',
  { transport, dryRun }: Sending,
): Promise<void> {
  const request = { method: 'DELETE', path: objectPath(type, name, namespace) } as const
  const { body } = await readJson(transport, {
    ...request,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy,
      preconditions: { uid, resourceVersion },
      ...(dryRun && { dryRun: ['All'] }),
    }),
  })
  // The object, or a Status; in a dry run that ends it an object of which only the kind is there (1.36.3, run).
  shaped(request, () => checkKind(body))
}

/**
 * Removes only foregroundDeletion from just this state of a terminating object, by a second DELETE with background
 * propagation (kubernetes-deletion.md 1.2). Rejects with ApiFailure, with 409 where the object has changed.
 *
 * With a resourceVersion, a DELETE that removes the last finalizer is answered 409 each time: the server then looks for
 * a state that it never wrote (1.36.3, run). Where the object still has the named state, the DELETE is sent by uid
 * alone: whatever its state is by then, it removes nothing but foregroundDeletion.
 */
export async function releaseOwner(type: ResourceType, now: KubeObject, sending: Sending): Promise<void> {
  try {
    await deleteObject(type, now, 'Background', sending)
  } catch (error) {
    if (codeOf(error) !== 409) throw error
    const again = await readWhole(sending.transport, type, now.metadata)
    if (again?.metadata.resourceVersion !== now.metadata.resourceVersion) throw error
    const { resourceVersion: _, ...metadata } = now.metadata
    await deleteObject(type, { ...now, metadata }, 'Background', sending)
  }
}

function query(dryRun: boolean): Readonly<Record<string, string>> {
  return { fieldManager: FIELD_MANAGER, ...(dryRun && { dryRun: 'All' }) }
}
