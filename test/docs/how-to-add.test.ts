import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/commands/index.ts'
import { policies } from '../../src/diagnosis/policy.ts'

const test = suite('how to add, in CONTRIBUTING.md')

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesIn = (path: string): readonly string[] =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))

/** What an entry tells to touch, up to the next one. */
function entry(title: string): string {
  const [, text = ''] = read('CONTRIBUTING.md').split(`\n### ${title}\n`)
  return text.split(/\n##/)[0]!
}

const names = (text: string, path: string): boolean => text.includes(`\`${path}\``)

test('a root cause: every code stands in all places that are named, and something says it', () => {
  const text = entry('A root cause')
  for (const path of ['src/diagnosis/explanation.ts', 'src/diagnosis/policy.ts']) assert.ok(names(text, path), path)
  const said = filesIn('src/diagnosis').map(path => read(`src/diagnosis/${path}`))
  const documents = ['docs/causes.md', 'docs/contract.md', 'docs/schema/kubectl-finalize-v1.json']
  for (const document of documents) assert.ok(names(text, document), document)
  for (const code of Object.keys(policies)) {
    assert.ok(
      said.some(source =>
        [`'${code}'`, `'${code}/`, `\`${code}/`].some(
          key => source.includes(`key: ${key}`) || source.includes(`code: ${key}`),
        ),
      ),
      code,
    )
    for (const document of documents) assert.ok(read(document).includes(code), `${code} in ${document}`)
  }
})

test('a root cause: each rule and each obstacle is a file of its folder, and in the list that is named', () => {
  const rows = 'src/diagnosis/decide/rows'
  for (const list of ['src/diagnosis/rules/index.ts', rows]) assert.ok(names(entry('A root cause'), list), list)
  const lists = ['src/diagnosis/rules/index.ts', ...filesIn(rows).map(file => `${rows}/${file}`)]
  const listed = lists.flatMap(list =>
    [...read(list).matchAll(/from '\.(?:\/|\.\/\.\.\/(?:obstacles|drains)\/)([\w-]+\.ts)'/g)].map(([, file]) => file),
  )
  const folders = ['src/diagnosis/rules', 'src/diagnosis/obstacles']
  const rules = folders
    .flatMap(folder => filesIn(folder).map(file => ({ folder, file })))
    .filter(({ folder, file }) => {
      const name = file.replace('.ts', '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      return new RegExp(`^export function ${name}\\((held|found): [^{]*Blocker`, 'm').test(read(`${folder}/${file}`))
    })
  assert.ok(rules.length > 30)
  const unlisted = rules
    .map(({ file }) => file)
    .filter(file => !listed.includes(file) && !lists.some(list => list.endsWith(`/${file}`)))
  assert.equal(unlisted, [])
})

test('a flag: those of all commands, of several and of one are in the files that are named', () => {
  const text = entry('A flag')
  const shared = [
    'scope-flags',
    'target-flags',
    'from-flag',
    'contexts-flag',
    'picture-flags',
    'write-flags',
    'global-flags',
  ].map(name => `src/commandline/${name}.ts`)
  for (const path of shared) assert.ok(names(text, path), path)
  const own = commands.flatMap(({ name }) => [`src/commands/${name}.ts`, `src/commands/${name}/options.ts`])
  const specs = ['src/commands', 'src/commandline']
    .flatMap(folder => filesIn(folder).map(path => `${folder}/${path}`))
    .filter(path => /^ {2,}describe:/m.test(read(path)) && !path.endsWith('/flag-spec.ts'))
  assert.ok(specs.length > 10)
  assert.equal(
    specs.filter(path => !shared.includes(path) && !own.includes(path)),
    [],
  )
})

test('a command: each is a file of its name, and stands in the documents that are named', () => {
  const text = entry('A command')
  const documents = ['README.md', 'docs/commands.md', 'docs/contract.md']
  for (const path of [...documents, 'src/commands/index.ts']) assert.ok(names(text, path), path)
  for (const { name } of commands) {
    assert.ok(existsSync(join(root, `src/commands/${name}.ts`)), name)
    for (const document of documents)
      assert.match(read(document), new RegExp(`\\b${name}\\b`), `${name} in ${document}`)
  }
})

test('a command: each that takes the flags of those that write ends by the end of a run', () => {
  const text = entry('A command')
  for (const path of ['src/commandline/write-flags.ts', 'src/commandline/finish.ts']) assert.ok(names(text, path), path)
  const writing = commands.filter(({ flags }) => flags !== undefined && 'override' in flags)
  assert.ok(writing.length >= 4)
  for (const { name } of writing) assert.match(read(`src/commands/${name}.ts`), /commandline\/finish\.ts/, name)
})

test('a finalizer: nothing but its folder names a file of the catalogue', () => {
  const files = readdirSync(join(root, 'catalogue'))
  assert.ok(files.length > 50)
  const sources = ['src', 'scripts', 'test'].flatMap(folder => filesIn(folder).map(path => [folder, path] as const))
  const text = sources.map(([folder, path]) => read(`${folder}/${path}`)).join('\n')
  assert.equal(
    files.filter(file => text.includes(`catalogue/${file}`)),
    [],
  )
})

test.run()
