/**
 * `npm run screens`: has each integration show its screen of the practice cluster, and writes it into docs/integrations.md. Where Headlamp's plugin is
 * built (integrations/headlamp/README.md) and there is a browser, also docs/headlamp.png.
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import './build/made-catalogue.ts'
import { catalogueModule } from './build/catalogue.ts'
import { upToDate } from './build/up-to-date.ts'
import { findBrowser } from './test/browser.ts'

const root = resolve(import.meta.dirname, '..')
await catalogueModule(root)
const { program } = await upToDate(root, line => console.error(line))
const [{ screens }, { withScreens }, { headlampScreen }] = await Promise.all([
  import('./screens/screens.ts'),
  import('./screens/into-page.ts'),
  import('./screens/headlamp.ts'),
])
const page = resolve(root, 'docs/integrations.md')
await writeFile(page, withScreens(await readFile(page, 'utf8'), await screens(program)))
console.log(page)

const picture = resolve(root, 'docs/headlamp.png')
const browser = process.env.KUBECTL_FINALIZE_BROWSER ?? (await findBrowser())
if (browser !== undefined && existsSync(resolve(root, 'integrations/headlamp/dist/main.js'))) {
  await writeFile(picture, await headlampScreen(root, program, browser))
  console.log(picture)
} else console.log(`${picture} is left as it is: there is no browser, or no integrations/headlamp/dist`)
