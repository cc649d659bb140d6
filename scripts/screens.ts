/** `npm run screens`: has each integration show its screen of the practice cluster, and writes it into docs/integrations.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import './build/made-catalogue.ts'
import { catalogueModule } from './build/catalogue.ts'
import { upToDate } from './build/up-to-date.ts'

const root = resolve(import.meta.dirname, '..')
await catalogueModule(root)
const { program } = await upToDate(root, line => console.error(line))
const [{ screens }, { withScreens }] = await Promise.all([
  import('./screens/screens.ts'),
  import('./screens/into-page.ts'),
])
const page = resolve(root, 'docs/integrations.md')
await writeFile(page, withScreens(await readFile(page, 'utf8'), await screens(program)))
console.log(page)
