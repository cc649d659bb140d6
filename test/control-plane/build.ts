import { spawn } from 'node:child_process'
import { access, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { homedir, setPriority } from 'node:os'
import { join } from 'node:path'
import { findGo } from './go.ts'
import type { Programs } from './programs.ts'
import { contentKey, linkerFlags, type Release } from './releases.ts'

/** The program's other names: main.go looks at the name it is called by. */
const NAMES = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl']

/** The program of `release`, built when the cache has none. A string is the reason why there is none. */
export async function builtPrograms(release: Release, say: (line: string) => void): Promise<Programs | string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kubectl-finalize', 'control-plane')
  const folder = join(cache, await contentKey(release))
  if (await exists(join(folder, 'kubectl'))) return { folder, origin: 'built before' }

  const go = await findGo()
  if (go === undefined) return `no control plane: Go is not installed and nothing was built before`

  say(
    `building kube-apiserver, etcd, kube-controller-manager and kubectl ${release.version} (minutes when Go's cache is cold)`,
  )
  const started = performance.now()
  await mkdir(cache, { recursive: true })
  // Built aside and moved in whole: whoever finds the folder finds it complete, also when two builds run at once.
  const draft = await mkdtemp(join(cache, '.building-'))
  try {
    await goBuild(go, release, join(draft, 'control-plane'), say)
    for (const name of NAMES) await symlink('control-plane', join(draft, name))
    await rename(draft, folder).catch(async error => {
      if (!(await exists(join(folder, 'kubectl')))) throw error
    })
  } catch (error) {
    return `the control plane was not built: ${error instanceof Error ? error.message : error}`
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  say(`control plane ${release.version} built in ${Math.round((performance.now() - started) / 1000)} s`)
  return { folder, origin: 'built now' }
}

async function goBuild(go: string, release: Release, output: string, say: (line: string) => void): Promise<void> {
  const flags = ['-trimpath', `-modfile=${release.modfile}`, '-mod=readonly', '-ldflags', linkerFlags(release)]
  const child = spawn(go, ['build', ...flags, '-o', output, '.'], {
    cwd: import.meta.dirname,
    // GOWORK: a workspace file above this folder would replace the pinned modules.
    env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // The unit tests run meanwhile and have time limits; its compilers inherit this.
  if (child.pid !== undefined) setPriority(child.pid, 10)
  const progress = setInterval(() => say('still building the control plane …'), 60_000)
  let tail = ''
  child.stderr.on('data', chunk => {
    tail = (tail + chunk).slice(-4_000)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', code => (code === 0 ? resolve() : reject(new Error(`go build ended with ${code}\n${tail}`))))
    })
  } finally {
    clearInterval(progress)
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
