import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../../api/object.ts'
import { mutate, validate } from '../admission/admit.ts'
import type { Warned } from '../answer/answer.ts'
import { notFound } from '../answer/refusal.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import type { ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { toStorage, toVersion } from '../types/conversion.ts'
import type { ServedType } from '../types/served-type.ts'
import { withGcFinalizers } from './gc-finalizers.ts'
import { gracefully } from './grace.ts'
import { markAsDeleting } from './mark-deleting.ts'
import { checkLastFinalizer, checkPreconditions } from './preconditions.ts'

/** A DELETE of one object, and what it is answered beside. */
export interface Deletion {
  readonly server: Server
  readonly request: ResourceRequest
  readonly options: DeleteOptions
  readonly warnings: string[]
}

/** Marks, or removes when nothing holds the object; repeated when a concurrent write came first. */
export async function deleteGenerically(deletion: Deletion): Promise<Warned> {
  const { server, request, options } = deletion
  const { type } = request
  for (;;) {
    const stored = storedFor(server, request)
    const current = toVersion(server, stored, type)
    checkPreconditions(type, current, options)
    await admitDelete(deletion, current)
    const marked = markedForDeletion(server, type, current, options)
    if (marked === 'pending') return kept(type, current, options)
    const { object, graceLeft } = marked
    const held = (object.metadata.finalizers ?? []).length > 0 || graceLeft
    if (options.dryRun?.includes('All')) return held ? kept(type, object, options) : gone(type, object)
    if (!held) {
      checkLastFinalizer(type, current, options)
      if (server.store.remove(type.storage, stored, toStorage(server, object, type)) === undefined) continue
      return gone(type, object)
    }
    // A second DELETE that changes nothing writes nothing.
    if (isDeepStrictEqual(object, current)) return kept(type, current, options)
    const written = server.store.write(type.storage, stored, toStorage(server, object, type))
    if (written !== undefined) return kept(type, toVersion(server, written, type), options)
  }
}

/** What a DELETE is about, as it is stored; a 404 where it is not there. */
export function storedFor({ store }: Server, { type, namespace, name }: ResourceRequest): KubeObject {
  const stored = store.get(type.storage, namespace, name!)
  if (stored === undefined) throw notFound(type, name!)
  return stored
}

/** The object as DELETE leaves it; `pending` when a grace period runs that this DELETE does not shorten. */
function markedForDeletion(
  server: Server,
  type: ServedType,
  current: KubeObject,
  options: DeleteOptions,
): 'pending' | { readonly object: KubeObject; readonly graceLeft: boolean } {
  const graceful = type.storage === 'pods' ? gracefully(current, options, server.now()) : undefined
  if (graceful === 'pending') return 'pending'
  const base = graceful ?? current
  const finalizers = withGcFinalizers(base.metadata.finalizers ?? [], options, type)
  const changed =
    finalizers !== base.metadata.finalizers && finalizers.length + (base.metadata.finalizers?.length ?? 0) > 0
  const object = changed ? { ...base, metadata: { ...base.metadata, finalizers } } : base
  if (graceful !== undefined) return { object, graceLeft: (object.metadata.deletionGracePeriodSeconds ?? 0) > 0 }
  const nothingHolds = (object.metadata.finalizers ?? []).length === 0
  return { object: nothingHolds ? object : markAsDeleting(object, server.now()), graceLeft: false }
}

/** DELETE admission runs every time, for dry runs too. */
export async function admitDelete(deletion: Deletion, oldObject: KubeObject): Promise<void> {
  const { server, request, options, warnings } = deletion
  const attributes = {
    operation: 'DELETE' as const,
    type: request.type,
    namespace: request.namespace,
    name: oldObject.metadata.name,
    oldObject,
    user: request.user,
    dryRun: options.dryRun?.includes('All') === true,
  }
  await mutate(server, attributes, warnings)
  await validate(server, attributes, warnings)
}

/** Still there: 200 with the object; 202 only for the deprecated orphanDependents=false. */
export function kept(type: ServedType, object: KubeObject, options: DeleteOptions): Warned {
  return { kind: 'object', status: options.orphanDependents === false ? 202 : 200, type, object }
}

/** Gone: the last object for some stores, else a Status without `code` whose details name the plural. */
export function gone(type: ServedType, object: KubeObject): Warned {
  if (type.returnsDeleted) return { kind: 'object', status: 200, type, object }
  const { name, uid } = object.metadata
  return {
    kind: 'success',
    status: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name, ...(type.group !== '' && { group: type.group }), kind: type.plural, uid },
    },
  }
}
