import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('links between documents')

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const inFolder = (folder: string, recursive: boolean) =>
  readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name))
const documents = [...inFolder('.', false), ...inFolder('docs', true)]

/** A title as its anchor: GitHub drops what is neither letter, digit, blank, `-` nor `_`. */
const anchor = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchors = (path: string) => [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchor(title!))

/** Links outside of code, without those to other sites. */
const links = (path: string) =>
  [...read(path).matchAll(/^```[\s\S]*?^```|\]\(([^)\s]+)\)/gm)]
    .map(([, target]) => target)
    .filter(target => target !== undefined && !/^https?:/.test(target))

test('lead to a file, and to a title that it has', () => {
  const broken = documents.flatMap(document =>
    links(document)
      .filter(target => {
        const [path = '', title] = target!.split('#')
        const file = path === '' ? document : join(dirname(document), path)
        if (!existsSync(join(root, file))) return true
        return title !== undefined && !anchors(file).includes(title)
      })
      .map(target => `${document}: ${target}`),
  )
  assert.equal(broken, [])
})

test('make every document one that can be reached from README.md', () => {
  const reached = new Set<string>()
  const visit = (document: string) => {
    if (reached.has(document)) return
    reached.add(document)
    for (const target of links(document)) {
      const file = join(dirname(document), target!.split('#')[0]!)
      if (documents.includes(file)) visit(file)
    }
  }
  visit('README.md')
  assert.equal(
    documents.filter(document => !reached.has(document)),
    [],
  )
})

test.run()
