import { parseTimeout } from '../../api/duration.ts'
import { misconfigured } from '../../api/failure.ts'
import { isLoopback } from '../transport/loopback.ts'
import type { Connection, Credentials, ExecCluster, TlsSettings } from './connection.ts'
import type { ConnectionFlags } from './connection-flags.ts'
import { clientCertificateOf, credentialsOf, impersonationOf, readText } from './credentials.ts'
import { diskFiles, type FileReader } from './file-reader.ts'
import { readServiceAccount, type ServiceAccount, serviceAccountKubeconfig } from './in-cluster.ts'
import type { ClusterEntry } from './kubeconfig.ts'
import { loadKubeconfigs } from './load.ts'
import { mergeKubeconfigs } from './merge.ts'
import { type Picked, pickEntries } from './pick.ts'
import { parseServerUrl, type ServerUrl } from './server-url.ts'
import { validateEntries } from './validate.ts'

/**
 * Decides which server to talk to and as whom, by kubectl's rules: flags, then kubeconfig, then the pod's service
 * account, then `$KUBERNETES_MASTER` or localhost:8080. Nothing is sent and no plugin runs. Rejects with ApiFailure
 * `configuration`, in kubectl's words.
 */
export async function resolveConnection(
  flags: ConnectionFlags,
  env: NodeJS.ProcessEnv,
  files: FileReader = diskFiles,
): Promise<Connection> {
  const fromFiles = pickEntries(mergeKubeconfigs(await loadKubeconfigs(flags.kubeconfig, env, files)), flags)
  const account = readServiceAccount(env, files)
  const inCluster = account !== undefined && fromFiles.cluster.server === undefined
  const picked = inCluster ? pickFromPod(account, flags) : fromFiles
  validateEntries(picked, files)
  const requestTimeoutSeconds = secondsOf(flags['request-timeout'])
  return {
    ...reach(picked, env, files),
    ...namespaceOf(flags, fromFiles, account),
    contextName: inCluster ? undefined : picked.contextName,
    clusterName: picked.clusterName,
    userName: picked.userName,
    requestTimeoutSeconds: requestTimeoutSeconds > 0 ? requestTimeoutSeconds : undefined,
    inCluster,
  }
}

/**
 * All flags hold in a pod too. kubectl takes only --server, --token and --certificate-authority there, and goes to
 * localhost:8080 when it sees --as or --request-timeout.
 */
function pickFromPod(account: ServiceAccount, flags: ConnectionFlags): Picked {
  const { context, cluster, user, ...rest } = flags
  return pickEntries(serviceAccountKubeconfig(account), rest)
}

type Reach = Pick<
  Connection,
  'server' | 'tls' | 'clientCertificate' | 'proxyUrl' | 'disableCompression' | 'credentials' | 'impersonate'
>

function reach(picked: Picked, env: NodeJS.ProcessEnv, files: FileReader): Reach {
  const { cluster, user } = picked
  const url = parseServerUrl(cluster.server ?? (env.KUBERNETES_MASTER || 'http://localhost:8080'))
  const impersonate = impersonationOf(user)
  return {
    server: url.server,
    proxyUrl: cluster.proxyUrl,
    // On this machine compressing costs the server more than it saves; unlike kubectl, where it was not asked for.
    disableCompression: cluster.disableCompression ?? isLoopback(new URL(url.server).hostname.replace(/^\[|\]$/g, '')),
    impersonate,
    // Over plain http only credentials of the URL: client-go leaves out others, lest a mistyped scheme leak them.
    ...(url.secure ? proof(url, picked, files) : { tls: { insecure: false }, credentials: inUrl(url) }),
  }
}

function proof(url: ServerUrl, { cluster, user, userName = '' }: Picked, files: FileReader) {
  const tls = tlsOf(cluster, files)
  const clientCertificate = clientCertificateOf(user, files)
  const execCluster = execClusterOf(url, cluster, tls)
  const credentials = credentialsOf(userName, user, clientCertificate, execCluster, files)
  return { tls, clientCertificate, credentials: credentials.kind === 'none' ? inUrl(url) : credentials }
}

function inUrl({ username, password = '' }: ServerUrl): Credentials {
  return username === undefined ? { kind: 'none' } : { kind: 'basic', username, password }
}

function tlsOf(cluster: ClusterEntry, files: FileReader): TlsSettings {
  const ca = cluster.certificateAuthorityData ?? readText(cluster.certificateAuthority, files)
  const insecure = cluster.insecureSkipTlsVerify ?? false
  if (insecure && ca !== undefined) {
    const message = 'specifying a root certificates file with the insecure flag is not allowed'
    throw misconfigured(message)
  }
  const serverName = cluster.tlsServerName
  return { ca, serverName, insecure }
}

function execClusterOf(url: ServerUrl, cluster: ClusterEntry, tls: TlsSettings): ExecCluster {
  return {
    server: url.server,
    'tls-server-name': tls.serverName,
    'insecure-skip-tls-verify': tls.insecure || undefined,
    'certificate-authority-data': tls.ca === undefined ? undefined : Buffer.from(tls.ca).toString('base64'),
    'proxy-url': cluster.proxyUrl,
    'disable-compression': cluster.disableCompression || undefined,
    config: cluster.execExtension,
  }
}

/** In a pod, its namespace stands in for `default` even when a kubeconfig chose the server. */
function namespaceOf(
  flags: ConnectionFlags,
  { context }: Picked,
  account: ServiceAccount | undefined,
): Pick<Connection, 'namespace' | 'namespaceSource'> {
  if (flags.namespace) return { namespace: flags.namespace, namespaceSource: 'flag' }
  if (context.namespace !== undefined) return { namespace: context.namespace, namespaceSource: 'context' }
  if (account !== undefined) return { namespace: account.namespace, namespaceSource: 'service-account' }
  return { namespace: 'default', namespaceSource: 'default' }
}

function secondsOf(requestTimeout: string | undefined): number {
  const seconds = requestTimeout ? parseTimeout(requestTimeout) : 0
  if (seconds !== undefined) return seconds
  const message =
    'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)'
  throw misconfigured(message)
}
