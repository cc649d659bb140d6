import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tourFiles } from '../../scripts/tour/files.ts'
import { commands } from '../../src/commands/index.ts'

const test = suite('README.md')

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const page = read('README.md')

const rows = [...page.matchAll(/^\| (.+?) \| .+ \|$/gm)].map(([, first]) => first!)

test('shows what the commands of its tour show today, and so does its picture: else npm run tour', async () => {
  for (const [path, text] of await tourFiles(page)) assert.is(read(path), text, path)
})

test('has a row for every command', () => {
  for (const { name } of commands)
    assert.ok(
      rows.some(first => first.startsWith(`\`kubectl finalize ${name}`)),
      name,
    )
})

test('says within its first screen how a namespace is ended', () => {
  const screen = page.split('\n').slice(0, 40).join('\n')
  for (const words of ['docs/tour.svg', '## Install', '## How do I get this namespace gone?'])
    assert.ok(screen.includes(words), words)
  for (const command of ['explain namespace/NAME', 'namespace NAME --dry-run=server', 'namespace NAME  '])
    assert.ok(screen.includes(`kubectl finalize ${command}`), command)
})

test.run()
