import { withoutLongTexts } from '../../api/cut-text.ts'
import { ApiFailure, garbled } from '../../api/failure.ts'
import { parsedJson } from '../../api/parsed-json.ts'
import { type Fields, fieldsOf } from '../../api/shape.ts'
import { failureStatus, type Status, type StatusCause, type StatusDetails } from '../../api/status.ts'
import type { ApiResponse } from './transport.ts'

type Head = Omit<ApiResponse, 'body'>

/**
 * The ApiFailure that an answer without success stands for: `status`, with the server's own Status or one made from
 * the code (plain-text 429 and 503 exist), or `garbled` for what only another kind of server sends.
 */
export async function failureOf(head: Head, body: Uint8Array): Promise<ApiFailure> {
  const contentType = head.headers['content-type'] ?? ''
  const sent = contentType.startsWith('application/vnd.kubernetes.protobuf')
    ? statusIn((await import('./protobuf-status.ts')).fieldsOfAnswer(body))
    : statusIn(parsedJson(new TextDecoder().decode(body)))
  // An API server sends no redirects and writes no HTML. An HTML 404 must not read as "the object is gone"; HTML with
  // any other code (a load balancer's 503) still says by its code what is the matter.
  if (sent === undefined && (head.status < 400 || (head.status === 404 && contentType.startsWith('text/html'))))
    return foreign(head, contentType)
  const status = withoutLongTexts(sent ?? synthesizeStatus(head.status, textOf(contentType, body)))
  const retryAfterSeconds = retryAfter(head) ?? status.details?.retryAfterSeconds
  return new ApiFailure({
    kind: 'status',
    status,
    // A watch, and some proxies, send a failure inside a 200.
    code: head.status < 300 ? (status.code ?? 500) : head.status,
    retryAfterSeconds,
  })
}

/** Seconds of a Retry-After header; undefined without one, and for a date, which client-go does not read either. */
export function retryAfter(head: Pick<Head, 'headers'>): number | undefined {
  const value = head.headers['retry-after']
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined
}

/** The ApiFailure of an ERROR event of a watch: its Status, or one of code 500 where it has none. */
export function failureIn(event: unknown): ApiFailure {
  const status = withoutLongTexts(statusIn(event) ?? synthesizeStatus(500, 'an error without a Status'))
  return new ApiFailure({ kind: 'status', status, code: status.code ?? 500 })
}

function foreign(head: Head, contentType: string): ApiFailure {
  const target = head.headers.location === undefined ? '' : ` to ${head.headers.location.replace(/[?#].*/s, '')}`
  const what = head.status < 400 ? `a redirect${target}` : contentType
  return garbled(
    `the server answered ${head.status} (${what}), not like a Kubernetes API server: check the server's address`,
  )
}

/** client-go quotes the body only when it is text, and not more than this of it. */
function textOf(contentType: string, body: Uint8Array): string {
  const isText = contentType === '' || contentType.startsWith('text/')
  return isText ? new TextDecoder().decode(body.subarray(0, 2048)).trim() : 'unknown'
}

/** A Status as far as it is well-formed; undefined for what is none. */
function statusIn(value: unknown): Status | undefined {
  const { kind, status, metadata, message, reason, details, code } = fieldsOf(value)
  if (kind !== 'Status') return undefined
  const { continue: token } = fieldsOf(metadata)
  return {
    kind,
    apiVersion: 'v1',
    metadata: typeof token === 'string' ? { continue: token } : {},
    status: status === 'Success' ? status : 'Failure',
    ...texts({ message, reason }),
    ...(fieldsOf(details) === details && { details: detailsIn(fieldsOf(details)) }),
    ...(typeof code === 'number' && { code }),
  }
}

function detailsIn({ causes, retryAfterSeconds, ...rest }: Fields): StatusDetails {
  const { name, group, kind, uid } = rest
  return {
    ...texts({ name, group, kind, uid }),
    ...(Array.isArray(causes) && { causes: causes.map(causeIn) }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  }
}

function causeIn(value: unknown): StatusCause {
  const { reason, message, field } = fieldsOf(value)
  return texts({ reason, message, field })
}

function texts<Name extends string>(fields: Readonly<Record<Name, unknown>>): { readonly [Each in Name]?: string } {
  const given = Object.entries(fields).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(given) as { readonly [Each in Name]?: string }
}

/** Reason and words of client-go (NewGenericServerResponse) for an answer that carries no Status. */
const BY_CODE: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  409: ['Conflict', 'the server reported a conflict'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
}

/** Codes whose text client-go passes on, because only it says who may not do what, or which types are accepted. */
const SPOKEN: Readonly<Record<number, string>> = { 403: 'Forbidden', 406: 'NotAcceptable', 415: 'UnsupportedMediaType' }

/** A Status for an HTTP code whose body is none; `text` is that body, kept as a cause as client-go does. */
function synthesizeStatus(code: number, text: string): Status {
  const [reason, message] = wordsFor(code, text)
  return failureStatus(code, reason, message, { causes: [{ reason: 'UnexpectedServerResponse', message: text }] })
}

function wordsFor(code: number, text: string): readonly [reason: string, message: string] {
  const spoken = SPOKEN[code]
  if (spoken !== undefined) return [spoken, text]
  const known = BY_CODE[code]
  if (known !== undefined) return known
  if (code >= 500) {
    return [
      'InternalError',
      `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`,
    ]
  }
  return ['Unknown', `the server responded with the status code ${code} but did not return more information`]
}
