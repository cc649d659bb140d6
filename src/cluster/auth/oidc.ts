import { misconfigured } from '../../api/failure.ts'
import type { StoredUser } from '../kubeconfig/connection.ts'
import type { CredentialSource } from './credential-source.ts'
import { oidcIssuer } from './oidc-issuer.ts'
import { renewStored } from './store-tokens.ts'

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
