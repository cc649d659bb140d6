import { misconfigured } from '../../api/failure.ts'
import { describeFileError, type FileReader } from './file-reader.ts'
import type { ClusterEntry, ExecConfig, UserEntry } from './kubeconfig.ts'
import type { Picked } from './pick.ts'

/**
 * Throws ApiFailure `configuration` with every contradiction of the entries in use, in client-go's words: one as it is,
 * several as a list under "Error in configuration".
 */
export function validateEntries(picked: Picked, files: FileReader): void {
  const problems = [
    ...userProblems(picked.userName ?? '', picked.user, files),
    ...clusterProblems(picked.clusterName ?? '', picked.cluster, files),
  ]
  if (problems.length === 0) return
  const message =
    problems.length === 1 ? problems[0]! : ['Error in configuration: ', ...problems.map(one => `* ${one}`)].join('\n')
  throw misconfigured(message)
}

/** Whether a proxy-url can be used; throws Error with client-go's words. */
export function checkProxyUrl(proxyUrl: string): void {
  if (!URL.canParse(proxyUrl)) throw new Error('could not parse it')
  const scheme = new URL(proxyUrl).protocol.slice(0, -1)
  if (!['http', 'https', 'socks5'].includes(scheme)) {
    throw new Error(`unsupported scheme "${scheme}", must be http, https, or socks5`)
  }
}

function* clusterProblems(name: string, cluster: ClusterEntry, files: FileReader): Iterable<string> {
  if (cluster.proxyUrl !== undefined) {
    try {
      checkProxyUrl(cluster.proxyUrl)
    } catch (error) {
      yield `invalid 'proxy-url' for cluster "${name}": ${(error as Error).message}`
    }
  }
  if (cluster.certificateAuthority !== undefined && cluster.certificateAuthorityData !== undefined) {
    yield `certificate-authority-data and certificate-authority are both specified for ${name}. certificate-authority-data will override.`
  }
  yield* unreadable('certificate-authority', cluster.certificateAuthority, name, files)
}

function* userProblems(name: string, user: UserEntry, files: FileReader): Iterable<string> {
  if (user.clientCertificate !== undefined || user.clientCertificateData !== undefined) {
    yield* certificateProblems(name, user, files)
  }
  if (user.exec !== undefined) yield* execProblems(name, user, user.exec)
  if (user.token !== undefined && (user.username !== undefined || user.password !== undefined)) {
    yield `more than one authentication method found for ${name}; found [token basicAuth], only one is allowed`
  }
  const impersonates = user.asUid !== undefined || user.asGroups?.length || Object.keys(user.asUserExtra ?? {}).length
  if (impersonates && user.as === undefined) {
    yield `requesting uid, groups or user-extra for ${name} without impersonating a user`
  }
}

function* certificateProblems(name: string, user: UserEntry, files: FileReader): Iterable<string> {
  if (user.clientCertificate !== undefined && user.clientCertificateData !== undefined) {
    yield `client-cert-data and client-cert are both specified for ${name}. client-cert-data will override.`
  }
  if (user.clientKey !== undefined && user.clientKeyData !== undefined) {
    yield `client-key-data and client-key are both specified for ${name}; client-key-data will override`
  }
  if (user.clientKey === undefined && user.clientKeyData === undefined) {
    yield `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`
  }
  yield* unreadable('client-cert', user.clientCertificate, name, files)
  yield* unreadable('client-key', user.clientKey, name, files)
}

function* execProblems(name: string, user: UserEntry, exec: ExecConfig): Iterable<string> {
  if (user.authProvider !== undefined) {
    yield `authProvider cannot be provided in combination with an exec plugin for ${name}`
  }
  if (exec.command === undefined) yield `command must be specified for ${name} to use exec authentication plugin`
  if (exec.apiVersion === undefined) yield `apiVersion must be specified for ${name} to use exec authentication plugin`
  if (exec.env.some(variable => variable.name === '')) {
    yield `env variable name must be specified for ${name} to use exec authentication plugin`
  }
  const mode = exec.interactiveMode
  if (mode === undefined) yield `interactiveMode must be specified for ${name} to use exec authentication plugin`
  else if (!['Never', 'IfAvailable', 'Always'].includes(mode)) yield `invalid interactiveMode for ${name}: "${mode}"`
}

function* unreadable(what: string, path: string | undefined, name: string, files: FileReader): Iterable<string> {
  if (path === undefined) return
  try {
    files.read(path)
  } catch (error) {
    yield `unable to read ${what} ${path} for ${name} due to ${describeFileError(path, error)}`
  }
}
