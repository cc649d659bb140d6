/**
 * `npm run release`: writes an archive for every platform to dist/release, and krew-manifest.yaml, which lists them, there and
 * to the root of the repository, with .krew.yaml, the same as the template of krew-release-bot. Both in the root are committed with the release.
 * `npm run release -- --only linux/amd64 [--only …]` makes only these, and a manifest of them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { scriptArguments } from './arguments.ts'
import { krewTemplate } from './release/krew-manifest.ts'
import { platforms } from './release/platforms.ts'
import { release } from './release/release.ts'

const root = resolve(import.meta.dirname, '..')
try {
  const { values } = scriptArguments({ options: { only: { type: 'string', multiple: true } } })
  const names = platforms.map(({ os, arch }) => `${os}/${arch}`)
  const unknown = values.only?.find(name => !names.includes(name))
  if (unknown !== undefined) throw new Error(`--only ${unknown}: there are ${names.join(', ')}`)
  const wanted = platforms.filter((_, index) => values.only?.includes(names[index]!) ?? true)
  const output = join(root, 'dist/release')
  await release(root, output, wanted, line => console.error(line))
  const isWhole = wanted.length === platforms.length
  if (isWhole) {
    const manifest = await readFile(join(output, 'krew-manifest.yaml'), 'utf8')
    await writeFile(join(root, 'krew-manifest.yaml'), manifest)
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    await writeFile(join(root, '.krew.yaml'), krewTemplate(manifest, { version }))
  }
  console.log(output)
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
