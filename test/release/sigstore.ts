import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fulcioHandler, initializeCA, initializeCTLog, initializeTLog, rekorHandler } from '@sigstore/mock'
import { generateKeyPair } from '@sigstore/mock/dist/util/key.js'

export const ISSUER = 'https://token.actions.githubusercontent.com'

const VALID = { start: '2020-01-01T00:00:00Z' }

/** Sigstore's services on loopback, and the tokens that a job of GitHub gets. Hold it with `using`. */
export interface Sigstore extends Disposable {
  /** What a job of the workflow has in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** For --signing-config. */
  readonly signing: object
  /** For --trusted-root. */
  readonly trusted: object
}

/** The certificate authority, its log and the log of signatures are those of sigstore's own tests; `identity` is that of the workflow. */
export async function sigstore(identity: string): Promise<Sigstore> {
  const keys = generateKeyPair('prime256v1')
  const ctlog = await initializeCTLog(keys)
  const ca = await initializeCA(keys, ctlog)
  const handlers = new Map<string, (body: string) => Promise<Answer>>()
  const server = createServer(async (request, response) => {
    const path = request.url!.replace(/\?.*/, '')
    const handler = handlers.get(path)
    if (path === '/token') return void response.end(JSON.stringify({ value: tokenOf(identity) }))
    if (handler === undefined) return void response.writeHead(404).end()
    const {
      statusCode,
      response: answer,
      contentType = 'text/plain',
    } = await handler(withToken(await text(request), request.headers.authorization))
    // Those of sigstore itself answer 200 for a certificate, and name the entry of the log in a header as well.
    if (path.endsWith('/signingCert') && statusCode === 201) response.statusCode = 200
    else response.statusCode = statusCode
    if (path.endsWith('/entries') && statusCode === 201)
      response.setHeader('etag', Object.keys(JSON.parse(String(answer)))[0]!)
    response.setHeader('content-type', contentType).end(answer)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tlog = await initializeTLog(url, keys)
  for (const { path, fn } of [fulcioHandler(ca), rekorHandler(tlog)]) handlers.set(path, fn)
  const service = { url, majorApiVersion: 1, validFor: VALID, operator: 'test' }
  const key = (baseUrl: string, publicKey: Buffer, id: Buffer) => ({
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: base64(publicKey), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor: VALID },
    logId: { keyId: base64(id) },
  })
  return {
    env: {
      GITHUB_ACTIONS: 'true',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?of=job`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job',
    },
    signing: {
      mediaType: 'application/vnd.dev.sigstore.signingconfig.v0.2+json',
      caUrls: [service],
      rekorTlogUrls: [service],
      rekorTlogConfig: { selector: 'ANY' },
      tsaConfig: { selector: 'ANY' },
    },
    trusted: {
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [key(url, tlog.publicKey, createHash('sha256').update(tlog.publicKey).digest())],
      certificateAuthorities: [
        {
          subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
          uri: url,
          certChain: { certificates: [{ rawBytes: base64(ca.rootCertificate) }] },
          validFor: VALID,
        },
      ],
      ctlogs: [key(`${url}/ct`, ctlog.publicKey, Buffer.from(ctlog.logID.buffer))],
      timestampAuthorities: [],
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Answer {
  readonly statusCode: number
  readonly response: string | ArrayBufferView
  readonly contentType?: string
}

/** A token of a job, whose signature the authority of the tests does not look at. */
function tokenOf(identity: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: ISSUER, aud: 'sigstore', sub: identity, iat: now, nbf: now, exp: now + 600 }
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${Buffer.from('none').toString('base64url')}`
}

/** sigstore's own authority takes the token from the header as well, which that of its tests does not. */
function withToken(body: string, authorization = ''): string {
  if (authorization === '') return body
  return JSON.stringify({
    ...JSON.parse(body),
    credentials: { oidcIdentityToken: authorization.replace('Bearer ', '') },
  })
}

function base64(bytes: ArrayBufferView): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
