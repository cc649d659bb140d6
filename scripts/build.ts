/** `npm run build`: dist/kubectl-finalize and dist/kubectl-finalize.mjs, built when something changed. */
import { resolve } from 'node:path'
import { upToDate } from './build/up-to-date.ts'

const root = resolve(import.meta.dirname, '..')
try {
  const { program, bundle } = await upToDate(root, line => console.error(line))
  console.log(`${program}\n${bundle}`)
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
