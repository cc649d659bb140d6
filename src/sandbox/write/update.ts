import { isDeepStrictEqual } from 'node:util'
import type { KubeObject } from '../../api/object.ts'
import { mutate, validate } from '../admission/admit.ts'
import type { Warned } from '../answer/answer.ts'
import { invalid, invalidValue } from '../answer/invalid.ts'
import { badRequest, conflict, notFound, STALE } from '../answer/refusal.ts'
import { isDryRun, type ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { toStorage, toVersion } from '../types/conversion.ts'
import { isCustom, type ServedType } from '../types/served-type.ts'
import { canonical } from './canonical.ts'
import { finalizerWarnings } from './finalizer-rules.ts'
import { pruneAndCheck } from './schema.ts'
import { needsResourceVersion, split } from './split-status.ts'
import { withGeneration, withKeptSystemFields } from './system-fields.ts'
import { validateUpdatedMetadata } from './validate-metadata.ts'
import { validateObject } from './validate-object.ts'

/** What a PUT or PATCH makes of the object that is stored now; may run again when a concurrent write came first. */
export interface Change {
  /** The proposed object, in the version of the URL. */
  propose(current: KubeObject): KubeObject
  /** Writes managedFields for what was admitted. */
  track(current: KubeObject, next: KubeObject, now: number): KubeObject
}

/**
 * GuaranteedUpdate: propose → mutating admission → resourceVersion → validation → validating admission → write, again
 * when another write came in between. An update that empties the finalizers of a terminating object removes it
 * (kubernetes-deletion.md 1.7).
 */
export async function update(server: Server, request: ResourceRequest, change: Change): Promise<Warned> {
  const { type, namespace } = request
  const name = request.name!
  for (;;) {
    const stored = server.store.get(type.storage, namespace, name)
    if (stored === undefined) throw notFound(type, name)
    const warnings: string[] = []
    const current = toVersion(server, stored, type)
    const next = await admitted(server, request, current, change, warnings)
    if (isDeepStrictEqual(next, current)) return { kind: 'object', status: 200, type, object: current, warnings }
    const answer = { kind: 'object', status: 200, type, warnings } as const
    // A dry run does not convert to the version of storage: where that cannot be done it is accepted all the same.
    if (isDryRun(request)) return { ...answer, object: next }
    const target = toStorage(server, next, type)
    if (endsNow(type, next, current)) {
      // The answer keeps the old resourceVersion; only watchers see that the object is gone.
      if (server.store.remove(type.storage, stored, target) !== undefined) return { ...answer, object: next }
      continue
    }
    const written = server.store.write(type.storage, stored, target)
    if (written !== undefined) return { ...answer, object: toVersion(server, written, type) }
  }
}

async function admitted(
  server: Server,
  request: ResourceRequest,
  current: KubeObject,
  change: Change,
  warnings: string[],
): Promise<KubeObject> {
  const { type, subresource, namespace, user } = request
  const proposed = change.propose(current)
  checkAddress(request, proposed)
  const now = server.now()
  const candidate = canonical(withKeptSystemFields(split(type, subresource, proposed, current), current))
  const attributes = {
    operation: 'UPDATE' as const,
    type,
    subresource,
    namespace,
    name: request.name!,
    object: candidate,
    oldObject: current,
    user,
    dryRun: isDryRun(request),
  }
  const mutated = (await mutate(server, attributes, warnings)) ?? candidate
  checkVersion(type, proposed, current)
  const kept = withGeneration(type, withKeptSystemFields(mutated, current), current)
  const next = pruneAndCheck(type, kept, current, request, warnings)
  validateUpdatedMetadata(type, next, current)
  validateObject(type, next, current)
  if (isCustom(type)) {
    warnings.push(...finalizerWarnings(next.metadata.finalizers ?? [], current.metadata.finalizers))
  }
  await validate(server, { ...attributes, object: next }, warnings)
  return change.track(current, next, now)
}

function checkAddress(request: ResourceRequest, proposed: KubeObject): void {
  const { name, namespace } = proposed.metadata
  if (name !== request.name) {
    throw badRequest(`the name of the object (${name ?? ''}) does not match the name on the URL (${request.name})`)
  }
  if (request.namespace !== undefined && namespace !== undefined && namespace !== request.namespace) {
    throw badRequest(
      `the namespace of the object (${namespace}) does not match the namespace on the URL (${request.namespace})`,
    )
  }
}

/** An absent version means "whatever is there", where the type allows that. */
function checkVersion(type: ServedType, proposed: KubeObject, current: KubeObject): void {
  const { name, resourceVersion = '' } = proposed.metadata
  if (resourceVersion === '' || resourceVersion === '0') {
    if (!needsResourceVersion(type)) return
    const error = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update')
    throw invalid({ group: type.group, kind: type.plural }, name, [
      { ...error, message: 'Invalid value: 0: must be specified for an update' },
    ])
  }
  if (resourceVersion !== current.metadata.resourceVersion) throw conflict(type, name, STALE)
}

/** Stored terminating, no grace left, and nothing holds it any more; a Namespace has a second list. */
export function endsNow(type: ServedType, next: KubeObject, current: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = current.metadata
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds > 0) return false
  if ((next.metadata.finalizers ?? []).length > 0) return false
  return type.storage !== 'namespaces' || specFinalizers(next).length === 0
}

export function specFinalizers(namespace: KubeObject): readonly string[] {
  return (namespace.spec as { finalizers?: readonly string[] } | undefined)?.finalizers ?? []
}
