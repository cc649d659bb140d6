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
  assert.match(archive.warnings.join(), /a\.patch: changes/)
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
  assert.is((await open(join(folder.path, 'a'))).takenAt.toISOString(), '2026-01-15T11:00:00.000Z')
  folder.write('a/timestamp', '2026-01-15 11:58:00.1 +0000 UTC m=+0.1\n2026-01-15 13:00:00.1 +0100 CET m=+120.1\n')
  assert.is((await open(join(folder.path, 'a'))).takenAt.toISOString(), '2026-01-15T12:00:00.000Z')
})

test.run()
