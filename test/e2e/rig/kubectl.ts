import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { type Ran, type RunOptions, runProgram } from './run.ts'
import { target } from './target.ts'

/** Whether there is a stock kubectl; tests that need it are skipped where neither Go nor kubectl is installed. */
export const kubectlAvailable = (): boolean => target().kubectl !== undefined

let folder: string | undefined

/** A folder for PATH in which kubectl and the program as its plugin are found, and nothing else. */
export function pluginFolder(): string {
  if (folder !== undefined) return folder
  const { kubectl, program } = target()
  if (kubectl === undefined) throw new Error('there is no kubectl: ask kubectlAvailable() first')
  const made = mkdtempSync(join(tmpdir(), 'kubectl-finalize-path-'))
  removeAtEnd(made)
  mkdirSync(made, { recursive: true })
  symlinkSync(kubectl, join(made, 'kubectl'))
  symlinkSync(program, join(made, 'kubectl-finalize'))
  folder = made
  return made
}

/** Runs the stock kubectl against the target; `kubectl(['finalize', …])` reaches the program under test through PATH. */
export function kubectl(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const path = [pluginFolder(), process.env.PATH ?? ''].join(delimiter)
  return runProgram(join(pluginFolder(), 'kubectl'), args, { ...options, env: { PATH: path, ...options.env } })
}
