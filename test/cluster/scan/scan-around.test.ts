import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ResourceType } from '../../../src/api/resource-type.ts'
import type { ScanProgress } from '../../../src/cluster/scan/scan.ts'
import { scanAround } from '../../../src/cluster/scan/scan-around.ts'
import { type ScriptedAnswer, scriptedTransport, statusBody } from '../scripted-transport.ts'

const test = suite('scan around types that are kept whole')

function type(plural: string): ResourceType {
  const names = { plural, kind: plural, singular: plural, shortNames: [], categories: [] }
  return { group: '', version: 'v1', ...names, namespaced: false, verbs: ['list'] }
}

function page(...items: readonly { uid: string; owner?: string; kind?: string; gone?: boolean }[]): ScriptedAnswer {
  return {
    body: {
      kind: 'PartialObjectMetadataList',
      metadata: { resourceVersion: '9' },
      items: items.map(({ uid, owner, kind = 'maps', gone }) => ({
        metadata: {
          name: uid,
          uid,
          ...(gone && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
          ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind, name: 'x', uid: owner }] }),
        },
      })),
    },
  }
}

const types = ['maps', 'lots', 'webs'].map(type)
const pages: Record<string, ScriptedAnswer> = {
  '/api/v1/lots': page({ uid: 'lot-1' }, { uid: 'lot-2', gone: true }),
  '/api/v1/maps': page(
    { uid: 'map-1', owner: 'lot-1', kind: 'lots' },
    { uid: 'map-2', owner: 'map-1' },
    { uid: 'map-3' },
  ),
  '/api/v1/webs': page(
    { uid: 'web-1', owner: 'named' },
    { uid: 'web-3', owner: 'elsewhere', kind: 'lots' },
    { uid: 'web-2', gone: true },
  ),
}

test('everything of such a type is kept, and everything that an object of it owns', async () => {
  const transport = scriptedTransport(({ path }) => pages[path]!)
  const wanted = { owners: new Set(['named']) }
  const { findings, objectsRead, typesRead } = await scanAround(
    transport,
    { types, pageSize: 2, wanted },
    new Set(['lots']),
  )
  assert.equal(findings.map(({ meta }) => meta.uid).toSorted(), ['lot-1', 'lot-2', 'map-1', 'web-1', 'web-2'])
  assert.equal([objectsRead, typesRead], [8, 3])
  assert.equal(transport.requests.map(({ path }) => path).toSorted(), Object.keys(pages))
})

test('which other owners are named is told, of a namesake of the kind too, and of an object by another kind', async () => {
  const transport = scriptedTransport(({ path }) =>
    path.endsWith('webs')
      ? page({ uid: 'web-1', owner: 'lot-1', kind: 'Lots' }, { uid: 'web-2', owner: 'elsewhere', kind: 'lots' })
      : pages[path]!,
  )
  const ownersSeen = new Set<string>()
  const { findings } = await scanAround(transport, { types, pageSize: 2, wanted: { ownersSeen } }, new Set(['lots']))
  assert.equal([...ownersSeen].toSorted(), ['elsewhere', 'lot-1', 'map-1'])
  assert.equal(findings.map(({ meta }) => meta.uid).toSorted(), ['lot-1', 'lot-2', 'map-1'])
})

test('progress is that of all types', async () => {
  const transport = scriptedTransport(({ path }) => pages[path]!)
  const told: ScanProgress[] = []
  await scanAround(transport, { types, pageSize: 2, onType: each => told.push(each) }, new Set(['lots']))
  assert.equal(
    told.map(each => [each.typesRead, each.types, each.objectsRead, each.terminating]),
    [
      [1, 3, 2, 1],
      [2, 3, 5, 1],
      [3, 3, 8, 2],
    ],
  )
})

test('such a type that may not be read is unreadable, and the others are read', async () => {
  const transport = scriptedTransport(({ path }) =>
    path.endsWith('lots') ? { status: 403, body: statusBody(403, 'Forbidden', 'no') } : pages[path]!,
  )
  const { findings, unreadable } = await scanAround(transport, { types, pageSize: 2 }, new Set(['lots']))
  assert.equal(
    unreadable.map(({ resource }) => resource),
    ['lots'],
  )
  assert.equal(
    findings.map(({ meta }) => meta.uid),
    ['web-2'],
  )
})

test.run()
