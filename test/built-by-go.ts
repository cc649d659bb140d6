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
  const hash = createHash('sha256')
  for (const file of readdirSync(sources).toSorted()) hash.update(file).update(readFileSync(join(sources, file)))
  const args = (folder: string) => ['build', '-trimpath', '-mod=readonly', STRIPPED, '-o', `${folder}/`, ...packages]
  try {
    return await madeByGo(name, hash.digest('hex').slice(0, 16), folder => ({ args: args(folder), cwd: sources }))
  } catch (error) {
    console.error(`not built: ${(error as Error).message}`)
    return undefined
  }
}

/**
 * The path of a program as `go install MODULE@VERSION` makes it, which checks the module by Go's checksum database; kept in the user's cache.
 * undefined where there is no Go. Throws what the build says where it fails. Large programs take minutes.
 */
export async function installedByGo(module: string, version: string): Promise<string | undefined> {
  const name = module.split('/').findLast(part => !/^v\d+$/.test(part))!
  const args = ['install', '-trimpath', STRIPPED, `${module}@${version}`]
  const folder = await madeByGo('installed', `${name}-${version}`, GOBIN => ({ args, env: { GOBIN } }))
  return folder && join(folder, name)
}

const STRIPPED = '-ldflags=-s -w'

/** How Go is called. */
interface Call {
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** A folder of the user's cache, filled by Go when it is not there; undefined where there is no Go. Throws what Go says where it fails. */
async function madeByGo(name: string, key: string, call: (folder: string) => Call): Promise<string | undefined> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kubectl-finalize', name)
  const folder = join(cache, key)
  if (existsSync(folder)) return folder
  const go = await findGo()
  if (go === undefined) return undefined
  mkdirSync(cache, { recursive: true })
  // Built aside and moved in whole, also when two builds run at once.
  const draft = mkdtempSync(join(cache, '.building-'))
  try {
    const { args, cwd, env = {} } = call(draft)
    const all = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', ...env }
    execFileSync(go, args, { cwd, env: all, stdio: ['ignore', 'ignore', 'pipe'] })
    if (!existsSync(folder)) renameSync(draft, folder)
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
