import type { Credentials } from '../kubeconfig/connection.ts'
import { diskFiles } from '../kubeconfig/file-reader.ts'
import { type CredentialSource, fixedCredential } from './credential-source.ts'
import type { PluginHost } from './exec-plugin.ts'
import { tokenFile } from './token-file.ts'

export interface SourceContext extends PluginHost {
  /** Milliseconds since 1970; by default the system's clock. */
  readonly now?: () => number
  /** Whether an OIDC token that has expired is renewed, and written to the kubeconfig; by default it is. */
  readonly renewsTokens?: boolean
}

/** The source for a connection's credentials. Plugins and OIDC are loaded only for whom they concern. */
export async function credentialSource(credentials: Credentials, context: SourceContext): Promise<CredentialSource> {
  const now = context.now ?? Date.now
  switch (credentials.kind) {
    case 'none':
      return fixedCredential({})
    case 'token':
      return fixedCredential({ authorization: `Bearer ${credentials.token}` })
    case 'basic': {
      const pair = Buffer.from(`${credentials.username}:${credentials.password}`)
      return fixedCredential({ authorization: `Basic ${pair.toString('base64')}` })
    }
    case 'tokenFile':
      return tokenFile(credentials.path, credentials.token, diskFiles, now)
    case 'exec': {
      const { execPlugin } = await import('./exec.ts')
      return execPlugin(credentials.exec, credentials.cluster, context, now)
    }
    case 'oidc': {
      const { oidcTokens } = await import('./oidc.ts')
      const { 'refresh-token': _spent, ...unrenewable } = credentials.config
      const config = context.renewsTokens === false ? unrenewable : credentials.config
      return oidcTokens(config, credentials.storedIn, context.env, now)
    }
  }
}
