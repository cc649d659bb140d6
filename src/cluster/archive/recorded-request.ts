import type { ApiRequest } from '../transport/transport.ts'
import type { Form, RecordedRequest } from './exchange.ts'
import { isOfLog, OF_LINES } from './recorded-log.ts'

/** Of a query: what says how an answer is sent, and not what is in it. */
const OF_THE_WAY: ReadonlySet<string> = new Set(['limit', 'continue', 'timeout'])

/** A request without what differs from run to run: the pages of a list are one request. */
export function recordedRequest({ method, path, query = {}, headers, body }: ApiRequest): RecordedRequest {
  const ofLog = isOfLog({ method, path })
  const kept = Object.entries(query).filter(([name]) => !OF_THE_WAY.has(name) && !(ofLog && OF_LINES.has(name)))
  return {
    method,
    path,
    query: kept.length === 0 ? undefined : Object.fromEntries(kept),
    form: formOf(headers?.accept ?? ''),
    body: bodyOf(method, body === undefined || typeof body === 'string' ? body : Buffer.from(body).toString()),
  }
}

/** The whole object that a PUT sends is in another answer: its state and annotations are no part of the question. */
function bodyOf(method: string, body: string | undefined): string | undefined {
  if (method !== 'PUT' || body === undefined) return body
  const { metadata, spec } = JSON.parse(body) as { metadata?: { uid?: unknown }; spec?: { finalizers?: unknown } }
  return JSON.stringify({ metadata: { uid: metadata?.uid }, spec: { finalizers: spec?.finalizers } })
}

function formOf(accept: string): Form {
  if (accept.includes('as=APIGroupDiscoveryList')) return 'discovery'
  if (!accept.includes('as=PartialObjectMetadata')) return 'whole'
  return accept.includes('application/vnd.kubernetes.protobuf') ? 'scan' : 'metadata'
}
