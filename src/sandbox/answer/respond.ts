import { stringify } from 'yaml'
import { ApiFailure, messageOf } from '../../api/failure.ts'
import type { KubeObject } from '../../api/object.ts'
import { apiVersionOf } from '../../api/resource-type.ts'
import type { ApiResponse } from '../../cluster/transport/transport.ts'
import { type Negotiated, negotiate } from '../request/accept.ts'
import { definitionSpec } from '../types/custom.ts'
import { isCustom, type ServedType } from '../types/served-type.ts'
import type { Answer, ResponseContext, Warned } from './answer.ts'
import { partialObject } from './partial.ts'
import { encodePartial, encodePartialList } from './protobuf.ts'
import { Refusal } from './refusal.ts'
import { tableOf } from './table.ts'
import { watchBody } from './watch-body.ts'

/** Gives an answer the form that the client accepts. */
export function respond(answer: Warned, context: ResponseContext): ApiResponse {
  const response = formed(answer, context)
  const { warnings = [] } = answer
  if (warnings.length === 0) return response
  const warning = [...new Set(warnings)].map(text => `299 - ${JSON.stringify(text)}`).join(', ')
  return { ...response, headers: { ...response.headers, warning } }
}

/** A refusal is always a JSON Status. */
export function respondRefusal(refusal: Refusal): ApiResponse {
  return { ...json(refusal.code, refusal.status), headers: { ...headers('application/json'), ...refusal.headers } }
}

/** The last resort: a fault of the sandbox itself is shown as the server shows a panic. */
export function respondFault(error: unknown): ApiResponse {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return respondRefusal(new Refusal(500, { message: `sandbox fault: ${message}`, reason: 'InternalError' }))
}

function formed(answer: Answer, context: ResponseContext): ApiResponse {
  switch (answer.kind) {
    case 'text':
      return {
        status: answer.status,
        headers: { ...headers('text/plain; charset=utf-8'), 'x-content-type-options': 'nosniff' },
        body: once(Buffer.from(answer.text)),
      }
    case 'bytes':
      return { status: answer.status, headers: headers('text/plain'), body: handedOn(answer.body) }
    case 'unchanged':
      return { status: 304, headers: answer.headers, body: nothing() }
    case 'json':
      return {
        ...json(answer.status, answer.value),
        headers: { ...headers(answer.contentType ?? 'application/json'), ...answer.headers },
      }
    case 'success':
      return json(200, answer.status)
    case 'watch':
      return watchBody(answer, negotiate(context.accept), context)
    case 'object':
      return formedObject(answer, negotiate(context.accept), context)
    case 'list':
      return formedList(answer, negotiate(context.accept), context)
  }
}

/** An answer that the kubelet breaks off breaks off here too. */
async function* handedOn(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new ApiFailure({ kind: 'cut', message: messageOf(error) }, { cause: error })
  }
}

function formedObject(
  { type, object, status }: Extract<Answer, { kind: 'object' }>,
  wanted: Negotiated,
  context: ResponseContext,
): ApiResponse {
  switch (wanted.form) {
    case 'PartialObjectMetadataList':
      throw notAcceptable(
        `you requested PartialObjectMetadataList, but the requested object is not a list (${goType(type)})`,
      )
    case 'PartialObjectMetadata':
      if (wanted.mediaType === 'application/vnd.kubernetes.protobuf') {
        return binary(status, encodePartial(object, wanted.version))
      }
      return write(status, partialObject(object, wanted.version), wanted)
    case 'Table':
      return write(
        status,
        tableOf(type, [object], { resourceVersion: object.metadata.resourceVersion! }, context, wanted),
        wanted,
      )
    case 'Object':
      return write(status, object, wanted)
  }
}

function formedList(
  { type, items, metadata }: Extract<Answer, { kind: 'list' }>,
  wanted: Negotiated,
  context: ResponseContext,
): ApiResponse {
  switch (wanted.form) {
    case 'PartialObjectMetadata':
      throw notAcceptable(
        `you requested PartialObjectMetadata, but the requested object is a list (${goType(type, 'List')})`,
      )
    case 'PartialObjectMetadataList': {
      const { version } = wanted
      if (wanted.mediaType === 'application/vnd.kubernetes.protobuf') {
        return binary(200, encodePartialList(metadata, items, version))
      }
      // Go's nil slice: an empty metadata list has `items: null`.
      const partial = items.length === 0 ? null : items.map(item => partialObject(item, version))
      const list = { kind: wanted.form, apiVersion: `meta.k8s.io/${version}`, metadata, items: partial }
      return write(200, list, wanted)
    }
    case 'Table':
      return write(200, tableOf(type, items, metadata, context, wanted), wanted)
    case 'Object': {
      // An unstructured list always shows its continue token, be it empty.
      const meta = isCustom(type) ? { continue: '', ...metadata } : metadata
      const list = {
        kind: listKind(type),
        apiVersion: apiVersionOf(type),
        metadata: meta,
        items: plainItems(type, items),
      }
      return write(200, list, wanted)
    }
  }
}

/** Items of built-in lists carry no kind and apiVersion; custom resources do. */
function plainItems(type: ServedType, items: readonly KubeObject[]): readonly unknown[] {
  if (isCustom(type)) return items
  return items.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest)
}

function listKind(type: ServedType): string {
  return (type.definition && definitionSpec(type.definition).names.listKind) ?? `${type.kind}List`
}

function notAcceptable(message: string): Refusal {
  return new Refusal(406, { message, reason: 'NotAcceptable' })
}

/** Go's name of what is stored, as error texts show it. */
function goType(type: ServedType, suffix = ''): string {
  if (isCustom(type)) return `*unstructured.Unstructured${suffix}`
  const group = type.group === '' ? 'core' : type.group.split('.')[0]!
  return `*${group}.${type.kind}${suffix}`
}

function write(status: number, value: unknown, { mediaType }: Negotiated): ApiResponse {
  if (mediaType !== 'application/yaml') return json(status, value)
  return { status, headers: headers('application/yaml'), body: once(Buffer.from(stringify(value))) }
}

function json(status: number, value: unknown): ApiResponse {
  return { status, headers: headers('application/json'), body: once(Buffer.from(`${JSON.stringify(value)}\n`)) }
}

function binary(status: number, bytes: Uint8Array): ApiResponse {
  return { status, headers: headers('application/vnd.kubernetes.protobuf'), body: once(bytes) }
}

function headers(contentType: string): Record<string, string> {
  return { 'content-type': contentType, 'cache-control': 'no-cache, private' }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
