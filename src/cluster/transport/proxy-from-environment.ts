import { BlockList, isIP, isIPv6 } from 'node:net'
import { isLoopback } from './loopback.ts'

/**
 * The proxy that the environment names for a server, by Go's rules: HTTPS_PROXY for https, HTTP_PROXY for http, in
 * upper or lower case; never for localhost and loopback addresses, nor for what NO_PROXY lists. A proxy without scheme
 * is an http one. Undefined: go there directly.
 */
export function proxyFromEnvironment(server: URL, env: NodeJS.ProcessEnv): string | undefined {
  const proxy = server.protocol === 'https:' ? either(env, 'HTTPS_PROXY') : either(env, 'HTTP_PROXY')
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (proxy === undefined || isLoopback(host)) return undefined
  const port = server.port || (server.protocol === 'https:' ? '443' : '80')
  const excluded = (either(env, 'NO_PROXY') ?? '')
    .split(',')
    .some(entry => excludes(entry.trim().toLowerCase(), host, port))
  if (excluded) return undefined
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`
}

function either(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] || env[name.toLowerCase()] || undefined
}

/** One entry of NO_PROXY: `*`, an address, a CIDR range, a domain with its subdomains, `.domain` for these alone. */
function excludes(entry: string, host: string, port: string): boolean {
  if (entry === '') return false
  if (entry === '*') return true
  const range = /^([^/]+)\/(\d+)$/.exec(entry)
  if (range !== null && isIP(range[1]!) !== 0) return inSubnet(host, range[1]!, Number(range[2]))
  const { name, onlyPort } = splitPort(entry)
  if (name === '' || (onlyPort !== undefined && onlyPort !== port)) return false
  if (isIP(name) !== 0) return inSubnet(host, name, isIPv6(name) ? 128 : 32)
  const domain = name.startsWith('*.') ? name.slice(1) : name
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`)
}

function splitPort(entry: string): { name: string; onlyPort?: string | undefined } {
  const parts = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry)
  if (parts === null) return { name: entry }
  return { name: parts[1] ?? parts[2] ?? '', onlyPort: parts[3] }
}

function inSubnet(host: string, network: string, bits: number): boolean {
  const family = isIPv6(network) ? 'ipv6' : 'ipv4'
  if (isIP(host) !== (family === 'ipv6' ? 6 : 4) || bits > (family === 'ipv6' ? 128 : 32)) return false
  const list = new BlockList()
  list.addSubnet(network, bits, family)
  return list.check(host, family)
}
