import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { builtByGo } from '../built-by-go.ts'

export const DEPLOY = resolve(import.meta.dirname, '../../deploy')

/** The Go program with the code of helm, kustomize and Prometheus, built when its sources changed; undefined where it cannot be built. */
export async function deployProgram(): Promise<string | undefined> {
  const folder = await builtByGo(join(import.meta.dirname, 'program'), 'deploy', ['.'])
  return folder && join(folder, 'deploy')
}

/** What the program prints. Rejects with what it says where it fails. */
export function answer(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((done, fail) => {
    const child = execFile(program, args, { maxBuffer: 1e8 }, (error, stdout, stderr) =>
      error === null ? done(stdout) : fail(new Error(stderr || error.message)),
    )
    child.stdin?.end(input)
  })
}
