import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  getCACertificates,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls'
import { misconfigured } from '../../api/failure.ts'
import type { ClientCertificate, TlsSettings } from '../kubeconfig/connection.ts'

/**
 * How to open TLS to a server: whom to trust, which name to ask for and check, what to present. `host` is the server's,
 * without brackets. One secure context is for all connections. Throws ApiFailure `configuration` on invalid PEM.
 */
export function tlsOptions(tls: TlsSettings, host: string, certificate?: ClientCertificate): ConnectionOptions {
  const name = tls.serverName ?? host
  return {
    secureContext: secureContext(tls, certificate),
    // SNI carries names only: RFC 6066 forbids addresses there.
    servername: isIP(name) === 0 ? name : '',
    rejectUnauthorized: !tls.insecure,
    checkServerIdentity: (_host, peer) => identityProblem(name, peer),
    ALPNProtocols: ['http/1.1'],
  }
}

function secureContext(tls: TlsSettings, certificate: ClientCertificate | undefined): SecureContext {
  const ca = tls.insecure ? undefined : (checkedAuthorities(tls.ca) ?? systemAuthorities())
  try {
    return createSecureContext({ minVersion: 'TLSv1.2', ca, cert: certificate?.certificate, key: certificate?.key })
  } catch (error) {
    throw misconfigured(certificateProblem(error), { cause: error })
  }
}

/** OpenSSL takes any text for authorities and then trusts no server; client-go says that the text is wrong. */
function checkedAuthorities(pem: string | undefined): string | undefined {
  if (pem === undefined) return undefined
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)
  if (blocks === null) throw misconfigured('unable to load root certificates: unable to parse bytes as PEM block')
  for (const block of blocks) {
    try {
      new X509Certificate(block)
    } catch (error) {
      throw misconfigured('unable to load root certificates: failed to parse certificate', { cause: error })
    }
  }
  return pem
}

/** What the operating system trusts, as Go does; the authorities bundled with Node only where it has none. */
function systemAuthorities(): string[] {
  const system = getCACertificates('system')
  return [...new Set([...(system.length > 0 ? system : getCACertificates('bundled')), ...getCACertificates('extra')])]
}

/** What is wrong with a client certificate or key that OpenSSL did not take; nothing of them is quoted. */
export function certificateProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return 'tls: private key does not match public key'
  if (code === 'ERR_OSSL_PEM_NO_START_LINE') return 'tls: failed to find any PEM data in certificate or key input'
  return `tls: the client certificate or key cannot be used (${String(code)})`
}

/**
 * Why a server's certificate does not stand for a name or address, in Go's words; undefined when it does. A common name
 * alone never does: Node would take it for want of other names, Go stopped to.
 */
function identityProblem(name: string, certificate: PeerCertificate): Error | undefined {
  const { subjectaltname = '' } = certificate
  if (subjectaltname !== '' && checkServerIdentity(name, certificate) === undefined) return undefined
  return new Error(`tls: failed to verify certificate: x509: ${reason(name, subjectaltname)}`)
}

function reason(name: string, subjectaltname: string): string {
  if (subjectaltname === '') return 'certificate relies on legacy Common Name field, use SANs instead'
  const isAddress = isIP(name) !== 0
  const names = [...subjectaltname.matchAll(isAddress ? /IP Address:([^,]+)/g : /DNS:([^,]+)/g)].map(match => match[1])
  if (names.length > 0) return `certificate is valid for ${names.join(', ')}, not ${name}`
  return isAddress
    ? `cannot validate certificate for ${name} because it doesn't contain any IP SANs`
    : `certificate is not valid for any names, but wanted to match ${name}`
}
