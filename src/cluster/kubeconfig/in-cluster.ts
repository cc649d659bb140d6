import { isIPv6 } from 'node:net'
import type { FileReader } from './file-reader.ts'
import type { Kubeconfig } from './kubeconfig.ts'

/** Where the kubelet mounts a pod's service account. */
const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount'

const NAME = 'in-cluster'

/** What a pod knows of its cluster. */
export interface ServiceAccount {
  readonly server: string
  readonly tokenFile: string
  readonly token: string
  readonly certificateAuthority?: string | undefined
  readonly namespace: string
}

/** The pod's own way to its API server; undefined outside a pod, told by the environment and the token file. */
export function readServiceAccount(env: NodeJS.ProcessEnv, files: FileReader): ServiceAccount | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env
  const token = readText(`${FOLDER}/token`, files)
  if (!host || !port || token === undefined) return undefined
  const ca = readText(`${FOLDER}/ca.crt`, files)
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    tokenFile: `${FOLDER}/token`,
    token,
    certificateAuthority: ca === undefined ? undefined : `${FOLDER}/ca.crt`,
    // POD_NAMESPACE beats the file: set through the downward API, it says what the author of the pod meant.
    namespace: env.POD_NAMESPACE || readText(`${FOLDER}/namespace`, files) || 'default',
  }
}

/** The same as a kubeconfig, so that flags are laid over it as over any other. */
export function serviceAccountKubeconfig(account: ServiceAccount): Kubeconfig {
  const { server, certificateAuthority, token, tokenFile } = account
  const cluster = { server, certificateAuthority }
  return {
    currentContext: NAME,
    clusters: new Map([[NAME, cluster]]),
    contexts: new Map([[NAME, { cluster: NAME, user: NAME }]]),
    users: new Map([[NAME, { token, tokenFile }]]),
  }
}

function readText(path: string, files: FileReader): string | undefined {
  try {
    return new TextDecoder().decode(files.read(path)).trim()
  } catch {
    return undefined
  }
}
