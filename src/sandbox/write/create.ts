import type { KubeObject } from '../../api/object.ts'
import { mutate, validate } from '../admission/admit.ts'
import type { Warned } from '../answer/answer.ts'
import { alreadyExists, badRequest, forbidden, Refusal } from '../answer/refusal.ts'
import { decodeObject } from '../request/body.ts'
import { isDryRun, type ResourceRequest } from '../request/resource-request.ts'
import type { Server } from '../server.ts'
import { toStorage, toVersion } from '../types/conversion.ts'
import { isCustom, type ServedType } from '../types/served-type.ts'
import { canonical } from './canonical.ts'
import { withDefaults } from './defaults.ts'
import { finalizerWarnings } from './finalizer-rules.ts'
import { trackUpdate, writerOf } from './managed-fields.ts'
import { pruneAndCheck } from './schema.ts'
import { withNewSystemFields } from './system-fields.ts'
import { validateNewMetadata } from './validate-metadata.ts'
import { validateObject } from './validate-object.ts'

/** POST: 201 with the object. A terminating CRD takes no new instances, a terminating namespace no new content. */
export async function create(server: Server, request: ResourceRequest): Promise<Warned> {
  const given = decodeObject(request, request.type)
  const writer = writerOf(request)
  return createObject(server, request, given, (object, now) => trackUpdate(undefined, object, writer, now))
}

/** Creates a decoded object; `track` writes its managedFields. */
export async function createObject(
  server: Server,
  request: ResourceRequest,
  given: KubeObject,
  track: (object: KubeObject, now: number) => KubeObject,
): Promise<Warned> {
  const { type, namespace } = request
  checkAddress(type, given, namespace)
  if (isCustom(type) && type.definition!.metadata.deletionTimestamp !== undefined) {
    throw forbidden(type, given.metadata.name, 'create not allowed while custom resource definition is terminating')
  }
  const warnings: string[] = []
  const filled = canonical(withDefaults(type, withNewSystemFields(server, type, given, namespace)))
  const attributes = {
    operation: 'CREATE' as const,
    type,
    namespace,
    name: filled.metadata.name,
    object: filled,
    user: request.user,
    dryRun: isDryRun(request),
  }
  const admitted = (await mutate(server, attributes, warnings)) ?? filled
  const checked = pruneAndCheck(type, admitted, undefined, request, warnings)
  validateNewMetadata(type, checked)
  validateObject(type, checked)
  if (isCustom(type)) warnings.push(...finalizerWarnings(checked.metadata.finalizers ?? []))
  await validate(server, { ...attributes, object: checked }, warnings)
  const tracked = track(checked, server.now())
  const known = server.store.get(type.storage, namespace, tracked.metadata.name)
  if (known !== undefined) {
    throw alreadyExists(type, known.metadata.name, known.metadata.deletionTimestamp !== undefined)
  }
  if (isDryRun(request)) return { kind: 'object', status: 201, type, object: tracked, warnings }
  const stored = server.store.write(type.storage, undefined, toStorage(server, tracked, type))
  if (stored === undefined) throw alreadyExists(type, tracked.metadata.name, false)
  return { kind: 'object', status: 201, type, object: toVersion(server, stored, type), warnings }
}

function checkAddress(type: ServedType, object: KubeObject, namespace: string | undefined): void {
  const { namespace: own, resourceVersion } = object.metadata
  if (type.namespaced && own && own !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
  if (resourceVersion && resourceVersion !== '0') {
    throw new Refusal(500, { message: 'resourceVersion should not be set on objects to be created' })
  }
}
