import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { builtPrograms } from './build.ts'
import type { Release } from './releases.ts'

/** Where the servers' executables are. */
export interface Programs {
  /** A folder with etcd, kube-apiserver, kube-controller-manager and kubectl in it. */
  readonly folder: string
  /** For the reader of the log. */
  readonly origin: string
}

const NEEDED = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const

/**
 * The executables of `release`: envtest's own folder when KUBEBUILDER_ASSETS names a complete one, else the program built
 * here (once; it takes minutes). A string is the reason why there are none.
 */
export async function findPrograms(release: Release, say: (line: string) => void): Promise<Programs | string> {
  const assets = process.env.KUBEBUILDER_ASSETS
  if (assets !== undefined && assets !== '') {
    const missing = await missingIn(assets)
    if (missing.length === 0) return { folder: assets, origin: 'KUBEBUILDER_ASSETS' }
    say(`KUBEBUILDER_ASSETS has no ${missing.join(', ')}: not used`)
  }
  return builtPrograms(release, say)
}

async function missingIn(folder: string): Promise<string[]> {
  const missing: string[] = []
  for (const name of NEEDED) {
    await access(join(folder, name), constants.X_OK).catch(() => missing.push(name))
  }
  return missing
}
