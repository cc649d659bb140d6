import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openArchive } from '../../../src/cluster/archive/open-archive.ts'
import { playback } from '../../../src/cluster/archive/playback.ts'
import { discover } from '../../../src/cluster/discovery/discovery.ts'
import { builtinTypes } from '../../../src/sandbox/types/builtin.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const test = suite('a dump of others')

const NOW = new Date('2026-02-01T00:00:00Z')
const open = (path: string) => openArchive(path, builtinTypes, NOW)

const widget = (name: string, annotations = {}) =>
  JSON.stringify({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name, namespace: 'shop', uid: `uid-${name}`, creationTimestamp: '2026-01-15T11:00:00Z', annotations },
  })

const discoveryOf = (name: string, version: string, resource: string, kind: string, more = {}) => {
  const responseKind = { group: name, version, kind }
  const resources = [{ resource, responseKind, scope: 'Namespaced', verbs: ['get', 'list', 'delete', 'watch'] }]
  return JSON.stringify({
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [{ metadata: name === '' ? {} : { name }, versions: [{ version, resources, ...more }] }],
  })
}

test('by crust-gather has the types that discovery told, its time and version, and not what was deleted meanwhile', async () => {
  using folder = temporaryFolder()
  folder.write('api.json', discoveryOf('', 'v1', 'pods', 'Pod'))
  folder.write('apis.json', discoveryOf('example.com', 'v1', 'widgetz', 'Widget'))
  folder.write('version.yaml', 'major: "1"\ngitVersion: v1.36.3\n')
  folder.write('collected.timestamp', '"2026-01-15 12:00:00.123456 UTC"')
  folder.write('namespaces/shop/example.com-v1/widget/a.yaml', widget('a'))
  folder.write('namespaces/shop/example.com-v1/widget/b.json', widget('b', { 'crust-gather.io/deleted': 'x' }))
  folder.write('namespaces/shop/example.com-v1/widget/a.patch', '[]')
  const archive = await open(folder.path)
  assert.is(archive.takenAt.toISOString(), '2026-01-15T12:00:00.000Z')
  const known = archive.objects.of('widgetz.example.com', undefined)
  assert.equal(
    known.map(({ name }) => name),
    ['a'],
  )
  assert.match(archive.warnings.join(), /a\.patch: it does not show changes/)
  const discovery = await discover(playback(archive))
  assert.equal(discovery.types.map(({ plural }) => plural).sort(), ['pods', 'widgetz'])
  assert.equal(discovery.unreadable, [])
})

test('of which discovery had gaps, or half of it is there, has unknown types beside', async () => {
  for (const files of [
    { 'apis.json': discoveryOf('example.com', 'v1', 'widgets', 'Widget') },
    {
      'api.json': discoveryOf('', 'v1', 'pods', 'Pod'),
      'apis.json': discoveryOf('example.com', 'v1', 'widgets', 'Widget', { freshness: 'Stale' }),
    },
  ]) {
    using folder = temporaryFolder()
    for (const [name, text] of Object.entries(files)) folder.write(name, text!)
    folder.write('namespaces/shop/example.com-v1/widget/a.yaml', widget('a'))
    const discovery = await discover(playback(await open(folder.path)))
    assert.not.equal(discovery.unreadable, [])
  }
})

test('by must-gather is of the time at which it ended, and by what does not say it of the latest time in it', async () => {
  using folder = temporaryFolder()
  folder.write('a/widget.yaml', widget('a'))
  const untold = await open(join(folder.path, 'a'))
  assert.is(untold.takenAt.toISOString(), '2026-01-15T11:00:00.000Z')
  assert.ok(untold.isUndated)
  folder.write('a/timestamp', '2026-01-15 11:58:00.1 +0000 UTC m=+0.1\n2026-01-15 13:00:00.1 +0100 CET m=+120.1\n')
  const told = await open(join(folder.path, 'a'))
  assert.is(told.takenAt.toISOString(), '2026-01-15T12:00:00.000Z')
  assert.not(told.isUndated)
})

/** Beyond the length from which on a list is read item by item. */
const MANY = 30_000
const names = (archive: Awaited<ReturnType<typeof open>>) => archive.objects.of('widgets.example.com', undefined)

test('with a list that is far too long to be read at once has all of its items, wherever the list says its kind, and what came before it was cut off', async () => {
  using folder = temporaryFolder()
  const odd = { text: 'a "quoted" \\ and [brackets] {in it}, "items": [' }
  const items = Array.from({ length: MANY }, (_, at) => ({
    ...(JSON.parse(widget(`w${at}`, odd)) as object),
    apiVersion: undefined,
    kind: undefined,
  }))
  const list = { apiVersion: 'example.com/v1', items, kind: 'WidgetList', metadata: { items: [] } }
  for (const text of [JSON.stringify(list), JSON.stringify(list, null, 4)])
    assert.is(names(await open(folder.write('all.json', text))).length, MANY)
  const whole = items.map(each => ({ ...each, apiVersion: 'example.com/v1', kind: 'Widget' }))
  const cut = await open(
    folder.write('cut.json', JSON.stringify({ apiVersion: 'v1', items: whole, kind: 'List' }).slice(0, -400)),
  )
  assert.ok(names(cut).length > MANY - 5 && names(cut).length < MANY)
  assert.match(cut.warnings.join(), /truncated in the middle/)
})

test('of YAML with items that are indented, or not, is read item by item: one that is damaged costs no other', async () => {
  for (const indent of ['', '  ', '    ']) {
    using folder = temporaryFolder()
    const item = (name: string) =>
      ['- apiVersion: example.com/v1', '  kind: Widget', '  metadata:', `    name: ${name}`, '    namespace: shop']
        .concat('    uid: x', '    finalizers:', '    - example.com/hold', '  spec: |', '      - no: item')
        .map(line => `${indent}${line}\n`)
        .join('')
    const damaged = `${indent}- apiVersion: "no end\n`
    const text = `apiVersion: v1\nitems:\n${item('a')}${damaged}${item('b')}kind: List\n`
    const archive = await open(folder.write('all.yaml', text))
    assert.equal(
      names(archive).map(({ name }) => name),
      ['a', 'b'],
    )
    assert.match(archive.warnings.join(), /a part of it is not valid YAML/)
  }
})

test('as cluster-info prints it has its documents, however long, and nothing of the logs between', async () => {
  using folder = temporaryFolder()
  const items = Array.from({ length: MANY }, (_, at) => JSON.parse(widget(`w${at}`)) as object)
  const document = (value: object) => `${JSON.stringify(value, null, 4)}\n`
  const logs = `==== START logs for container main of pod shop/db-0 ====\n{\n${widget('logged')}\n}\n==== END logs for container main of pod shop/db-0 ====\n`
  const list = { kind: 'WidgetList', apiVersion: 'example.com/v1', metadata: {}, items }
  const node = { kind: 'NodeList', apiVersion: 'v1', metadata: {}, items: [] }
  const dump = await open(folder.write('info.txt', `${document(node)}${document(list)}${logs}${document(node)}`))
  assert.is(names(dump).length, MANY)
  assert.equal(dump.warnings, [])
})

test.run()
