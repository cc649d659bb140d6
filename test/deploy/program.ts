import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { findGo } from '../control-plane/go.ts'

const SOURCES = join(import.meta.dirname, 'program')
export const DEPLOY = resolve(import.meta.dirname, '../../deploy')

/** The Go program with the code of helm, kustomize and Prometheus, built when its sources changed; undefined where it cannot be built. */
export async function deployProgram(): Promise<string | undefined> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kubectl-finalize', 'deploy')
  const hash = createHash('sha256')
  for (const name of readdirSync(SOURCES).toSorted()) hash.update(name).update(readFileSync(join(SOURCES, name)))
  const program = join(cache, hash.digest('hex').slice(0, 16), 'deploy')
  if (existsSync(program)) return program
  const go = await findGo()
  if (go === undefined) return undefined
  mkdirSync(cache, { recursive: true })
  // Built aside and moved in whole, also when two builds run at once.
  const draft = mkdtempSync(join(cache, '.building-'))
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' }
  try {
    const args = ['build', '-trimpath', '-mod=readonly', '-ldflags=-s -w', '-o', join(draft, 'deploy'), '.']
    execFileSync(go, args, { cwd: SOURCES, env, stdio: ['ignore', 'ignore', 'pipe'] })
    if (!existsSync(program)) renameSync(draft, join(program, '..'))
  } catch (error) {
    console.error(`not built: ${(error as Error).message}`)
    return undefined
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return program
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
