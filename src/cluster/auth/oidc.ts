import { readFile } from 'node:fs/promises'
import { misconfigured } from '../../api/failure.ts'
import { parsedJson } from '../../api/parsed-json.ts'
import { fieldsOf, textOf } from '../../api/shape.ts'
import type { StoredUser } from '../kubeconfig/connection.ts'
import { collect } from '../transport/collect.ts'
import { http1Transport } from '../transport/http1-transport.ts'
import { routeMaker } from '../transport/route.ts'
import type { Wire } from '../transport/wire.ts'
import type { CredentialSource } from './credential-source.ts'
import { renewStored, type Tokens } from './store-tokens.ts'

/** A token this close to its end is as good as expired: clocks differ. */
const LEEWAY_SECONDS = 10

/**
 * The ID token of a kubeconfig's `oidc` auth-provider, renewed by its refresh token once it has expired, and then
 * written back to the kubeconfig: most issuers take a refresh token once, and kubectl needs the next one. Ours, because
 * client-node 2.0.1 fails on every renewal (it hands its issuer as text to a library that wants a URL), leaves out the
 * client's secret and stores nothing.
 */
export function oidcTokens(
  config: Readonly<Record<string, string>>,
  storedIn: StoredUser,
  env: NodeJS.ProcessEnv,
  now: () => number,
): CredentialSource {
  let current = config
  let renewing: Promise<string> | undefined

  async function renewed(): Promise<string> {
    const refreshToken = current['refresh-token']
    if (!refreshToken) throw misconfigured('No valid id-token, and cannot refresh without refresh-token')
    const issuer = await oidcIssuer(current, env)
    try {
      const tokens = await renewStored(storedIn, () => issuer.refresh(refreshToken))
      current = { ...current, ...tokens }
      return tokens['id-token']
    } finally {
      issuer.close()
    }
  }

  return {
    async current() {
      const idToken = current['id-token']
      if (idToken && expiryOf(idToken) > now() / 1000 + LEEWAY_SECONDS) return { authorization: `Bearer ${idToken}` }
      renewing ??= renewed().finally(() => {
        renewing = undefined
      })
      return { authorization: `Bearer ${await renewing}` }
    },
    // As in client-go: a token that is still valid is not renewed for being refused.
    renew: async () => undefined,
    close() {},
  }
}

/** Seconds since 1970 of the `exp` claim; a token without one counts as expired. */
function expiryOf(idToken: string): number {
  const parts = idToken.split('.')
  if (parts.length !== 3) throw misconfigured('ID Token is not a valid JWT')
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString('utf8'))
    return Number((claims as { exp?: unknown }).exp ?? 0)
  } catch {
    throw misconfigured('ID Token is not a valid JWT')
  }
}

/** Room for any answer of an issuer. */
const MAX_ANSWER_BYTES = 1 << 20

/** The issuer that an `oidc` auth-provider names, trusted by its own authority where it gives one. */
async function oidcIssuer(config: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv) {
  const ca = await authorityOf(config)
  const tls = { insecure: false, ca }
  const opened: Wire[] = []

  async function ask(url: URL, request: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }) {
    const route = await routeMaker(url.origin, { tls, env })
    const wire = http1Transport(route())
    opened.push(wire)
    const response = await wire.send({ ...request, path: url.pathname + url.search })
    const body = new TextDecoder().decode(await collect(response.body, MAX_ANSWER_BYTES))
    return { status: response.status, answer: fieldsOf(parsedJson(body)) }
  }

  async function tokenEndpoint(): Promise<URL> {
    const issuer = (config['idp-issuer-url'] ?? '').replace(/\/$/, '')
    if (!URL.canParse(issuer)) throw misconfigured('idp-issuer-url is not a valid URL')
    const { status, answer } = await ask(new URL(`${issuer}/.well-known/openid-configuration`), { method: 'GET' })
    if (status !== 200) throw misconfigured(`oidc: failed to query metadata endpoint: ${status}`)
    const endpoint = textOf(answer.token_endpoint)
    if (!URL.canParse(endpoint)) throw misconfigured("oidc: discovery object doesn't contain a token_endpoint")
    return new URL(endpoint)
  }

  /** Issuers differ in where they take the client's secret; the header is tried first, as by golang.org/x/oauth2. */
  async function refresh(refreshToken: string): Promise<Tokens> {
    const endpoint = await tokenEndpoint()
    const { 'client-id': id = '', 'client-secret': secret = '' } = config
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
    const pair = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
    const byHeader = { ...headers, authorization: `Basic ${pair}` }
    const first = await ask(endpoint, { method: 'POST', headers: byHeader, body: encode(form) })
    if (first.status === 200) return tokensOf(first.answer)
    const inBody = encode({ ...form, client_id: id, ...(secret !== '' && { client_secret: secret }) })
    const second = await ask(endpoint, { method: 'POST', headers, body: inBody })
    if (second.status === 200) return tokensOf(second.answer)
    throw misconfigured(
      `failed to refresh token: the issuer answered ${second.status} ${textOf(second.answer.error)}`.trim(),
    )
  }

  return {
    refresh,
    close() {
      for (const wire of opened) wire.close()
    },
  }
}

async function authorityOf(config: Readonly<Record<string, string>>): Promise<string | undefined> {
  const { 'idp-certificate-authority-data': data, 'idp-certificate-authority': file } = config
  if (data) return Buffer.from(data, 'base64').toString('utf8')
  return file ? readFile(file, 'utf8') : undefined
}

function tokensOf(answer: Readonly<Record<string, unknown>>): Tokens {
  const idToken = textOf(answer.id_token)
  const refreshToken = textOf(answer.refresh_token)
  if (idToken === '')
    throw misconfigured(
      'token response did not contain an id_token, either the scope "openid" wasn\'t requested upon login, or the provider doesn\'t support id_tokens as part of the refresh response',
    )
  return { 'id-token': idToken, ...(refreshToken !== '' && { 'refresh-token': refreshToken }) }
}

function encode(form: Record<string, string>): string {
  return new URLSearchParams(form).toString()
}
