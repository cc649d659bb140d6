import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest, ManifestPlatform } from './krew-rules.ts'
import { archiveOf, unpack } from './released.ts'

export interface Installed {
  /** The folder that krew tells its users to put on PATH. */
  readonly bin: string
  /** The folder with the plugin's files. */
  readonly store: string
  [Symbol.dispose](): void
}

/** What `krew install --manifest --archive` does: sha256, unpack, move `files`, link. Throws where krew would refuse. */
export function krewInstall({ metadata, spec }: Manifest, platform: ManifestPlatform): Installed {
  const krew = mkdtempSync(join(tmpdir(), 'kubectl-finalize-krew-'))
  const archive = archiveOf(platform)
  const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex')
  if (sha256 !== platform.sha256) throw new Error(`${archive}: sha256 is ${sha256}`)

  const downloaded = join(krew, 'downloaded')
  const store = join(krew, 'store', metadata.name, spec.version)
  const bin = join(krew, 'bin')
  for (const folder of [downloaded, store, bin]) mkdirSync(folder, { recursive: true })
  unpack(archive, downloaded)
  for (const { from, to } of platform.files) cpSync(join(downloaded, from), join(store, to, from))
  symlinkSync(join(store, platform.bin), join(bin, `kubectl-${metadata.name.replaceAll('-', '_')}`))
  return { bin, store, [Symbol.dispose]: () => rmSync(krew, { recursive: true, force: true }) }
}
