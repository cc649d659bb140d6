import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('sections that comments cite')

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The numbers of the titles of a document: `## 1. …`, `### 1.2 …`. */
const sections = (path: string) =>
  new Set([...read(path).matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number!))

const documents: Readonly<Record<string, ReadonlySet<string>>> = {
  'kubernetes-deletion.md': sections('docs/reference/kubernetes-deletion.md'),
  'contract.md': sections('docs/contract.md'),
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map(path => join('src', path))

test('are in the document that is named', () => {
  const cited = sources.flatMap(path =>
    [...read(path).matchAll(/(kubernetes-deletion\.md|contract\.md),? (\d[\d.]*(?:(?:, | to )\d[\d.]*)*)/g)].flatMap(
      ([, document, numbers]) =>
        numbers!.split(/, | to /).map(number => ({ path, document: document!, number: number.replace(/\.$/, '') })),
    ),
  )
  assert.ok(cited.length > 80)
  assert.equal(
    cited.filter(({ document, number }) => !documents[document]!.has(number)),
    [],
  )
})

test('have the name of their document beside them', () => {
  const nameless = sources.filter(path => /\breference \d|\bcontract section\b/.test(read(path)))
  assert.equal(nameless, [])
})

test.run()
