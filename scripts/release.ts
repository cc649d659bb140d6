/**
 * `npm run release`: writes an archive for every platform to dist/release, and krew-manifest.yaml, which lists them, there and
 * to the root of the repository. The copy in the root is committed with the release.
 * `npm run release -- --only linux/amd64 [--only …]` makes only these, and a manifest of them.
 */
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { platforms } from './release/platforms.ts'
import { release } from './release/release.ts'

const root = resolve(import.meta.dirname, '..')
try {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
  const names = platforms.map(({ os, arch }) => `${os}/${arch}`)
  const unknown = values.only?.find(name => !names.includes(name))
  if (unknown !== undefined) throw new Error(`--only ${unknown}: there are ${names.join(', ')}`)
  const wanted = platforms.filter((_, index) => values.only?.includes(names[index]!) ?? true)
  const output = join(root, 'dist/release')
  await release(root, output, wanted, line => console.error(line))
  const isWhole = wanted.length === platforms.length
  if (isWhole) await copyFile(join(output, 'krew-manifest.yaml'), join(root, 'krew-manifest.yaml'))
  console.log(output)
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
