import { misconfigured } from '../../api/failure.ts'

/** A server's address taken apart; `username` and `password` stood in it, and are kept out of messages. */
export interface ServerUrl {
  /** `https://host:port/prefix`, as the user wrote it: a port is not dropped for being the default one. */
  readonly server: string
  readonly secure: boolean
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/**
 * Reads `server` of a cluster as client-go does: a URL whose path is kept as a prefix, or a bare `host:port`, which
 * means http. Throws ApiFailure `configuration`.
 */
export function parseServerUrl(text: string): ServerUrl {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)([^?#]*)/i.exec(text)
  if (parts === null) return bareHost(text)
  const [, scheme, authority, path] = parts as unknown as [string, string, string, string]
  const protocol = scheme.toLowerCase()
  if (protocol !== 'http' && protocol !== 'https') throw misconfigured(`unsupported protocol scheme "${scheme}"`)
  if (!URL.canParse(text))
    throw misconfigured(`the server's address is not a valid URL: "${protocol}://${hostOf(authority)}"`)
  const { username, password } = new URL(text)
  return {
    server: `${protocol}://${hostOf(authority)}${path.replace(/\/{1,99}$/, '')}`,
    secure: protocol === 'https',
    username: username === '' ? undefined : decodeURIComponent(username),
    password: username === '' ? undefined : decodeURIComponent(password),
  }
}

function bareHost(text: string): ServerUrl {
  const host = hostOf(text.replace(/\/$/, ''))
  if (/\/./.test(text) || !URL.canParse(`http://${text}`)) {
    throw misconfigured(`host must be a URL or a host:port pair: "${host}"`)
  }
  return { server: `http://${host}`, secure: false }
}

function hostOf(authority: string): string {
  return authority.slice(authority.lastIndexOf('@') + 1)
}
