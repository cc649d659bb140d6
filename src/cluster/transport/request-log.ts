import { STATUS_CODES } from 'node:http'
import { ApiFailure } from '../../api/failure.ts'
import { describeBody, maskHeader, roomFor } from './redaction.ts'
import { targetOf } from './target.ts'
import { type ApiRequest, type ApiResponse, type Transport, withSend } from './transport.ts'

export interface RequestLogOptions {
  /** kubectl's -v: from 6 the requests, from 7 what was asked, from 8 what was answered; below 6 nothing. */
  readonly verbosity: number
  readonly log: (line: string) => void
  /** Milliseconds of any clock. */
  readonly now?: () => number
}

/**
 * Writes down requests and answers as kubectl's -v does. Credentials are masked; bodies from and to Secrets and token
 * requests never appear.
 */
export function logged(transport: Transport, options: RequestLogOptions): Transport {
  if (options.verbosity < 6) return transport
  return withSend(transport, request => sendLogged(transport, options, request))
}

async function sendLogged(transport: Transport, options: RequestLogOptions, request: ApiRequest): Promise<ApiResponse> {
  const { verbosity, log, now = () => performance.now() } = options
  const line = `${request.method} ${transport.server}${targetOf(request)}`
  if (verbosity >= 7) {
    log(line)
    log('Request Headers:')
    logHeaders(request.headers ?? {}, log)
  }
  if (verbosity >= 8 && request.body !== undefined)
    log(`Request Body: ${describeBody(request, bytesOf(request.body), verbosity)}`)
  const start = now()
  const took = () => `${Math.round(now() - start)} milliseconds`
  try {
    const response = await transport.send(request)
    const status = `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim()
    log(verbosity >= 7 ? `Response Status: ${status} in ${took()}` : `${line} ${status} in ${took()}`)
    if (verbosity < 8) return response
    log('Response Headers:')
    logHeaders(response.headers, log)
    return { ...response, body: logBody(response, request, options) }
  } catch (error) {
    log(`${line} failed in ${took()}: ${error instanceof ApiFailure ? error.message : 'unexpectedly'}`)
    throw error
  }
}

/** Writes the body down when it has been read, as far as it has been read; of a long one only the beginning is kept. */
async function* logBody(
  response: ApiResponse,
  request: ApiRequest,
  { verbosity, log }: RequestLogOptions,
): AsyncGenerator<Uint8Array> {
  const beginning: Uint8Array[] = []
  let kept = 0
  let total = 0
  try {
    for await (const chunk of response.body) {
      total += chunk.length
      if (kept < roomFor(verbosity)) {
        beginning.push(chunk)
        kept += chunk.length
      }
      yield chunk
    }
  } finally {
    log(`Response Body: ${describeBody(request, Buffer.concat(beginning), verbosity, total)}`)
  }
}

/** A repeated header (Impersonate-Group) is written once for each value. */
function logHeaders(headers: Readonly<Record<string, string | readonly string[]>>, log: (line: string) => void): void {
  for (const name of Object.keys(headers).toSorted()) {
    for (const value of [headers[name]!].flat()) log(`    ${canonical(name)}: ${maskHeader(name, value)}`)
  }
}

function bytesOf(body: string | Uint8Array): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length)
}

function canonical(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, before: string, letter: string) => before + letter.toUpperCase())
}
