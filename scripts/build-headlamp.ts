/** `npm run build:headlamp`: the diagnosis, as integrations/headlamp imports it. */
import { resolve } from 'node:path'
import { bundleForBrowser } from './build/browser-bundle.ts'

const root = resolve(import.meta.dirname, '..')
const output = resolve(root, 'integrations/headlamp/src/diagnosis.js')
try {
  await bundleForBrowser(root, output)
  console.log(output)
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
