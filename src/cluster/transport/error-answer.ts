import { withoutLongTexts } from '../../api/cut-text.ts'
import { ApiFailure, garbled } from '../../api/failure.ts'
import type { Status } from '../../api/status.ts'
import { statusIn } from './json-status.ts'
import { synthesizeStatus } from './synthesized-status.ts'

interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The ApiFailure that an answer without success stands for: `status`, with the server's own Status or one made from
 * the code (plain-text 429 and 503 exist), or `garbled` for what only another kind of server sends.
 */
export async function failureOf(head: Head, body: Uint8Array): Promise<ApiFailure> {
  const contentType = head.headers['content-type'] ?? ''
  const sent = contentType.startsWith('application/vnd.kubernetes.protobuf')
    ? (await import('./protobuf-status.ts')).decodeStatus(body)
    : parseStatus(body)
  if (sent === undefined && isForeign(head, contentType)) return foreign(head, contentType)
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

function parseStatus(body: Uint8Array): Status | undefined {
  try {
    return statusIn(JSON.parse(new TextDecoder().decode(body)))
  } catch {
    return undefined
  }
}

/**
 * An API server redirects nobody and writes no HTML. An HTML 404 must not read as "the object is not there"; HTML with
 * any other code (a load balancer's 503) still says by its code what is the matter.
 */
function isForeign(head: Head, contentType: string): boolean {
  return head.status < 400 || (head.status === 404 && contentType.startsWith('text/html'))
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
