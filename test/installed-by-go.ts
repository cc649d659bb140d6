import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findGo } from './control-plane/go.ts'

/**
 * The path of a program as `go install MODULE@VERSION` makes it, which checks the module by Go's checksum database; kept in the user's cache.
 * undefined where there is no Go. Throws what the build says where it fails. Large programs take minutes.
 */
export async function installedByGo(module: string, version: string): Promise<string | undefined> {
  const name = module.split('/').findLast(part => !/^v\d+$/.test(part))!
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kubectl-finalize', 'installed')
  const folder = join(cache, `${name}-${version}`)
  if (existsSync(folder)) return join(folder, name)
  const go = await findGo()
  if (go === undefined) return undefined
  mkdirSync(cache, { recursive: true })
  // Built aside and moved in whole, also when two builds run at once.
  const draft = mkdtempSync(join(cache, '.building-'))
  try {
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOBIN: draft }
    const args = ['install', '-trimpath', '-ldflags=-s -w', `${module}@${version}`]
    execFileSync(go, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return join(folder, name)
}
