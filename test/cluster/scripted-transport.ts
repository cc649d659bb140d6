import type { ApiRequest, ApiResponse, Transport } from '../../src/cluster/transport/transport.ts'

export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string or bytes is sent as it is, anything else as JSON. */
  readonly body?: unknown
  /** Thrown after the body, as a connection that breaks off. */
  readonly breaksWith?: Error
}

/** A transport that answers by a function and remembers what it was asked. */
export function scriptedTransport(
  answer: (request: ApiRequest, asked: number) => ScriptedAnswer,
): Transport & { readonly requests: ApiRequest[] } {
  const requests: ApiRequest[] = []
  return {
    server: 'https://scripted',
    requests,
    async send(request): Promise<ApiResponse> {
      requests.push(request)
      const { status = 200, headers = {}, body = '', breaksWith } = answer(request, requests.length)
      const bytes =
        body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
      return {
        status,
        headers: { 'content-type': 'application/json', ...headers },
        body: (async function* () {
          if (bytes.length > 0) yield bytes
          if (breaksWith) throw breaksWith
        })(),
      }
    },
    close() {},
  }
}

/** The body of a server's error. */
export function statusBody(code: number, reason: string, message: string): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code }
}
