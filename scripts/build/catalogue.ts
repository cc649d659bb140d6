import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'esbuild'
import type { Filed } from '../../src/diagnosis/catalogue/file.ts'
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

/** Every file below catalogue/, in the order in which it is listed. Rejects with the file, line and column of the first mistake. */
export async function catalogueFiles(root: string): Promise<readonly Filed[]> {
  // Loaded where the catalogue has to be made again only.
  const { readCatalogueFile } = await import('../../src/diagnosis/catalogue/file.ts')
  const names = (await readdir(join(root, 'catalogue'))).sort(
    (a, b) => Number(b === FIRST) - Number(a === FIRST) || (a < b ? -1 : 1),
  )
  return Promise.all(
    names.map(async name => {
      const file = `catalogue/${name}`
      if (!name.endsWith('.yaml')) throw new Error(`${file}: a file of the catalogue ends in .yaml`)
      return readCatalogueFile(await readFile(join(root, file), 'utf8'), file)
    }),
  )
}

/** The text of the module that takes the place of shipped-data.ts: made when a file changed, else as it was kept in dist/. */
export async function catalogueModule(root: string): Promise<string> {
  const kept = join(root, 'dist', 'catalogue.mjs')
  const key = `// ${await contentKey(root, CATALOGUE_SOURCES)}\n`
  const before = await readFile(kept, 'utf8').catch(() => '')
  if (before.startsWith(key)) return before
  const { packed } = await import('../../src/diagnosis/catalogue/packed.ts')
  const { allRows } = await import('../../src/diagnosis/catalogue/rows.ts')
  const files = await catalogueFiles(root)
  const lines = packed(files.flatMap(({ entries }) => entries.map(({ entry }) => entry)))
  const rows = JSON.stringify(allRows(files.map(file => file.rows)))
  const text = `${key}export const lines = ${JSON.stringify(lines, undefined, 1)}\nexport const rows = JSON.parse(${JSON.stringify(rows)})\n`
  await mkdir(dirname(kept), { recursive: true })
  // Made aside and moved over: half of it is never seen.
  await writeFile(`${kept}.${process.pid}`, text)
  await rename(`${kept}.${process.pid}`, kept)
  return text
}

/**
 * Puts what catalogue/*.yaml have in the place of src/diagnosis/catalogue/shipped-data.ts. Compressed it takes a third of the
 * room, and some milliseconds more to be read.
 */
export function withCatalogue(root: string, isCompressed: boolean): Plugin {
  return {
    name: 'catalogue',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]diagnosis[\\/]catalogue[\\/]shipped-data\.ts$/ }, async () => ({
        contents: isCompressed ? compressed(await catalogueModule(root)) : await catalogueModule(root),
        loader: 'js',
      }))
    },
  }
}

/** The same module, what it exports as compressed JSON. */
function compressed(module: string): string {
  const [, lines, rows] = /^export const lines = (.*)\nexport const rows = JSON\.parse\((".*")\)$/ms.exec(module)!
  const data = JSON.stringify({ lines: JSON.parse(lines!), rows: JSON.parse(JSON.parse(rows!)) })
  return `import { brotliDecompressSync } from 'node:zlib'
const data = JSON.parse(brotliDecompressSync(Buffer.from(${JSON.stringify(brotliCompressSync(data).toString('base64'))}, 'base64')))
export const lines = data.lines
export const rows = data.rows`
}
