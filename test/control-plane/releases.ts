import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A release of Kubernetes that the suite can run against: the modules that pin it lie beside main.go. */
export interface Release {
  readonly version: string
  /** Modules file in this folder; its sums have the same name with `.sum`. */
  readonly modfile: string
}

export const releases: readonly Release[] = [
  { version: '1.36.3', modfile: 'go.mod' },
  { version: '1.30.14', modfile: 'go.1.30.14.mod' },
]

export const latest: Release = releases[0]!

/** What go build is told, so that the servers know who they are: v0.0.0-master would get feature versions wrong. */
export function linkerFlags({ version }: Release): string {
  const [major, minor] = version.split('.')
  const stamp = 'k8s.io/component-base/version'
  return `-s -w -X ${stamp}.gitVersion=v${version} -X ${stamp}.gitMajor=${major} -X ${stamp}.gitMinor=${minor}`
}

/** Changes with everything that goes into the program, so that a cached one is never stale. */
export async function contentKey(release: Release): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${linkerFlags(release)}\n`)
  for (const file of ['main.go', release.modfile, release.modfile.replace(/mod$/, 'sum')]) {
    hash.update(await readFile(join(import.meta.dirname, file)))
  }
  return `${release.version}-${hash.digest('hex').slice(0, 16)}`
}
