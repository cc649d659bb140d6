import { parseTimeout } from '../api/duration.ts'
import { isNamespaceName } from '../api/namespace-type.ts'
import type { ConnectionFlags } from '../cluster/kubeconfig/connection-flags.ts'
import { UsageError } from '../exit-code.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'

/** kubectl's own global flags, and the sandbox: every command takes them. */
export const globalFlags = {
  kubeconfig: { type: 'string', completes: 'files', describe: 'Path to the kubeconfig file to use' },
  context: { type: 'string', completes: 'contexts', describe: 'The name of the kubeconfig context to use' },
  cluster: { type: 'string', completes: 'clusters', describe: 'The name of the kubeconfig cluster to use' },
  user: { type: 'string', completes: 'users', describe: 'The name of the kubeconfig user to use' },
  namespace: { type: 'string', alias: 'n', completes: 'namespaces', describe: 'Only this namespace' },
  server: { type: 'string', alias: 's', describe: 'The address and port of the Kubernetes API server' },
  token: { type: 'string', describe: 'Bearer token for authentication to the API server' },
  username: { type: 'string', describe: 'Username for basic authentication to the API server' },
  password: { type: 'string', describe: 'Password for basic authentication to the API server' },
  as: { type: 'string', describe: 'Username to impersonate for the operation' },
  'as-uid': { type: 'string', describe: 'UID to impersonate for the operation' },
  'as-group': { type: 'list', describe: 'Group to impersonate, can be repeated' },
  'as-user-extra': { type: 'list', describe: 'User extras to impersonate as key=value, can be repeated' },
  'certificate-authority': {
    type: 'string',
    completes: 'files',
    describe: 'Path to a cert file for the certificate authority',
  },
  'client-certificate': { type: 'string', completes: 'files', describe: 'Path to a client certificate file for TLS' },
  'client-key': { type: 'string', completes: 'files', describe: 'Path to a client key file for TLS' },
  'tls-server-name': { type: 'string', describe: "Server name to use for validation of the server's certificate" },
  'insecure-skip-tls-verify': {
    type: 'boolean',
    describe: "Do not check the server's certificate: this makes your connections insecure",
  },
  'request-timeout': {
    type: 'string',
    describe: 'How long to wait for a single server request: 1s, 2m, 3h, or seconds; 0 waits for ever',
  },
  'disable-compression': {
    type: 'boolean',
    describe: 'Opt out of response compression (=false: ask for it also from a server on this machine)',
  },
  'cache-dir': {
    type: 'string',
    completes: 'files',
    describe: "Taken as kubectl takes it; nothing is cached: this plugin reads the server's types anew each time",
  },
  v: {
    type: 'string',
    describe: 'Log level: 6 logs requests, 7 their headers, 8 and 9 their bodies; never credentials',
  },
  sandbox: {
    type: 'string',
    bare: true,
    completes: 'incidents',
    describe: 'Use an embedded practice cluster (--sandbox=INCIDENT for one incident) in place of a real one',
  },
} as const satisfies FlagSpecs

export type GlobalFlags = Flags<typeof globalFlags>

/** Throws UsageError for a value that no server would take. An empty one is none, as in kubectl. */
export function checkGlobalFlags(given: Readonly<Record<string, unknown>>): void {
  const { namespace, 'request-timeout': timeout } = given as Partial<GlobalFlags>
  if (namespace) checkNamespaceName(namespace)
  if (timeout && parseTimeout(timeout) === undefined) {
    throw new UsageError(
      `invalid argument "${timeout}" for "--request-timeout" flag: it takes whole seconds, or a number and its unit: 1s, 2m, 3h`,
    )
  }
}

/** Throws UsageError for what cannot be the name of a namespace. */
export function checkNamespaceName(name: string): void {
  if (isNamespaceName(name)) return
  throw new UsageError(
    `invalid namespace "${name}": a name has up to 63 lower case letters, digits and "-", with a letter or digit at both ends`,
  )
}

/** The global flags as the connection knows them. */
export function connectionFlags(flags: GlobalFlags): ConnectionFlags {
  const given: { -readonly [Name in keyof ConnectionFlags]: ConnectionFlags[Name] } = {
    kubeconfig: flags.kubeconfig,
    context: flags.context,
    cluster: flags.cluster,
    user: flags.user,
    namespace: flags.namespace,
    server: flags.server,
    token: flags.token,
    username: flags.username,
    password: flags.password,
    as: flags.as,
    asUid: flags['as-uid'],
    asGroup: flags['as-group'],
    asUserExtra: flags['as-user-extra'],
    certificateAuthority: flags['certificate-authority'],
    clientCertificate: flags['client-certificate'],
    clientKey: flags['client-key'],
    tlsServerName: flags['tls-server-name'],
    insecureSkipTlsVerify: flags['insecure-skip-tls-verify'],
    requestTimeout: flags['request-timeout'],
    disableCompression: flags['disable-compression'],
  } as ConnectionFlags
  for (const name of Object.keys(given) as (keyof ConnectionFlags)[]) if (given[name] === undefined) delete given[name]
  return given
}
