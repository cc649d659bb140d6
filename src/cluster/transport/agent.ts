import http from 'node:http'
import https from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import { misconfigured } from '../../api/failure.ts'

/**
 * Connections stay open between requests, probed every 30 seconds as Go does. Callers bound their number: a scan asks
 * for 16 things at once, a watch holds one connection a type.
 */
const POOL = { keepAlive: true, keepAliveMsecs: 30_000 } as const

/**
 * How to open a pool of connections to a server, through a proxy where there is one. Names are looked up by a SOCKS
 * proxy, not here, as in Go. `proxyTls` is how to trust an https proxy. Rejects with ApiFailure `configuration` on an
 * unknown scheme.
 */
export async function agentMaker(
  secure: boolean,
  proxy: string | undefined,
  proxyTls: ConnectionOptions,
): Promise<(tls: ConnectionOptions) => http.Agent> {
  const make = await makerFor(secure, proxy, proxyTls)
  return tls => {
    const agent = make()
    // To the pool, not to each request: Node never reuses a connection whose request brought its own identity check.
    Object.assign((agent as http.Agent & { readonly options: object }).options, tls)
    return agent
  }
}

async function makerFor(
  secure: boolean,
  proxy: string | undefined,
  proxyTls: ConnectionOptions,
): Promise<() => http.Agent> {
  if (proxy === undefined) return () => (secure ? new https.Agent(POOL) : new http.Agent(POOL))
  const scheme = /^[^:]*/.exec(proxy)![0].toLowerCase()
  const options = { ...POOL, ...(scheme === 'https' && proxyTls) }
  switch (scheme) {
    case 'http':
    case 'https': {
      if (!secure) {
        const { HttpProxyAgent } = await import('http-proxy-agent')
        return () => new HttpProxyAgent(proxy, options)
      }
      const { HttpsProxyAgent } = await import('https-proxy-agent')
      return () => new HttpsProxyAgent(proxy, options)
    }
    case 'socks5':
    case 'socks5h': {
      const { SocksProxyAgent } = await import('socks-proxy-agent')
      return () => new SocksProxyAgent(`socks5h${proxy.slice(scheme.length)}`, options)
    }
    default:
      throw misconfigured(`unsupported proxy scheme "${scheme}", must be http, https, or socks5`)
  }
}
