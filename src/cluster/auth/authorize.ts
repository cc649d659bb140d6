import type { ClientCertificate } from '../kubeconfig/connection.ts'
import { orAborted } from '../transport/aborted.ts'
import type { ApiRequest, ApiResponse, Transport } from '../transport/transport.ts'
import type { Wire } from '../transport/wire.ts'
import type { Credential, CredentialSource } from './credential-source.ts'

/** Opens connections that show a client certificate, or none. */
export type OpenWire = (certificate?: ClientCertificate) => Wire

/**
 * Adds credentials and fixed headers (impersonation, user agent) to every request. A 401 makes the source renew them,
 * once, and a GET is then sent again; a write is answered with its 401, and the next request has the new credentials.
 */
export function authorized(
  open: OpenWire,
  source: CredentialSource,
  fixed: Readonly<Record<string, string | readonly string[]>>,
): Transport {
  let shown: { wire: Wire; certificate: ClientCertificate | undefined } | undefined
  const opened: Wire[] = []

  /** Connections are bound to the certificate they were made with: another one needs other connections. */
  function wireFor({ clientCertificate: certificate }: Credential): Wire {
    if (shown === undefined || shown.certificate?.certificate !== certificate?.certificate) {
      shown = { wire: open(certificate), certificate }
      opened.push(shown.wire)
    }
    return shown.wire
  }

  function sendAs(credential: Credential, request: ApiRequest): Promise<ApiResponse> {
    const { authorization } = credential
    const headers = { ...fixed, ...(authorization !== undefined && { authorization }), ...request.headers }
    return wireFor(credential).send({ ...request, headers })
  }

  async function send(request: ApiRequest): Promise<ApiResponse> {
    const credential = await orAborted(source.current(), request.signal)
    const response = await sendAs(credential, request)
    if (response.status !== 401) return response
    const renewed = await orAborted(source.renew(credential), request.signal)
    if (renewed === undefined || request.method !== 'GET') return response
    for await (const _chunk of response.body); // read to its end, so that the connection can be used again
    return sendAs(renewed, request)
  }

  return {
    server: wireFor({}).server,
    send,
    close() {
      source.close()
      for (const wire of opened) wire.close()
    },
  }
}
