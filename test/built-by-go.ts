import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findGo } from './control-plane/go.ts'

/**
 * A folder with the programs of a Go module, built when its sources changed and kept in the user's cache under `name`; undefined where they cannot
 * be built.
 */
export async function builtByGo(
  sources: string,
  name: string,
  packages: readonly string[],
): Promise<string | undefined> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kubectl-finalize', name)
  const hash = createHash('sha256')
  for (const file of readdirSync(sources).toSorted()) hash.update(file).update(readFileSync(join(sources, file)))
  const folder = join(cache, hash.digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  const go = await findGo()
  if (go === undefined) return undefined
  mkdirSync(cache, { recursive: true })
  // Built aside and moved in whole, also when two builds run at once.
  const draft = mkdtempSync(join(cache, '.building-'))
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' }
  try {
    const args = ['build', '-trimpath', '-mod=readonly', '-ldflags=-s -w', '-o', `${draft}/`, ...packages]
    execFileSync(go, args, { cwd: sources, env, stdio: ['ignore', 'ignore', 'pipe'] })
    if (!existsSync(folder)) renameSync(draft, folder)
  } catch (error) {
    console.error(`not built: ${(error as Error).message}`)
    return undefined
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

/** What a program prints. Rejects with what it says where it fails. */
export function answer(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((done, fail) => {
    const child = execFile(program, args, { maxBuffer: 1e8 }, (error, stdout, stderr) =>
      error === null ? done(stdout) : fail(new Error(stderr || error.message)),
    )
    child.stdin?.end(input)
  })
}
