import type { KubeObject } from '../../api/object.ts'
import { apiVersionOf } from '../../api/resource-type.ts'
import { webhookFailure } from '../admission/webhook-failure.ts'
import { Refusal } from '../answer/refusal.ts'
import type { Server } from '../server.ts'
import { definitionSpec } from './custom.ts'
import { eventToCore, eventToEvents } from './event-conversion.ts'
import { isCustom, type ServedType } from './served-type.ts'

/**
 * The object in the version of a type. Custom resources whose definition names a dead conversion webhook cannot be
 * converted: LIST answers 429, everything else 500 without a reason (reference 4.3, run on 1.36).
 */
export function toVersion(server: Server, object: KubeObject, type: ServedType, verb: string): KubeObject {
  const apiVersion = apiVersionOf(type)
  if (object.apiVersion === apiVersion) return object
  if (type.storage === 'events') return type.group === '' ? eventToCore(object) : eventToEvents(object)
  if (isCustom(type)) {
    const failure = conversionFailure(server, type, object)
    if (failure !== undefined) throw conversionRefusal(failure, type, verb)
  }
  return { ...object, apiVersion }
}

/** The object as it is stored; the opposite of `toVersion`. */
export function toStorage(server: Server, object: KubeObject, type: ServedType): KubeObject {
  if (type.storage === 'events') return eventToCore(object)
  return toVersion(server, object, { ...type, version: type.storageVersion }, 'write')
}

function conversionFailure(server: Server, type: ServedType, object: KubeObject): string | undefined {
  const conversion = definitionSpec(type.definition!).conversion
  if (conversion?.strategy !== 'Webhook') return undefined
  const failure = webhookFailure(server, conversion.webhook?.clientConfig ?? {}, 30)
  return failure && `conversion webhook for ${object.apiVersion}, Kind=${object.kind} failed: ${failure}`
}

function conversionRefusal(failure: string, type: ServedType, verb: string): Refusal {
  if (verb !== 'list') return new Refusal(500, { message: failure })
  const path = `${type.group}/${type.plural}`
  return new Refusal(
    429,
    {
      message: `storage is (re)initializing: failed to list ${path}: ${failure}`,
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 1 },
    },
    { 'retry-after': '1' },
  )
}
