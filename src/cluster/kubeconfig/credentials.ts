import { misconfigured } from '../../api/failure.ts'
import type { ClientCertificate, Credentials, ExecCluster, Impersonation } from './connection.ts'
import { describeFileError, type FileReader } from './file-reader.ts'
import type { ExecConfig, UserEntry } from './kubeconfig.ts'

const EXEC_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']

/** What client-go says of the providers it dropped in 1.26. */
const REMOVED_PROVIDERS: Readonly<Record<string, string>> = {
  gcp: `The gcp auth plugin has been removed.
Please use the "gke-gcloud-auth-plugin" kubectl/client-go credential plugin instead.
See https://cloud.google.com/blog/products/containers-kubernetes/kubectl-auth-changes-in-gke for further details`,
  azure: `The azure auth plugin has been removed.
Please use the https://github.com/Azure/kubelogin kubectl/client-go credential plugin instead.
See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins for further details`,
}

/**
 * The one way in which a user proves who they are: token, name and password, client certificate, plugin, in this order,
 * so that what is typed beats a plugin of the kubeconfig. Throws ApiFailure `configuration`.
 */
export function credentialsOf(
  name: string,
  user: UserEntry,
  certificate: ClientCertificate | undefined,
  cluster: ExecCluster,
  files: FileReader,
): Credentials {
  if (user.tokenFile !== undefined) return fromTokenFile(user.tokenFile, user.token, files)
  if (user.token !== undefined) return { kind: 'token', token: user.token.trim() }
  if (user.username !== undefined || user.password !== undefined) {
    return { kind: 'basic', username: user.username ?? '', password: user.password ?? '' }
  }
  if (user.exec !== undefined) return certificate === undefined ? fromPlugin(user.exec, cluster) : { kind: 'none' }
  if (user.authProvider === undefined) return { kind: 'none' }
  const { name: provider, config } = user.authProvider
  if (provider !== 'oidc')
    throw misconfigured(REMOVED_PROVIDERS[provider] ?? `no Auth Provider found for name "${provider}"`)
  for (const field of ['idp-issuer-url', 'client-id']) if (!config[field]) throw misconfigured(`Must provide ${field}`)
  return { kind: 'oidc', config, storedIn: { file: user.file ?? '', userName: name } }
}

/** The client certificate and key of a user, read from their files; undefined without one. */
export function clientCertificateOf(user: UserEntry, files: FileReader): ClientCertificate | undefined {
  const certificate = user.clientCertificateData ?? readText(user.clientCertificate, files)
  const key = user.clientKeyData ?? readText(user.clientKey, files)
  return certificate === undefined || key === undefined ? undefined : { certificate, key }
}

/** Whom a user asks to be taken for; undefined without one. Validation has seen to it that groups need a user. */
export function impersonationOf(user: UserEntry): Impersonation | undefined {
  if (user.as === undefined) return undefined
  return { user: user.as, uid: user.asUid, groups: user.asGroups ?? [], extra: user.asUserExtra ?? {} }
}

/** Content of a file that validation has already opened. */
export function readText(path: string | undefined, files: FileReader): string | undefined {
  if (path === undefined) return undefined
  try {
    return new TextDecoder().decode(files.read(path))
  } catch (error) {
    throw misconfigured(describeFileError(path, error), { cause: error })
  }
}

/** With a token beside it the file may be missing: the token stands in until the file can be read. */
function fromTokenFile(path: string, token: string | undefined, files: FileReader): Credentials {
  if (token === undefined) readText(path, files)
  return { kind: 'tokenFile', path, token: token?.trim() }
}

function fromPlugin(exec: ExecConfig, cluster: ExecCluster): Credentials {
  if (!EXEC_VERSIONS.includes(exec.apiVersion ?? '')) {
    throw misconfigured(`exec plugin: invalid apiVersion "${exec.apiVersion}"`)
  }
  return { kind: 'exec', exec, cluster }
}
