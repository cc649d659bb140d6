import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('CONTRIBUTING.md')

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

/** Folders, and files of src, that the map names: each by its path, which its indentation tells. */
function mapped(): readonly string[] {
  const [, map = ''] = /^```\n(\.github\/[\s\S]*?)^```/m.exec(page)!
  const above: string[] = []
  return map
    .trimEnd()
    .split('\n')
    .map(line => {
      const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line)!
      above.length = indent.length / 2
      above.push(name)
      return above.join('')
    })
}

const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => `${path}${entry.name}/`)

/** Two levels of src; the sandbox has a map of its own. */
const foldersOfSource = foldersIn('src/').flatMap(folder => [
  folder,
  ...(folder === 'src/sandbox/' ? [] : foldersIn(folder)),
])

test('has a map that names every folder of src, and nothing that is not there', () => {
  const named = mapped()
  assert.equal(
    named.filter(path => !existsSync(join(root, path))),
    [],
  )
  assert.equal(
    foldersOfSource.filter(folder => !named.includes(folder)),
    [],
  )
})

test('has for the sandbox a map in its own folder, which names every folder of it', () => {
  const rooms = readFileSync(join(root, 'src/sandbox/README.md'), 'utf8')
  for (const folder of foldersIn('src/sandbox/'))
    assert.ok(rooms.includes(`\`${folder.slice('src/sandbox/'.length)}\``), folder)
})

test('names no file that is not there', () => {
  const files = ['src', 'test', 'docs', 'scripts', 'plugin', '.github'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => `/${folder}/${path}`),
  )
  files.push(...readdirSync(root).map(name => `/${name}`))
  // What stands for any name, a pattern or something that is made is none.
  const named = [...page.matchAll(/`([\w./-]+\.(?:ts|mjs|md|json|ya?ml)|(?:src|test|docs)\/[\w./-]+)`/g)]
    .map(([, path]) => path!)
    .filter(path => !path.includes('NAME') && path !== 'plugins/finalize.yaml')
  assert.ok(named.length > 30)
  assert.equal(
    named.filter(path => !files.some(file => file.endsWith(`/${path}`))),
    [],
  )
})

test('says how long the files of src are: the median, to the next ten lines', () => {
  const lines = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => readFileSync(join(root, 'src', path), 'utf8').split('\n').length - 1)
    .toSorted((a, b) => a - b)
  const [, said] = /median about (\d+) lines/.exec(page)!
  assert.is(Number(said), Math.round(lines[Math.floor(lines.length / 2)]! / 10) * 10)
})

test.run()
