const KNOWN_SCHEMES = new Set(['bearer', 'basic', 'negotiate'])

/** A header as it may be written down: of what proves somebody's identity only the kind is left, as in client-go. */
export function maskHeader(name: string, value: string): string {
  switch (name.toLowerCase()) {
    case 'authorization':
    case 'proxy-authorization': {
      const scheme = /^\S*/.exec(value)![0]
      return KNOWN_SCHEMES.has(scheme.toLowerCase()) ? `${scheme} <masked>` : '<masked>'
    }
    case 'cookie':
    case 'set-cookie':
      return '<masked>'
    default:
      return value
  }
}

/** Whether bodies at a path carry secrets: Secrets, as list, object or watch, tokens made on request, and logs. */
export function holdsSecrets(path: string): boolean {
  const { pathname } = new URL(path, 'http://path')
  return (
    /^\/api\/v1\/(watch\/)?(namespaces\/[^/]+\/)?secrets(\/|$)/.test(pathname) ||
    /\/serviceaccounts\/[^/]+\/token$/.test(pathname) ||
    /\/pods\/[^/]+\/log$/.test(pathname) ||
    /\/(tokenreviews|certificatesigningrequests)(\/|$)/.test(pathname)
  )
}

/** Characters of a body that each -v shows, as in client-go; from 10 on all of it. */
export function roomFor(verbosity: number): number {
  if (verbosity >= 10) return Number.POSITIVE_INFINITY
  return verbosity === 9 ? 10_240 : 1024
}

/**
 * A body as it may be written down: shortened, as hexadecimal when it is no text, not at all when it holds secrets.
 * `total` is its length in bytes when only its beginning is given.
 */
export function describeBody(
  request: { readonly path: string },
  beginning: Buffer,
  verbosity: number,
  total: number = beginning.length,
): string {
  if (holdsSecrets(request.path)) return '<masked>'
  const isBinary = beginning.some(byte => byte < 0x0a)
  const text = beginning.toString(isBinary ? 'hex' : 'utf8')
  const whole = isBinary ? total * 2 : total
  const room = roomFor(verbosity)
  return whole <= room ? text : `${text.slice(0, room)} [truncated ${whole - room} chars]`
}
