import { ShapeError } from '../../api/shape.ts'
import type { AuthProviderConfig, ClusterEntry, ContextEntry, ExecConfig, Kubeconfig, UserEntry } from './kubeconfig.ts'
import { Section } from './section.ts'

const EXEC_EXTENSION = 'client.authentication.k8s.io/exec'

/** Reads the value of a kubeconfig's YAML. Throws ShapeError; unknown fields are ignored, as by kubectl. */
export function parseKubeconfig(value: unknown): Kubeconfig {
  const root = new Section(value, '')
  const kind = root.string('kind') ?? 'Config'
  const apiVersion = root.string('apiVersion') ?? 'v1'
  if (kind !== 'Config' || apiVersion !== 'v1') {
    throw new ShapeError(
      `no kind "${kind}" is registered for version "${apiVersion}" in scheme "k8s.io/client-go/tools/clientcmd"`,
    )
  }
  return {
    currentContext: root.string('current-context'),
    clusters: named(root, 'clusters', 'cluster', toCluster),
    contexts: named(root, 'contexts', 'context', toContext),
    users: named(root, 'users', 'user', toUser),
  }
}

/** A name twice in one file is an error for kubectl too; between files the first one wins (see merge.ts). */
function named<Entry>(
  root: Section,
  list: string,
  field: string,
  read: (section: Section) => Entry,
): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const item of root.sections(list)) {
    const name = item.string('name') ?? ''
    if (entries.has(name)) throw new ShapeError(`duplicate name "${name}" in ${list}`)
    entries.set(name, read(item.section(field)))
  }
  return entries
}

function toCluster(section: Section): ClusterEntry {
  const extension = section.sections('extensions').find(item => item.string('name') === EXEC_EXTENSION)
  return {
    server: section.string('server'),
    tlsServerName: section.string('tls-server-name'),
    insecureSkipTlsVerify: section.boolean('insecure-skip-tls-verify'),
    certificateAuthority: section.string('certificate-authority'),
    certificateAuthorityData: section.decoded('certificate-authority-data'),
    proxyUrl: section.string('proxy-url'),
    disableCompression: section.boolean('disable-compression'),
    execExtension: extension?.raw('extension'),
  }
}

function toContext(section: Section): ContextEntry {
  return { cluster: section.string('cluster'), user: section.string('user'), namespace: section.string('namespace') }
}

function toUser(section: Section): UserEntry {
  return {
    clientCertificate: section.string('client-certificate'),
    clientCertificateData: section.decoded('client-certificate-data'),
    clientKey: section.string('client-key'),
    clientKeyData: section.decoded('client-key-data'),
    token: section.string('token'),
    tokenFile: section.string('tokenFile'),
    username: section.string('username'),
    password: section.string('password'),
    as: section.string('as'),
    asUid: section.string('as-uid'),
    asGroups: section.has('as-groups') ? section.strings('as-groups') : undefined,
    asUserExtra: section.has('as-user-extra') ? toExtra(section.section('as-user-extra')) : undefined,
    authProvider: section.has('auth-provider') ? toAuthProvider(section.section('auth-provider')) : undefined,
    exec: section.has('exec') ? toExec(section.section('exec')) : undefined,
  }
}

function toExtra(section: Section): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(section.names().map(name => [name, section.strings(name)]))
}

function toAuthProvider(section: Section): AuthProviderConfig {
  const config = section.section('config')
  return {
    name: section.string('name') ?? '',
    config: Object.fromEntries(config.names().map(name => [name, config.string(name) ?? ''])),
  }
}

function toExec(section: Section): ExecConfig {
  const apiVersion = section.string('apiVersion')
  // Plugins older than v1 never said whether they want stdin, so client-go gives it where there is a terminal.
  const mode =
    section.string('interactiveMode') ?? (/\/v1(alpha1|beta1)$/.test(apiVersion ?? '') ? 'IfAvailable' : undefined)
  return {
    command: section.string('command'),
    args: section.strings('args'),
    env: section.sections('env').map(item => ({ name: item.string('name') ?? '', value: item.string('value') ?? '' })),
    apiVersion,
    installHint: section.string('installHint'),
    provideClusterInfo: section.boolean('provideClusterInfo') ?? false,
    interactiveMode: mode,
  }
}
