/** `npm run tour`: runs the tour of README.md, and writes what it showed there and into docs/tour.svg. */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { tourFiles } from './tour/files.ts'

const root = resolve(import.meta.dirname, '..')
for (const [path, text] of await tourFiles(await readFile(resolve(root, 'README.md'), 'utf8'))) {
  await writeFile(resolve(root, path), text)
  console.log(path)
}
