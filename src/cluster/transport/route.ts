import type { ClientCertificate, Connection, TlsSettings } from '../kubeconfig/connection.ts'
import { agentMaker } from './agent.ts'
import type { HttpRoute } from './http1-transport.ts'
import { proxyFromEnvironment } from './proxy-from-environment.ts'
import { tlsOptions } from './tls.ts'

/**
 * How to open connections to a server, one pool for each client certificate. Rejects, and the result throws, ApiFailure
 * `configuration` for a proxy or a certificate that cannot be used.
 */
export async function routeMaker(
  server: string,
  { tls, proxyUrl, env }: Pick<Connection, 'tls' | 'proxyUrl'> & { readonly env: NodeJS.ProcessEnv },
): Promise<(certificate?: ClientCertificate) => HttpRoute> {
  const url = new URL(server)
  const secure = url.protocol === 'https:'
  const proxy = proxyUrl ?? proxyFromEnvironment(url, env)
  const makeAgent = await agentMaker(secure, proxy, proxyTls(proxy, tls))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // client-go's own switch, for what stands in between and does not bear it.
  const mayBeHttp2 = secure && proxy === undefined && !env.DISABLE_HTTP2
  return certificate => {
    const options = secure ? tlsOptions(tls, host, certificate) : {}
    return { server, agent: makeAgent(options), proxied: proxy !== undefined, http2: mayBeHttp2 ? options : undefined }
  }
}

/** An https proxy is trusted by the same authorities as the server, under its own name, as in Go. */
function proxyTls(proxy: string | undefined, tls: TlsSettings): ReturnType<typeof tlsOptions> {
  if (!proxy?.startsWith('https:')) return {}
  const { serverName, ...trust } = tls
  return tlsOptions(trust, new URL(proxy).hostname.replace(/^\[|\]$/g, ''))
}
