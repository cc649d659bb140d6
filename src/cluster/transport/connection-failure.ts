import { ApiFailure, type Fault } from '../../api/failure.ts'

/** What is known of a request whose connection failed. */
export interface FailedAttempt {
  /** `host:port` as the user knows it. */
  readonly host: string
  /** The request may have reached the server: the connection had been made. */
  readonly sent: boolean
  readonly proxied: boolean
}

/**
 * What an error of node:net, node:tls or node:http means, in Go's words: `refused`; `unreachable` for all that happens
 * before the request is out; `cut` afterwards, when the server may have acted on it; `garbled` for no HTTP.
 */
export function connectionFailure(error: Error, attempt: FailedAttempt): ApiFailure {
  return new ApiFailure(faultOf(error, attempt), { cause: error })
}

interface SystemError extends Error {
  readonly code?: string
  readonly syscall?: string
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
  readonly errors?: readonly SystemError[]
}

function faultOf(error: SystemError, attempt: FailedAttempt): Fault {
  // Some OpenSSL errors come as EPROTO, with the reason in the text: `…:SSL routines:where:wrong version number:…`.
  const reason = error.code === 'EPROTO' ? /:SSL routines:[^:]*:([^:]+):/.exec(error.message)?.[1] : undefined
  const code = reason === undefined ? (error.code ?? '') : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
  if (code === 'ECONNREFUSED' && !attempt.proxied) return { kind: 'refused', host: attempt.host }
  if (BROKEN.has(code)) {
    const words = brokenWords(error)
    if (!attempt.sent) return { kind: 'unreachable', message: `${proxyPrefix(attempt)}${words}` }
    return { kind: 'cut', message: `the connection was closed before the server answered: ${words}` }
  }
  if (code.startsWith('HPE_') || code === 'ERR_HTTP2_ERROR') {
    return { kind: 'garbled', message: `${attempt.host} does not speak HTTP: malformed HTTP response (${code})` }
  }
  return { kind: 'unreachable', message: tlsWords(code) ?? `${proxyPrefix(attempt)}${dialWords(error)}` }
}

const BROKEN = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_HTTP2_STREAM_ERROR',
  'ERR_HTTP2_STREAM_CANCEL',
  'ERR_HTTP2_SESSION_ERROR',
])

/** Node says "socket hang up" where the other side closed in good order, which is Go's EOF. */
function brokenWords(error: SystemError): string {
  if (error.code === 'EPIPE') return 'write: broken pipe'
  if (error.code === 'ERR_HTTP2_SESSION_ERROR') return 'http2: server sent GOAWAY and closed the connection'
  const reset = /error code NGHTTP2_(\w+)/.exec(error.message)?.[1]
  if (reset !== undefined) return `stream error: ${reset}`
  return error.syscall === undefined ? 'EOF' : `${error.syscall}: connection reset by peer`
}

function proxyPrefix(attempt: FailedAttempt): string {
  return attempt.proxied ? 'proxyconnect tcp: ' : ''
}

const DIAL_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  ETIMEDOUT: 'i/o timeout',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  EADDRNOTAVAIL: "connect: can't assign requested address",
}

const LOOKUP_WORDS: Readonly<Record<string, string>> = { ENOTFOUND: 'no such host', EAI_AGAIN: 'server misbehaving' }

function dialWords(error: SystemError): string {
  const lookup = LOOKUP_WORDS[error.code ?? '']
  if (lookup !== undefined) return `dial tcp: lookup ${error.hostname ?? ''}: ${lookup}`
  // Several addresses were tried: Node hands over all their errors, Go the last one.
  const last = error.errors?.at(-1) ?? error
  const words = DIAL_WORDS[last.code ?? '']
  if (words === undefined) return last.message
  return last.address === undefined ? `dial tcp: ${words}` : `dial tcp ${hostPort(last.address, last.port)}: ${words}`
}

function hostPort(address: string, port: number | undefined): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port ?? ''}`
}

const UNKNOWN_AUTHORITY = 'x509: certificate signed by unknown authority'
const NOT_VALID_NOW = 'x509: certificate has expired or is not yet valid'

const CERTIFICATE_WORDS: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  CERT_UNTRUSTED: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: NOT_VALID_NOW,
  CERT_NOT_YET_VALID: NOT_VALID_NOW,
  INVALID_PURPOSE: 'x509: certificate specifies an incompatible key usage',
}

/** What OpenSSL makes of the first bytes of an HTTP answer, or of any other talk that is no TLS. */
const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'])

/** Alerts that Go calls otherwise than OpenSSL. */
const ALERT_WORDS: Readonly<Record<string, string>> = {
  UNKNOWN_CA: 'unknown certificate authority',
  CERTIFICATE_EXPIRED: 'expired certificate',
  CERTIFICATE_UNKNOWN: 'unknown certificate',
  CERTIFICATE_REVOKED: 'revoked certificate',
  PROTOCOL_VERSION: 'protocol version not supported',
}

function tlsWords(code: string): string | undefined {
  const certificate = CERTIFICATE_WORDS[code]
  if (certificate !== undefined) return `tls: failed to verify certificate: ${certificate}`
  if (NOT_TLS.has(code)) return 'http: server gave HTTP response to HTTPS client'
  const alert = /^ERR_SSL_.*ALERT_(.+)$/.exec(code)?.[1]
  return alert === undefined
    ? undefined
    : `remote error: tls: ${ALERT_WORDS[alert] ?? alert.toLowerCase().replaceAll('_', ' ')}`
}
