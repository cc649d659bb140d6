import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { FINALIZERS_ANNOTATION } from '../../src/api/annotated-finalizers.ts'
import { readYaml } from '../../src/api/yaml-text.ts'
import { readCatalogueFile } from '../../src/diagnosis/catalogue/file.ts'

const test = suite('docs/catalogue.md and docs/for-operators.md')

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')
const blocks = (path: string): readonly string[] =>
  [...read(path).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text]) => text!)
const schema = JSON.parse(read('docs/schema/catalogue-v1.json'))
const { $defs } = schema

/** First cells of the rows below a title, each a list of names in code. */
function fieldsOf(path: string, header: string): readonly string[] {
  const [, table = ''] = new RegExp(`^\\| ${header}.*\\n\\|---.*\\n((?:\\|.*\\n)+)`, 'm').exec(read(path)) ?? []
  return table
    .split('\n')
    .flatMap(row => [...(row.split(/ (?<!\\)\| /)[0] ?? '').matchAll(/(?:^\| |, )`(\w+)`/g)].map(([, name]) => name!))
}

test('have examples that the program reads', () => {
  const [own] = blocks('docs/catalogue.md')
  const [filed] = readCatalogueFile(own!, 'acme.yaml').entries
  assert.is(filed?.entry.finalizer, 'storage.acme.example/bucket')
  const [definition] = blocks('docs/for-operators.md').map(text => parse(text))
  readYaml(definition.metadata.annotations[FINALIZERS_ANNOTATION], '', 'annotation')
})

test('CONTRIBUTING.md adds a finalizer as it would be read', () => {
  const item = blocks('CONTRIBUTING.md').find(text => text.includes('verified:'))!
  const file = `apiVersion: kubectl-finalize/v1\nkind: Catalogue\nproject: P\ncontrollers:\n- name: c\n  finalizers:\n${item}`
  assert.is(readCatalogueFile(file, 'p.yaml').entries.length, 1)
})

test('tell of every field of the schema, and of no other', () => {
  const fields = (path: string, header: string) => fieldsOf(path, header).toSorted()
  const known = (of: { properties: object }, ...without: readonly string[]) =>
    Object.keys(of.properties)
      .filter(name => !without.includes(name))
      .toSorted()
  // A table of its own tells of a controller's fields; expression and examples stand beside the name.
  const ofFinalizer = fields('docs/catalogue.md', 'field of a finalizer')
  assert.equal(ofFinalizer, known($defs.finalizer, 'expression', 'examples'))
  assert.equal(fields('docs/catalogue.md', 'field of a controller'), known($defs.controller, 'finalizers'))
  assert.equal(fields('docs/for-operators.md', 'field'), known($defs.annotation.items))
  const ofFile = fields('docs/catalogue.md', 'section of a file')
  assert.equal(ofFile, known(schema, 'apiVersion', 'kind', 'project', 'controllers'))
})

test.run()
