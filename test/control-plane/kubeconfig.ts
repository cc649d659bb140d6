import { writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import type { Credentials } from './credentials.ts'

/** Writes a kubeconfig with a context each for `admin` (by token), `admin-certificate` and `tenant`. */
export async function writeKubeconfig(path: string, server: string, credentials: Credentials): Promise<void> {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const { admin, tenant, authority } = credentials
  const users = {
    admin: { token: admin.token },
    'admin-certificate': {
      'client-certificate-data': base64(admin.certificate),
      'client-key-data': base64(admin.key),
    },
    tenant: { token: tenant.token },
  }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'control-plane', cluster: { server, 'certificate-authority-data': base64(authority.certificate) } },
    ],
    users: Object.entries(users).map(([name, user]) => ({ name, user })),
    contexts: Object.keys(users).map(name => ({ name, context: { cluster: 'control-plane', user: name } })),
    'current-context': 'admin',
  }
  await writeFile(path, stringify(config), { mode: 0o600 })
}
