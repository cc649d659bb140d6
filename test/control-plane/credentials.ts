import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Authority, createAuthority, type Pair } from './certificates.ts'

/** Everything secret of one control plane, and the files its servers read it from. */
export interface Credentials {
  readonly authority: Authority
  readonly admin: { readonly token: string } & Pair
  /** A user without any right and without groups but system:authenticated. */
  readonly tenant: { readonly token: string }
  readonly files: {
    readonly ca: string
    readonly serverCertificate: string
    readonly serverKey: string
    readonly tokens: string
    readonly serviceAccountPublic: string
    readonly serviceAccountPrivate: string
  }
}

/** Makes new credentials in `folder`; nothing of a former run is valid for this one. */
export async function createCredentials(folder: string): Promise<Credentials> {
  const authority = await createAuthority()
  const server = await authority.signServer()
  const admin = { token: randomBytes(16).toString('hex'), ...(await authority.signUser('admin', ['system:masters'])) }
  const tenant = { token: randomBytes(16).toString('hex') }
  const serviceAccount = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const put = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, text, { mode: 0o600 })
    return path
  }
  return {
    authority,
    admin,
    tenant,
    files: {
      ca: await put('ca.crt', authority.certificate),
      serverCertificate: await put('server.crt', server.certificate),
      serverKey: await put('server.key', server.key),
      tokens: await put('tokens.csv', `${admin.token},admin,1,system:masters\n${tenant.token},tenant,2\n`),
      serviceAccountPublic: await put('service-account.pub', serviceAccount.publicKey),
      serviceAccountPrivate: await put('service-account.key', serviceAccount.privateKey),
    },
  }
}
