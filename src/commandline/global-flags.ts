import { parseTimeout } from '../api/duration.ts'
import { isNamespaceName } from '../api/namespace-type.ts'
import { UsageError } from '../exit-code.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'

/** kubectl's own global flags, the sandbox, and what is known beside the API's objects: every command takes them. */
export const globalFlags = {
  kubeconfig: { type: 'string', completes: 'files', describe: 'Path to the kubeconfig file to use for CLI requests' },
  context: { type: 'string', completes: 'contexts', describe: 'The name of the kubeconfig context to use' },
  cluster: { type: 'string', completes: 'clusters', describe: 'The name of the kubeconfig cluster to use' },
  user: { type: 'string', completes: 'users', describe: 'The name of the kubeconfig user to use' },
  namespace: {
    type: 'string',
    alias: 'n',
    completes: 'namespaces',
    describe: 'If present, the namespace scope for this CLI request',
  },
  server: { type: 'string', alias: 's', describe: 'The address and port of the Kubernetes API server' },
  token: { type: 'string', describe: 'Bearer token for authentication to the API server' },
  username: { type: 'string', describe: 'Username for basic authentication to the API server' },
  password: { type: 'string', describe: 'Password for basic authentication to the API server' },
  as: {
    type: 'string',
    describe:
      'Username to impersonate for the operation. User could be a regular user or a service account in a namespace',
  },
  'as-uid': { type: 'string', describe: 'UID to impersonate for the operation' },
  'as-group': {
    type: 'list',
    describe: 'Group to impersonate for the operation, this flag can be repeated to specify multiple groups',
  },
  'as-user-extra': {
    type: 'list',
    describe:
      'User extras to impersonate for the operation, this flag can be repeated to specify multiple values for the same key',
  },
  'certificate-authority': {
    type: 'string',
    completes: 'files',
    describe: 'Path to a cert file for the certificate authority',
  },
  'client-certificate': { type: 'string', completes: 'files', describe: 'Path to a client certificate file for TLS' },
  'client-key': { type: 'string', completes: 'files', describe: 'Path to a client key file for TLS' },
  'tls-server-name': {
    type: 'string',
    describe:
      'Server name to use for server certificate validation. If it is not provided, the hostname used to contact the server is used',
  },
  'insecure-skip-tls-verify': {
    type: 'boolean',
    describe:
      "If true, the server's certificate will not be checked for validity. This will make your HTTPS connections insecure",
  },
  'request-timeout': {
    type: 'string',
    describe:
      "The length of time to wait before giving up on a single server request. Non-zero values should contain a corresponding time unit (e.g. 1s, 2m, 3h). A value of zero means don't timeout requests",
  },
  'disable-compression': {
    type: 'boolean',
    describe:
      'If true, opt-out of response compression for all requests to the server (default true for a server on this machine)',
  },
  'cache-dir': {
    type: 'string',
    completes: 'files',
    describe: 'Default cache directory. Accepted but ignored: this plugin caches nothing',
  },
  v: {
    type: 'string',
    describe:
      'number for the log level verbosity: 6 logs requests, 7 their headers, 8 and 9 their bodies; never credentials',
  },
  catalogue: {
    type: 'list',
    completes: 'files',
    describe: 'A file with finalizers of your own, this flag can be repeated to specify multiple files',
  },
  logs: {
    type: 'boolean',
    describe: 'If true, read the last lines of a log where a verdict depends on them (default true; of record false)',
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
  const { namespace, 'request-timeout': timeout, catalogue = [] } = given as Partial<GlobalFlags>
  if (namespace) checkNamespaceName(namespace)
  if (catalogue.includes(''))
    throw new UsageError('invalid argument "" for "--catalogue" flag: must be the path of a file')
  if (timeout && parseTimeout(timeout) === undefined) {
    throw new UsageError(
      `invalid argument "${timeout}" for "--request-timeout" flag: must be whole seconds, or a number and its unit: 1s, 2m, 3h`,
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
