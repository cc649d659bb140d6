import type { ChildProcess } from 'node:child_process'
import { createSecureContext } from 'node:tls'
import { parsedJson } from '../../api/parsed-json.ts'
import { type Fields, isFields, textOf } from '../../api/shape.ts'
import type { ClientCertificate, ExecCluster } from '../kubeconfig/connection.ts'
import type { ExecConfig } from '../kubeconfig/kubeconfig.ts'
import { certificateProblem } from '../transport/tls.ts'
import type { Credential, CredentialSource } from './credential-source.ts'
import { isInteractive, type PluginHost, pluginFailure, runPlugin } from './exec-plugin.ts'

/**
 * Credentials from a client-go credential plugin. It runs when the first request needs them, when they have expired and
 * when the server refuses them: one run at a time, whose outcome all requests that wait for it share.
 */
export function execPlugin(
  exec: ExecConfig,
  cluster: ExecCluster,
  host: PluginHost,
  now: () => number,
): CredentialSource {
  let held: ExecCredential | undefined
  let running: Promise<ExecCredential> | undefined
  let child: ChildProcess | undefined

  async function run(): Promise<ExecCredential> {
    const interactive = isInteractive(exec, host)
    // KUBERNETES_EXEC_INFO: the question to a plugin; it hears of the cluster only when it asked to.
    const spec = { cluster: exec.provideClusterInfo ? cluster : undefined, interactive }
    const info = JSON.stringify({ kind: 'ExecCredential', apiVersion: exec.apiVersion, spec })
    const output = await runPlugin(exec, info, interactive, host, started => {
      child = started
    })
    held = parseExecCredential(exec, output)
    return held
  }

  function ask(): Promise<ExecCredential> {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    async current() {
      const expired = held?.expiresAt !== undefined && now() > held.expiresAt
      return held === undefined || expired ? ask() : held
    },
    // Others may have been refused with the same credentials, and have renewed them meanwhile.
    renew: async refused => (refused === held ? ask() : held),
    close() {
      child?.kill()
      // What the plugin itself started may run on, and hold its pipes: that is not waited for.
      for (const pipe of child?.stdio ?? []) pipe?.destroy()
    },
  }
}

/** What a plugin answered, and until when it holds: milliseconds since 1970, undefined for "as long as we run". */
interface ExecCredential extends Credential {
  readonly expiresAt?: number | undefined
}

/**
 * Reads what a plugin printed. Throws ApiFailure `configuration` in client-go's words; the text itself, which may hold
 * a token, is never quoted.
 */
function parseExecCredential(exec: ExecConfig, output: string): ExecCredential {
  const answer = parsedJson(output)
  if (!isFields(answer)) throw pluginFailure(`decoding stdout: couldn't get version/kind; it is not a JSON object`)
  const apiVersion = String(answer.apiVersion ?? '')
  if (answer.kind !== 'ExecCredential') {
    throw pluginFailure(`decoding stdout: it is not an ExecCredential of ${exec.apiVersion}`)
  }
  if (apiVersion !== exec.apiVersion) {
    throw pluginFailure(
      `exec plugin is configured to use API version ${exec.apiVersion}, plugin returned version ${apiVersion}`,
    )
  }
  if (!isFields(answer.status)) throw pluginFailure("exec plugin didn't return a status field")
  return readStatus(answer.status)
}

function readStatus(status: Fields): ExecCredential {
  const token = textOf(status.token)
  const certificate = textOf(status.clientCertificateData)
  const key = textOf(status.clientKeyData)
  if (!token && !certificate && !key) throw pluginFailure("exec plugin didn't return a token or cert/key pair")
  if (Boolean(certificate) !== Boolean(key)) {
    throw pluginFailure('exec plugin returned only certificate or key, not both')
  }
  const expiresAt = expiry(status.expirationTimestamp)
  return {
    authorization: token ? `Bearer ${token}` : undefined,
    clientCertificate: certificate && key ? usable({ certificate, key }) : undefined,
    expiresAt,
  }
}

function usable(pair: ClientCertificate): ClientCertificate {
  try {
    createSecureContext({ cert: pair.certificate, key: pair.key })
    return pair
  } catch (error) {
    throw pluginFailure(`failed parsing client key/certificate: ${certificateProblem(error)}`, error)
  }
}

function expiry(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(milliseconds)) throw pluginFailure('decoding stdout: expirationTimestamp is not an RFC 3339 time')
  return milliseconds
}
