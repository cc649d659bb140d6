import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Ran } from '../rig/run.ts'

interface Step {
  readonly id: string
  readonly env: Readonly<Record<string, string>>
  readonly run: string
}

const place = resolve(import.meta.dirname, '../../../integrations/github-action')
export const action = parse(readFileSync(join(place, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

/** How a step's shell is started: with these variables and nothing else, in this folder. */
export type StartShell = (
  args: readonly string[],
  options: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
) => Promise<Pick<Ran, 'code' | 'stdout' | 'stderr'>>

/** Runs the steps as the runner does: expressions are replaced in `env` alone, and each step's outputs are there for the next. */
export async function runAction(given: Readonly<Record<string, string>>, temp: string, bash: StartShell) {
  const known = new Map(
    Object.entries(action.inputs).map(([name, { default: value = '' }]) => [`inputs.${name}`, value]),
  )
  for (const [name, value] of Object.entries(given)) known.set(`inputs.${name}`, value)
  const filled = (text: string) => text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name) => known.get(name) ?? '')
  const [output, summary] = [join(temp, 'output'), join(temp, 'summary')]
  for (const file of [output, summary]) writeFileSync(file, '')
  const runner = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: temp, GITHUB_ACTION_PATH: place }
  let last: Pick<Ran, 'code' | 'stdout' | 'stderr'> = { code: 0, stdout: '', stderr: '' }
  for (const { id, env, run } of action.runs.steps) {
    const inputs = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]))
    last = await bash(['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
      env: { ...inputs, ...runner, PATH: process.env.PATH },
      cwd: temp,
    })
    for (const [, name, value] of readFileSync(output, 'utf8').matchAll(/^([\w-]+)=(.*)$/gm))
      known.set(`steps.${id}.outputs.${name}`, value!)
    if (last.code !== 0) break
  }
  const outputs = Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value)]))
  return { ...last, outputs, summary: readFileSync(summary, 'utf8'), temp }
}
