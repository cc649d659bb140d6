import { type ApiFailure, misconfigured } from '../../api/failure.ts'
import type { Connection } from './connection.ts'
import { resolveConnection } from './resolve.ts'

/**
 * The connection that a kubeconfig from a cluster leads to. Whoever may write it in the cluster must not thereby run a
 * program here or read a file of this machine: both are refused, with ApiFailure `configuration`.
 */
export async function confined(name: string, kubeconfig: string): Promise<Connection> {
  const only = {
    read(path: string): Uint8Array {
      if (path === name) return new TextEncoder().encode(kubeconfig)
      throw refused(name, `it names the file ${path} of this machine`)
    },
  }
  const connection = await resolveConnection({ kubeconfig: name }, {}, only)
  if (connection.clusterName === undefined) throw refused(name, 'it names no cluster')
  const { kind } = connection.credentials
  if (kind === 'exec') throw refused(name, 'it would run a program of this machine')
  if (kind === 'tokenFile') throw refused(name, 'it names a file of this machine')
  // Renewed tokens are written where the kubeconfig is, which is nowhere.
  if (kind === 'oidc') throw refused(name, 'its token would have to be renewed by an identity provider')
  return connection
}

function refused(name: string, why: string): ApiFailure {
  return misconfigured(`the kubeconfig of ${name} is not used: ${why}`)
}
