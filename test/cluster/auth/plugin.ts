import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Credentials, ExecCluster } from '../../../src/cluster/kubeconfig/connection.ts'
import type { ExecConfig } from '../../../src/cluster/kubeconfig/kubeconfig.ts'
import type { TemporaryFolder } from '../temporary-folder.ts'

export const V1 = 'client.authentication.k8s.io/v1'

/**
 * A real credential plugin: a script of Node in a folder of the test. Each run prints the next of `outputs` (the last
 * one again and again) and is counted.
 */
export function plugin(folder: TemporaryFolder, outputs: readonly unknown[], exec: Partial<ExecConfig> = {}) {
  const counter = join(folder.path, 'runs')
  writeFileSync(counter, '')
  const texts = outputs.map(output => (typeof output === 'string' ? output : JSON.stringify(output)))
  const script = folder.write(
    'plugin.cjs',
    `const fs = require('node:fs')
fs.appendFileSync(${JSON.stringify(counter)}, JSON.stringify({ info: process.env.KUBERNETES_EXEC_INFO, added: process.env.ADDED, inherited: process.env.INHERITED, tty: process.stdin.isTTY === true }) + '\\n')
process.stderr.write('hello from the plugin\\n')
const texts = ${JSON.stringify(texts)}
const run = fs.readFileSync(${JSON.stringify(counter)}, 'utf8').trim().split('\\n').length
process.stdout.write(texts[Math.min(run, texts.length) - 1])
process.exitCode = Number(process.env.EXIT_CODE ?? 0)
`,
  )
  const config: ExecConfig = {
    command: process.execPath,
    args: [script],
    env: [],
    apiVersion: V1,
    provideClusterInfo: false,
    interactiveMode: 'Never',
    ...exec,
  }
  const lines = () =>
    readFileSync(counter, 'utf8')
      .split('\n')
      .filter(line => line !== '')
  return {
    exec: config,
    runs: () => lines().length,
    /** What each run found in its environment. */
    seen: () => lines().map(line => JSON.parse(line) as { info: string; added?: string; inherited?: string }),
  }
}

/** What a plugin of v1 answers. */
export function credential(status: object, apiVersion = V1): object {
  return { apiVersion, kind: 'ExecCredential', status }
}

export function execCredentials(exec: ExecConfig, cluster: Partial<ExecCluster> = {}): Credentials {
  return { kind: 'exec', exec, cluster: { server: 'https://a', ...cluster } }
}
