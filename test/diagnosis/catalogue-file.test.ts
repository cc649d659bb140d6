import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readYaml, YamlFault } from '../../src/api/yaml-text.ts'
import { readCatalogueFile } from '../../src/diagnosis/catalogue/file.ts'
import { listedIn, recordsOf } from '../../src/diagnosis/catalogue/record.ts'

const test = suite('a file of the catalogue')

const WHOLE = `apiVersion: kubectl-finalize/v1
kind: Catalogue
project: Acme
controllers:
- name: acme-operator
  namespaces: [acme-system]
  selector: app=acme
  outside:
    runs: elsewhere
    where: the control plane of Acme
    look: its dashboard
    source: acme/acme:docs/where.md
  finalizers:
  - name: acme.example/bucket
    kinds: [acme.example/Bucket]
    cleans: Deletes the bucket.
    goneWhen: It is deleted
    ifRemoved: The bucket stays.
    risk: high
    checkFirst: The dashboard.
    source: acme/acme:pkg/bucket.go
    verified: behaviour
    ids: [status.bucketName]
    renamedTo: {name: acme.example/cleanup, since: v2.0, source: acme/acme#7}
    refersBy:
    - {field: spec.account, resource: accounts.acme.example, source: acme/acme#8}
    pausedBy:
    - {annotation: acme.example/paused, value: "true", stopsDeletion: true, source: acme/acme#9}
    waysOut:
    - by: release
      set: {field: deletionPolicy, value: Retain}
      summary: the bucket stays
      risk: low
      source: acme/acme#10
`

const entryOf = (text: string) => readCatalogueFile(text, 'acme.yaml')[0]!.entry

test('has all that an entry can have, and the shipped form loses none of it', () => {
  const entry = entryOf(WHOLE)
  assert.equal(entry.pausedBy, [
    {
      place: { annotation: 'acme.example/paused', value: 'true' },
      stopsDeletion: true,
      source: 'acme/acme#9',
    },
  ])
  assert.equal(entry.waysOut, [
    {
      by: 'release',
      set: { field: 'deletionPolicy', value: 'Retain' },
      summary: 'the bucket stays',
      risk: 'low',
      source: 'acme/acme#10',
      project: 'Acme',
    },
  ])
  assert.equal(listedIn(recordsOf([entry]))[0]!.entry(), entry)
})

test('needs little: what is left out is empty, and the source is the place of the entry', () => {
  const { goneWhen, checkFirst, source, verified, controller } = entryOf(`apiVersion: kubectl-finalize/v1
kind: Catalogue
project: Acme
controllers:
- name: acme-operator
  finalizers:
  - {name: a.example/b, kinds: ["*"], cleans: It., ifRemoved: It stays., risk: low}
`)
  assert.equal([goneWhen, checkFirst, source, verified], ['', '', 'acme.yaml:7:5', 'none'])
  assert.equal(controller, { name: 'acme-operator', namespaces: [], selectorHint: '' })
})

/** What is changed in the whole file, and what the first line of the error says. */
const mistakes: readonly (readonly [from: string, to: string, message: string])[] = [
  ['risk: high', 'risk: huge', '19:5: risk is "huge": it takes low, medium, high'],
  ['    cleans:', '    clean:', '16:5: unknown field "clean" (known: name,'],
  ['    ifRemoved: The bucket stays.\n', '', '14:5: ifRemoved is missing'],
  ['[acme.example/Bucket]', '[Bucket]', '15:13: kinds is "Bucket": it takes group/Kind'],
  ['kind: Catalogue', 'kind: Catalog', '2:1: kind is "Catalog": it takes "Catalogue"'],
  ['name: acme-operator', 'name: 5', '5:3: name takes a text; put it in quotes'],
  ['project: Acme', 'project: Acme\nproject: Acme', '4:1: this is not valid YAML: Map keys must be unique'],
  ['value: "true", ', '', '28:7: value is missing beside annotation'],
  ['annotation: acme', 'label: x, annotation: acme', '28:7: pausedBy takes exactly one of annotation, label, field'],
  ['{field: deletionPolicy, value: Retain}', '&a {field: x, value: *a}', 'write out what the alias stands for'],
  ['name: acme.example/bucket', 'name: "*.acme.example/bucket"', '14:5: a name with "*" before its end needs'],
  [
    '    kinds: [acme',
    '    expression: "^a("\n    kinds: [acme',
    'expression is "^a(", which is not a regular expression',
  ],
  ['status.bucketName', '.status', '23:11: ids is ".status": it takes'],
]

for (const [from, to, message] of mistakes) {
  test(`with a mistake is an error with its line and column: ${message}`, () => {
    assert.ok(WHOLE.includes(from))
    try {
      entryOf(WHOLE.replace(from, to))
      assert.unreachable()
    } catch (error) {
      if (!(error instanceof YamlFault)) throw error
      assert.match(error.message, message)
      assert.match(error.message, /^acme\.yaml:\d+:\d+: /)
      assert.not.match(error.message, '\n')
    }
  })
}

test('is no other document, and not empty', () => {
  for (const text of ['', 'hello', '- a', '{}', '---\n---\n'])
    assert.throws(
      () => entryOf(text),
      (error: unknown) => error instanceof YamlFault,
    )
})

test('is as large as its text: aliases that would blow it up are an error', () => {
  const laughs = [
    'a: &a [x, x]',
    ...[...'bcdefghij'].map((name, at) => `${name}: &${name} [*${'abcdefghij'[at]}, *${'abcdefghij'[at]}]`),
  ]
  assert.throws(() => readYaml(laughs.join('\n'), '', 'annotation'), /^2:\d+: write out/)
  assert.throws(() => readYaml('['.repeat(20_000), '', 'annotation'))
})

test.run()
