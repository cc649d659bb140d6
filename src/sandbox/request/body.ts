import { parse } from 'yaml'
import type { KubeObject } from '../../api/object.ts'
import { apiVersionOf, parseApiVersion } from '../../api/resource-type.ts'
import { isFields } from '../../api/shape.ts'
import { invalid, invalidValue } from '../answer/invalid.ts'
import { badRequest, Refusal } from '../answer/refusal.ts'
import { isCustom, type ServedType } from '../types/served-type.ts'
import { decodeProtobuf, PROTOBUF } from './protobuf-body.ts'
import type { ResourceRequest } from './resource-request.ts'

/** The object in a POST or PUT body. kind and apiVersion may be left out for built-in types, and must fit. */
export function decodeObject(request: ResourceRequest, type: ServedType, kind = type.kind): KubeObject {
  const object = decode(request, kind)
  if (!isFields(object)) throw badRequest(`the object provided is unrecognized (must be of type ${kind})`)
  const apiVersion = apiVersionOf(type)
  const given = { apiVersion: object.apiVersion ?? apiVersion, kind: object.kind ?? kind }
  checkType(given as { apiVersion: string; kind: string }, apiVersion, kind, type, nameOf(object))
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = object
  return {
    kind,
    apiVersion,
    metadata: (isFields(metadata) ? metadata : {}) as unknown as KubeObject['metadata'],
    ...rest,
  }
}

function nameOf({ metadata }: Record<string, unknown>): string {
  return isFields(metadata) && typeof metadata.name === 'string' ? metadata.name : ''
}

function decode({ headers, body }: ResourceRequest, kind: string): unknown {
  const media = headers['content-type']?.split(';')[0]?.trim() ?? 'application/json'
  switch (media) {
    case PROTOBUF: {
      const decoded = decodeProtobuf(body)
      if (decoded !== undefined) return decoded
      throw unknownFormat()
    }
    case 'application/yaml':
    case 'application/apply-patch+yaml':
      return parse(new TextDecoder().decode(body))
    case 'application/json':
    case 'application/x-www-form-urlencoded':
    case '*/*':
      return decodeJson(new TextDecoder().decode(body), kind)
    default:
      throw unknownFormat()
  }
}

function unknownFormat(): Refusal {
  return new Refusal(415, {
    message:
      'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
    reason: 'UnsupportedMediaType',
  })
}

function decodeJson(text: string, kind: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const excerpt = text.length > 0 ? ` (${JSON.stringify(text).slice(1, 31)} ...)` : ''
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${(error as Error).message}${excerpt}`,
    )
  }
}

function checkType(
  given: { readonly apiVersion: string; readonly kind: string },
  apiVersion: string,
  kind: string,
  type: ServedType,
  name: string,
): void {
  if (given.apiVersion === apiVersion && given.kind === kind) return
  if (given.kind !== kind && !isCustom(type)) {
    throw badRequest(
      `${given.kind} in version "${parseApiVersion(given.apiVersion).version}" cannot be handled as a ${kind}: converting (v1.${given.kind}) to (core.${kind}): unknown conversion`,
    )
  }
  if (given.kind !== kind) {
    const error = invalidValue('kind', given.kind, `must be ${kind}`)
    throw invalid({ group: type.group, kind: given.kind }, name, [error])
  }
  throw badRequest(
    `the API version in the data (${given.apiVersion}) does not match the expected API version (${apiVersion})`,
  )
}
