import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { upToDate } from '../build/up-to-date.ts'
import { contentsFor } from './contents.ts'
import type { Entry } from './entry.ts'
import { type Archive, krewManifest } from './krew-manifest.ts'
import { archiveName, type Platform } from './platforms.ts'
import { runtimeFor } from './runtime.ts'
import { tarGz } from './tar.ts'
import { zip } from './zip.ts'

/**
 * Writes the archives for `wanted`, and krew-manifest.yaml with these, to `output`; the same sources give the same bytes.
 * Rejects when Node for a platform cannot be fetched.
 */
export async function release(
  root: string,
  output: string,
  wanted: readonly Platform[],
  say: (line: string) => void,
): Promise<readonly Archive[]> {
  const built = await upToDate(root, say)
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await mkdir(output, { recursive: true })

  const make = async (platform: Platform): Promise<Archive> => {
    const runtime = await runtimeFor(root, platform, say)
    const entries = [
      ...(await contentsFor(platform, built, runtime, join(root, 'plugin'))),
      await licence('LICENSE', join(root, 'LICENSE')),
      await licence('LICENSE-THIRD-PARTY', built.licences),
      await licence('LICENSE-NODE', join(dirname(process.execPath), '../LICENSE')),
    ]
    const bytes = await (platform.os === 'windows' ? zip(entries) : tarGz(entries))
    const name = archiveName(manifest.version, platform)
    await writeFile(join(output, name), bytes)
    const unpackedSize = entries.reduce((sum, entry) => sum + entry.bytes.length, 0)
    say(`${name}: ${megabytes(bytes.length)}, unpacked ${megabytes(unpackedSize)}, Node ${runtime.version}`)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { platform, sha256, files: entries.map(entry => entry.name) }
  }

  // Two at a time: each takes about 1 GB of memory while Node and the bundle are put together.
  const archives: Archive[] = []
  for (let next = 0; next < wanted.length; next += 2)
    archives.push(...(await Promise.all(wanted.slice(next, next + 2).map(make))))
  await writeFile(join(output, 'krew-manifest.yaml'), krewManifest(manifest, archives))
  return archives
}

const licence = async (name: string, path: string): Promise<Entry> => ({
  name,
  executable: false,
  bytes: await readFile(path),
})

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
