import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Tally } from './tally.ts'
import { nothing } from './tally.ts'

/** Type check and lint, as `npm run check` does them. Only their failures count, because they are not tests. */
export async function runChecks(root: string): Promise<Tally> {
  const [types, lint] = await Promise.all([
    check(root, 'tsc', ['--noEmit', '-p', '.']),
    check(root, 'biome', ['check', '--error-on-warnings']),
  ])
  return { ...nothing, failed: types + lint }
}

/** 1 when the program finds something; its findings are printed. */
function check(root: string, name: string, args: readonly string[]): Promise<0 | 1> {
  const program = join(root, 'node_modules', '.bin', name)
  return new Promise(resolve => {
    execFile(
      program,
      args,
      { cwd: root, maxBuffer: 1 << 26, shell: process.platform === 'win32' },
      (error, out, err) => {
        console.log(error === null ? `  ok    ${name}` : `  FAIL  ${name}\n${out}${err}`)
        resolve(error === null ? 0 : 1)
      },
    )
  })
}
