import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'esbuild'
import type { FiledEntry } from '../../src/diagnosis/catalogue/file.ts'
import { contentKey } from './content-key.ts'

/** What the catalogue that is shipped depends on. */
export const CATALOGUE_SOURCES = [
  'catalogue',
  'docs/schema/catalogue-v1.json',
  'src/diagnosis/catalogue',
  'src/api',
  'scripts/build/catalogue.ts',
]

/** Of Kubernetes itself come first, then the projects by the names of their files. */
const FIRST = 'kubernetes-core.yaml'

/** Every entry below catalogue/, in the order in which it is listed. Rejects with the file, line and column of the first mistake. */
export async function catalogueEntries(root: string): Promise<readonly FiledEntry[]> {
  // Loaded where the catalogue has to be made anew only.
  const { readCatalogueFile } = await import('../../src/diagnosis/catalogue/file.ts')
  const names = (await readdir(join(root, 'catalogue'))).sort(
    (a, b) => Number(b === FIRST) - Number(a === FIRST) || (a < b ? -1 : 1),
  )
  const files = await Promise.all(
    names.map(async name => {
      const file = `catalogue/${name}`
      if (!name.endsWith('.yaml')) throw new Error(`${file}: a file of the catalogue ends in .yaml`)
      return readCatalogueFile(await readFile(join(root, file), 'utf8'), file)
    }),
  )
  return files.flat()
}

/** The text of the module that takes the place of records.ts: made when a file changed, else as it was kept in dist/. */
export async function catalogueModule(root: string): Promise<string> {
  const kept = join(root, 'dist', 'catalogue.mjs')
  const key = `// ${await contentKey(root, CATALOGUE_SOURCES)}\n`
  const before = await readFile(kept, 'utf8').catch(() => '')
  if (before.startsWith(key)) return before
  const { recordsOf } = await import('../../src/diagnosis/catalogue/record.ts')
  const lines = recordsOf((await catalogueEntries(root)).map(({ entry }) => entry))
  const text = `${key}export const lines = ${JSON.stringify(lines, undefined, 1)}\n`
  await mkdir(dirname(kept), { recursive: true })
  // Made aside and moved over: nobody sees half of it.
  await writeFile(`${kept}.${process.pid}`, text)
  await rename(`${kept}.${process.pid}`, kept)
  return text
}

/**
 * Puts the records of catalogue/*.yaml in the place of src/diagnosis/catalogue/records.ts. Packed they take a third of the room, and some
 * milliseconds more to be read.
 */
export function withCatalogue(root: string, isPacked: boolean): Plugin {
  return {
    name: 'catalogue',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]diagnosis[\\/]catalogue[\\/]records\.ts$/ }, async () => ({
        contents: isPacked ? packed(await catalogueModule(root)) : await catalogueModule(root),
        loader: 'js',
      }))
    },
  }
}

/** The same module, its array as compressed JSON. */
function packed(module: string): string {
  const json = module.slice(module.indexOf('export const lines = ') + 'export const lines = '.length)
  const text = brotliCompressSync(JSON.stringify(JSON.parse(json))).toString('base64')
  return `import { brotliDecompressSync } from 'node:zlib'
export const lines = JSON.parse(brotliDecompressSync(Buffer.from(${JSON.stringify(text)}, 'base64')))`
}
