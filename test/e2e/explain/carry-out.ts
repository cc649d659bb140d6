import { delimiter } from 'node:path'
import * as assert from 'uvu/assert'
import { pluginFolder } from '../rig/kubectl.ts'
import { type Ran, runProgram } from '../rig/run.ts'

/** Pastes a printed command into a shell, with kubectl and the plugin in its PATH; fails when the command does. `env` names another cluster. */
export async function carryOut(command: string, env: { readonly KUBECONFIG?: string } = {}): Promise<Ran> {
  const PATH = [pluginFolder(), process.env.PATH ?? ''].join(delimiter)
  const ran = await runProgram('bash', ['-c', command], { env: { PATH, ...env } })
  assert.is(ran.code, 0, `${command}\n${ran.stdout}\n${ran.stderr}`)
  return ran
}
