import type { ChildProcess } from 'node:child_process'
import type { ExecCluster } from '../kubeconfig/connection.ts'
import type { ExecConfig } from '../kubeconfig/kubeconfig.ts'
import type { CredentialSource } from './credential-source.ts'
import { type ExecCredential, execInfo, parseExecCredential } from './exec-credential.ts'
import { isInteractive, type PluginHost, runPlugin } from './exec-plugin.ts'

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
    const info = execInfo(exec, interactive, cluster)
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
    close: () => child?.kill(),
  }
}
