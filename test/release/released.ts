import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Manifest, ManifestPlatform } from './krew-rules.ts'

export const root = resolve(import.meta.dirname, '../..')
export const folder = join(root, 'dist/release')
export const manifestText = readFileSync(join(folder, 'krew-manifest.yaml'), 'utf8')
export const manifest = parse(manifestText) as Manifest

/** The archive that an entry of the manifest points at, as it lies in dist/release. */
export const archiveOf = ({ uri }: ManifestPlatform): string => join(folder, basename(uri))

export const labelOf = ({ selector: { matchLabels } }: ManifestPlatform): string =>
  `${matchLabels.os}/${matchLabels.arch}`

/** Unpacks an archive with the system's own programs. */
export function unpack(archive: string, into: string): void {
  if (archive.endsWith('.zip')) execFileSync('unzip', ['-q', archive, '-d', into])
  else execFileSync('tar', ['-xzf', archive, '-C', into])
}
