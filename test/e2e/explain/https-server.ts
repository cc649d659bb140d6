import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createAuthority } from '../../cluster/certificates.ts'
import type { Field } from '../rig/api.ts'

export interface HttpsServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** For `caBundle`. */
  readonly caBundle: string
}

/** What the API server calls: a webhook, a conversion webhook, an aggregated API. `answer` gets path and body, both JSON. */
export async function httpsServer(answer: (path: string, body: Field) => unknown): Promise<HttpsServer> {
  const authority = await createAuthority()
  const { certificate, key } = (await authority.sign()) as { certificate: string; key: string }
  const server = createServer({ cert: certificate, key }, (request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', () => {
      const reply = answer(request.url ?? '/', text === '' ? undefined : JSON.parse(text))
      response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(reply ?? {}))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    caBundle: Buffer.from(authority.certificate).toString('base64'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** The answer of an admission webhook. */
export function review({ request }: Field, response: object): unknown {
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid: request.uid, ...response } }
}
