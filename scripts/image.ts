/**
 * `npm run image`: the image of deploy/Dockerfile as an OCI layout in dist/image, without a daemon; prints its digest. The same sources and base give the same digest.
 * `-- --base REFERENCE` takes another base, `-- --push REFERENCE` sends it to a registry, with the credentials that `docker login` left, and prints where it is.
 */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { answer } from '../test/built-by-go.ts'
import { scriptArguments } from './arguments.ts'
import { upToDate } from './build/up-to-date.ts'
import { imageProgram } from './release/image.ts'

const root = resolve(import.meta.dirname, '..')
process.chdir(root)
try {
  const { values } = scriptArguments({ options: { base: { type: 'string', default: '' }, push: { type: 'string' } } })
  await upToDate(root, line => console.error(line))
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  const program = await imageProgram()
  const folder = join(root, 'dist/image')
  console.log((await answer(program, ['build', 'deploy/Dockerfile', values.base, version, revision, folder])).trim())
  if (values.push !== undefined) console.log((await answer(program, ['push', folder, values.push])).trim())
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
