import type { KubeObject } from '../../api/object.ts'
import { apiVersionOf, parseApiVersion } from '../../api/resource-type.ts'
import { webhookFailure } from '../admission/webhook-failure.ts'
import { Refusal } from '../answer/refusal.ts'
import type { Server } from '../server.ts'
import { definitionSpec } from './custom.ts'
import { eventToCore, eventToEvents } from './event-conversion.ts'
import { isCustom, type ServedType } from './served-type.ts'

/**
 * The object in the version of a type. A custom resource with a dead conversion webhook cannot be converted: 500
 * without a reason (kubernetes-deletion.md 4.3, run on 1.36).
 */
export function toVersion(server: Server, object: KubeObject, type: ServedType): KubeObject {
  const apiVersion = apiVersionOf(type)
  if (object.apiVersion === apiVersion) return object
  if (type.storage === 'events') return type.group === '' ? eventToCore(object) : eventToEvents(object)
  const failure = conversionFailure(server, object, type)
  if (failure !== undefined) throw new Refusal(500, { message: failure })
  return { ...object, apiVersion }
}

/** The object as it is stored; the opposite of `toVersion`. */
export function toStorage(server: Server, object: KubeObject, type: ServedType): KubeObject {
  if (type.storage === 'events') return eventToCore(object)
  return toVersion(server, object, { ...type, version: type.storageVersion })
}

/**
 * Lists, watches and collection deletes read through a cache of the whole type: one object that cannot be converted
 * keeps it from getting ready, and the answer is 429 (kubernetes-deletion.md 4.3).
 */
export function checkReadable(server: Server, type: ServedType): void {
  const failure = readFailure(server, type)
  if (failure === undefined) return
  const status = { message: failure, reason: 'TooManyRequests', details: { retryAfterSeconds: 1 } }
  throw new Refusal(429, status, { 'retry-after': '1' })
}

/** What a list of a type answers while it cannot be read in its version; undefined when it can. */
export function readFailure(server: Server, type: ServedType): string | undefined {
  const failure = brokenConversion(server, type)
  return failure && `storage is (re)initializing: failed to list ${apiVersionOf(type)}, Kind=${type.kind}: ${failure}`
}

/** Why an object of a type cannot be converted to its version: the first of all of them, or undefined. */
export function brokenConversion(server: Server, type: ServedType): string | undefined {
  if (!isCustom(type)) return undefined
  return server.store
    .list(type.storage)
    .filter(object => object.apiVersion !== apiVersionOf(type))
    .map(object => conversionFailure(server, object, type))
    .find(text => text !== undefined)
}

function conversionFailure(server: Server, object: KubeObject, type: ServedType): string | undefined {
  if (type.definition === undefined) return undefined
  const { versions, conversion } = definitionSpec(type.definition)
  const { version } = parseApiVersion(object.apiVersion)
  // Stored in a version that the definition had before (run on 1.36).
  if (!versions.some(({ name }) => name === version))
    return `request to convert CR from an invalid group/version: ${object.apiVersion}`
  if (conversion?.strategy !== 'Webhook') return undefined
  const failure = webhookFailure(server, conversion.webhook?.clientConfig ?? {}, 30)
  return failure && `conversion webhook for ${object.apiVersion}, Kind=${object.kind} failed: ${failure}`
}
