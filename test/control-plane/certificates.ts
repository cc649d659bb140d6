import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

/** A certificate and its private key, both PEM. */
export interface Pair {
  readonly certificate: string
  readonly key: string
}

/** A certificate authority of one test run: signs the server's certificate and those of users. */
export interface Authority {
  readonly certificate: string
  /** For a server reached on loopback, under these names too. */
  signServer(names?: readonly string[]): Promise<Pair>
  /** For a user: to Kubernetes the common name is the user, the organisations are the groups. */
  signUser(name: string, groups?: readonly string[], validity?: Validity): Promise<Pair>
}

export interface Validity {
  readonly notBefore: Date
  readonly notAfter: Date
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export async function createAuthority(): Promise<Authority> {
  x509.cryptoProvider.set(crypto)
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=kubectl-finalize tests',
    keys,
    signingAlgorithm: ALGORITHM,
    ...aDay(),
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  })
  const sign = async (subject: x509.JsonName, usage: string, extensions: x509.Extension[], validity = aDay()) => {
    const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
    const signed = await x509.X509CertificateGenerator.create({
      subject,
      issuer: own.subject,
      publicKey: pair.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: ALGORITHM,
      ...validity,
      extensions: [
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([usage]),
        ...extensions,
      ],
    })
    const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', pair.privateKey), 'PRIVATE KEY')
    return { certificate: `${signed.toString('pem')}\n`, key: `${key}\n` }
  }
  return {
    certificate: `${own.toString('pem')}\n`,
    signServer: (names = []) =>
      sign([{ CN: ['localhost'] }], x509.ExtendedKeyUsage.serverAuth, [
        new x509.SubjectAlternativeNameExtension([
          { type: 'ip', value: '127.0.0.1' },
          { type: 'ip', value: '10.0.0.1' },
          ...['localhost', 'kubernetes.default.svc', ...names].map(value => ({ type: 'dns' as const, value })),
        ]),
      ]),
    signUser: (name, groups = [], validity) =>
      sign([{ CN: [name] }, ...groups.map(group => ({ O: [group] }))], x509.ExtendedKeyUsage.clientAuth, [], validity),
  }
}

/** Some minutes of the past belong to it: clocks of two processes need not agree to the second. */
function aDay(): Validity {
  const now = Date.now()
  return { notBefore: new Date(now - 600_000), notAfter: new Date(now + 86_400_000) }
}
