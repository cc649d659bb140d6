/** `npm run tour`: runs the tour of README.md, and writes its output into README.md and docs/tour.svg. */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { catalogueModule } from './build/catalogue.ts'
import './build/made-catalogue.ts'
import { tourFiles } from './tour/files.ts'

const root = resolve(import.meta.dirname, '..')
await catalogueModule(root)
for (const [path, text] of await tourFiles(await readFile(resolve(root, 'README.md'), 'utf8'))) {
  await writeFile(resolve(root, path), text)
  console.log(path)
}
