import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import type { ClientCertificate } from '../../src/cluster/kubeconfig/connection.ts'

/** What a certificate is to say; by default it is for 127.0.0.1 and localhost, and valid now. */
export interface Subject {
  readonly commonName?: string
  readonly names?: readonly string[]
  readonly addresses?: readonly string[]
  readonly expired?: boolean
}

/** A certificate authority of one test. */
export interface Authority {
  readonly certificate: string
  sign(subject?: Subject): Promise<ClientCertificate>
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const MINUTE = 60_000

export async function createAuthority(): Promise<Authority> {
  x509.cryptoProvider.set(crypto)
  const keys = await newKeys()
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=test authority',
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(Date.now() - 100 * MINUTE),
    notAfter: new Date(Date.now() + 100 * MINUTE),
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  return {
    certificate: own.toString('pem'),
    async sign({ commonName = 'test', names = ['localhost'], addresses = ['127.0.0.1'], expired = false } = {}) {
      const pair = await newKeys()
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${commonName}`,
        issuer: own.subject,
        publicKey: pair.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        notBefore: new Date(Date.now() - 50 * MINUTE),
        notAfter: new Date(Date.now() + (expired ? -10 : 50) * MINUTE),
        extensions: alternativeNames(names, addresses),
      })
      const key = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
      return { certificate: certificate.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') }
    },
  }
}

function alternativeNames(names: readonly string[], addresses: readonly string[]): x509.Extension[] {
  const entries = [
    ...names.map(value => ({ type: 'dns' as const, value })),
    ...addresses.map(value => ({ type: 'ip' as const, value })),
  ]
  return entries.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(entries)]
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
}
