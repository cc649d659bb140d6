import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'

/**
 * Why a server's certificate does not stand for a name or address, in Go's words; undefined when it does. A common name
 * alone never does: Node would take it for want of other names, Go stopped to.
 */
export function identityProblem(name: string, certificate: PeerCertificate): Error | undefined {
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
