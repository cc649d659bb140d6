import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readYaml, YamlFault } from '../../src/api/yaml-text.ts'
import { readCatalogueFile } from '../../src/diagnosis/catalogue/file.ts'
import { packed, unpacked } from '../../src/diagnosis/catalogue/packed.ts'

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
    removedBy: {verbs: [patch], source: acme/acme#6}
    onlyFor: owner
    keptBy: {field: spec.policy, value: Retain, ifRemoved: The bucket stays., source: acme/acme#11}
`

const ROWS = `apiVersion: kubectl-finalize/v1
kind: Catalogue
project: Acme (old)
outside:
- {finalizers: [acme.example/*], runs: server, where: Acme, look: its log, source: acme/acme#1}
waysOut:
- {finalizers: [acme.example/*], by: uninstall, commands: [acme uninstall], summary: it ends all, risk: high, source: acme/acme#2}
pausedBy:
- {of: acme.example, annotation: acme.example/paused, value: present, stopsDeletion: true, source: acme/acme#3}
confirmedBy:
- {finalizer: acme.example/x, entries: status.made, flag: ask, annotation: acme.example/go, source: acme/acme#4}
inUse:
- finalizer: acme.example/x
  on: shelves.acme.example
  users:
  - {by: user, resource: books.acme.example, field: spec.shelf, in: same, only: {field: status.phase, values: [Read, null]}}
  loss: books lie on the floor
  source: acme/acme#5
drains:
- {finalizer: acme.example/x, on: machines.acme.example, node: status.node, source: acme/acme#6}
inventories:
- on: apps.acme.example
  finalizer: acme.example/
  path: status.made
  entry: fields
  waits: true
  deletes: [{field: spec.keep, is: [false, null]}]
  source: acme/acme#7
refersBy:
- {finalizer: acme.example/x, field: spec.site, resource: secrets, name: "*-key", source: acme/acme#8}
uidFields:
- {on: bookshelves.acme.example, field: spec.ownerRef.uid, resource: libraries.acme.example, source: acme/acme#9}
`

test('needs no controller where it tells of a whole project: each kind of row is read', () => {
  const { entries, rows } = readCatalogueFile(ROWS, 'acme.yaml')
  assert.equal(entries, [])
  assert.equal(
    Object.entries(rows)
      .map(([kind, of]) => [kind, of.length])
      .toSorted(),
    'confirmedBy drains inUse inventories outside pausedBy refersBy uidFields waysOut'
      .split(' ')
      .map(kind => [kind, 1]),
  )
  assert.equal(rows.outside[0]!.commands, [])
  assert.is(rows.waysOut[0]!.project, 'Acme')
  assert.equal(rows.pausedBy[0]!.place, { annotation: 'acme.example/paused', value: 'present' })
})

/** The same for these: what is changed, and what the first line of the error says. */
const wrongRows: readonly (readonly [from: string, to: string, message: string])[] = [
  ['in: same, ', '', '16:5: in is missing'],
  ['runs: server', 'runs: cloud', '5:34: runs is "cloud": it must be one of server, elsewhere, either'],
  ['name: "*-key"', 'name: "key"', '30:68: name is "key": it must be a name with * where'],
  ['  loss: books lie on the floor\n', '', '13:3: loss is missing'],
  ['entry: fields', 'entry: json', '25:3: entry is "json": it must be one of fields, id'],
]

for (const [from, to, message] of wrongRows) {
  test(`with a mistake in a row is an error with its line and column: ${message}`, () => {
    assert.ok(ROWS.includes(from))
    assert.throws(
      () => readCatalogueFile(ROWS.replace(from, to), 'acme.yaml'),
      (error: unknown) => {
        if (!(error instanceof YamlFault)) throw error
        assert.match(error.message, message)
        assert.match(error.message, /^acme\.yaml:\d+:\d+: /)
        return true
      },
    )
  })
}

const entryOf = (text: string) => readCatalogueFile(text, 'acme.yaml').entries[0]!.entry

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
  assert.equal(unpacked(packed([entry]))[0]!.entry(), entry)
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
  ['risk: high', 'risk: huge', '19:5: risk is "huge": it must be one of low, medium, high'],
  ['    cleans:', '    clean:', '16:5: unknown field "clean" (known: name,'],
  ['    ifRemoved: The bucket stays.\n', '', '14:5: ifRemoved is missing'],
  ['[acme.example/Bucket]', '[Bucket]', '15:13: kinds is "Bucket": it must be group/Kind'],
  ['kind: Catalogue', 'kind: Catalog', '2:1: kind is "Catalog": it must be "Catalogue"'],
  ['name: acme-operator', 'name: 5', '5:3: name must be a string; put it in quotes'],
  ['project: Acme', 'project: Acme\nproject: Acme', '4:1: this is not valid YAML: Map keys must be unique'],
  ['value: "true", ', '', '28:7: value is required together with annotation'],
  [
    'annotation: acme',
    'label: x, annotation: acme',
    '28:7: pausedBy must have exactly one of annotation, label, field',
  ],
  [
    '{field: deletionPolicy, value: Retain}',
    '&a {field: x, value: *a}',
    'aliases are not supported: write the value itself',
  ],
  ['name: acme.example/bucket', 'name: "*.acme.example/bucket"', '14:5: a name with "*" before its end needs'],
  [
    '    kinds: [acme',
    '    expression: "^a("\n    kinds: [acme',
    'expression is "^a(", which is not a regular expression',
  ],
  ['status.bucketName', '.status', '23:11: ids is ".status": it must be'],
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
  assert.throws(() => readYaml(laughs.join('\n'), '', 'annotation'), /^2:\d+: aliases are not supported/)
  assert.throws(() => readYaml('['.repeat(20_000), '', 'annotation'))
})

test.run()
