import { type ApiFailure, garbled } from '../../api/failure.ts'
import { type Fields, isFields } from '../../api/shape.ts'
import { collect, collectText } from './collect.ts'
import { failureOf } from './error-answer.ts'
import type { ApiRequest, ApiResponse, Transport } from './transport.ts'

/** A whole answer: 2xx, read to its end. */
export interface Answer<Body> extends Omit<ApiResponse, 'body'> {
  readonly body: Body
}

/**
 * Of any answer but a page of a list: etcd takes objects of 1.5 MiB (some 10 MiB if it is set so), and what is stored
 * as protobuf can be several times as long in JSON. The discovery of 5,000 types is some 5 MiB.
 */
const MAX_ANSWER_BYTES = 32 << 20

export interface ReadOptions {
  /** Reads the text, and throws when it is no JSON. */
  readonly parse?: (text: string) => unknown
  /** A longer answer is left unread. */
  readonly maxBytes?: number
}

/**
 * Sends and reads a JSON object. Rejects with ApiFailure: `status` for any answer that is no 2xx (and for a Status
 * with `status: Failure` in a 200), `garbled` when the body is no JSON object, `oversized` when it is too long, else as
 * `Transport.send` does.
 */
export async function readJson(
  transport: Transport,
  request: ApiRequest,
  { parse = JSON.parse, maxBytes }: ReadOptions = {},
): Promise<Answer<Fields>> {
  const headers = { accept: 'application/json', ...request.headers }
  const { status, headers: answered, body } = await readText(transport, { ...request, headers }, maxBytes)
  const parsed = parseObject(body, parse)
  if (parsed === undefined) throw notAnApiServer(transport.server, answered['content-type'])
  if (parsed.kind === 'Status' && parsed.status === 'Failure')
    throw await failureOf({ status, headers: answered }, Buffer.from(body))
  return { status, headers: answered, body: parsed }
}

/** Sends and reads the body whole, as text, whatever it is. Rejects as `readJson` does, `garbled` apart. */
export async function readText(
  transport: Transport,
  request: ApiRequest,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<Answer<string>> {
  const response = await expectOk(await transport.send(request))
  return { status: response.status, headers: response.headers, body: await collectText(response.body, maxBytes) }
}

/** Returns a 2xx answer as it is, body unread; reads any other to its end and rejects with ApiFailure. */
export async function expectOk(response: ApiResponse): Promise<ApiResponse> {
  if (response.status >= 200 && response.status < 300) return response
  throw await failureOf(response, await collect(response.body, MAX_ERROR_BYTES))
}

/** Far more than any Status; an endless error page is left unread. */
const MAX_ERROR_BYTES = 1 << 20

function parseObject(text: string, parse: (text: string) => unknown): Fields | undefined {
  try {
    const value: unknown = parse(text)
    return isFields(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function notAnApiServer(server: string, contentType = 'no content type'): ApiFailure {
  return garbled(`${server} does not answer like a Kubernetes API server (${contentType}): check the server's address`)
}
