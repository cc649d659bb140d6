import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { APPLY, ask, getMap, MAPS, MERGE_PATCH, putMap, setup } from './ask.ts'

const test = suite('managed fields')

/** Which manager owns which finalizer. */
function owners(object: KubeObject | undefined): Record<string, string[]> {
  const entries = object?.metadata.managedFields ?? []
  return Object.fromEntries(
    entries.map(({ manager, fieldsV1 }) => {
      const metadata = fieldsV1?.['f:metadata'] as { 'f:finalizers'?: object } | undefined
      return [manager!, Object.keys(metadata?.['f:finalizers'] ?? {})]
    }),
  )
}

test('name the fieldManager parameter, else the User-Agent up to its slash', async () => {
  const { sandbox } = setup()
  await ask(sandbox, 'POST', `${MAPS}?fieldManager=mine`, { metadata: { name: 'a', finalizers: ['e.x/f'] } })
  await ask(sandbox, 'POST', MAPS, { metadata: { name: 'b', finalizers: ['e.x/f'] } })
  const [entry] = getMap(sandbox, 'a')?.metadata.managedFields ?? []
  assert.equal(entry, {
    manager: 'mine',
    operation: 'Update',
    apiVersion: 'v1',
    time: '2026-01-15T12:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"e.x/f"': {} } } },
  })
  assert.equal(Object.keys(owners(getMap(sandbox, 'b'))), ['test'])
})

test('leave each finalizer with who added it, also when others send the whole list', async () => {
  const { sandbox } = setup()
  await ask(sandbox, 'POST', `${MAPS}?fieldManager=first`, { metadata: { name: 'a', finalizers: ['e.x/f'] } })
  const metadata = { finalizers: ['e.x/f', 'e.x/g'] }
  await ask(sandbox, 'PATCH', `${MAPS}/a?fieldManager=second`, { metadata }, MERGE_PATCH)
  assert.equal(owners(getMap(sandbox, 'a')), { first: ['.', 'v:"e.x/f"'], second: ['v:"e.x/g"'] })
})

test('keep writes through /status apart', async () => {
  const { sandbox } = setup()
  await ask(sandbox, 'PATCH', '/api/v1/namespaces/n/status?fieldManager=s', { status: { x: 1 } }, MERGE_PATCH)
  const entries = sandbox.get('v1', 'Namespace', 'n')?.metadata.managedFields
  assert.equal(
    entries?.map(({ manager, subresource }) => [manager, subresource]),
    [['s', 'status']],
  )
})

test('are what a client sends, but not through a subresource', async () => {
  const { sandbox } = setup()
  await ask(sandbox, 'POST', `${MAPS}?fieldManager=first`, { metadata: { name: 'a', finalizers: ['e.x/f'] } })
  const [entry] = getMap(sandbox, 'a')!.metadata.managedFields!
  const managedFields = [{ ...entry, time: '2026-01-14T12:00:00Z' }]
  const metadata = { labels: { aged: 'yes' }, managedFields }
  await ask(sandbox, 'PATCH', `${MAPS}/a?fieldManager=second`, { metadata }, MERGE_PATCH)
  const times = () =>
    sandbox.get('v1', 'ConfigMap', 'a', 'n')!.metadata.managedFields!.map(each => [each.manager, each.time])
  assert.equal(times(), [
    ['first', '2026-01-14T12:00:00Z'],
    ['second', '2026-01-15T12:00:00Z'],
  ])
  const path = '/api/v1/namespaces/n/status?fieldManager=s'
  await ask(sandbox, 'PATCH', path, { metadata: { managedFields }, status: { x: 1 } }, MERGE_PATCH)
  const entries = sandbox.get('v1', 'Namespace', 'n')!.metadata.managedFields!
  assert.equal(
    entries.map(({ manager }) => manager),
    ['s'],
  )
})

test('can be seeded', () => {
  const { sandbox } = setup()
  const given = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n', finalizers: ['e.x/f'] } }
  assert.equal(owners(sandbox.put(given, { manager: 'op' })), { op: ['.', 'v:"e.x/f"'] })
})

test('make apply a conflict for what another manager set, unless it is forced', async () => {
  const { sandbox } = setup()
  await ask(sandbox, 'POST', `${MAPS}?fieldManager=other`, { metadata: { name: 'a' }, data: { k: 'old' } })
  const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'new' } }
  const refused = await ask(sandbox, 'PATCH', `${MAPS}/a?fieldManager=me`, applied, APPLY)
  assert.equal([refused.code, refused.body.details.causes[0].field], [409, '.data.k'])
  const forced = await ask(sandbox, 'PATCH', `${MAPS}/a?fieldManager=me&force=true`, applied, APPLY)
  assert.equal([forced.code, forced.body.data], [200, { k: 'new' }])
})

test('let apply create, and remove what its manager no longer applies', async () => {
  const { sandbox } = setup()
  const applied = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', finalizers: ['e.x/f'] },
    data: { k: 'v' },
  }
  assert.is((await ask(sandbox, 'PATCH', `${MAPS}/a?fieldManager=me`, applied, APPLY)).code, 201)
  await ask(sandbox, 'PATCH', `${MAPS}/a?fieldManager=me`, { ...applied, metadata: { name: 'a' } }, APPLY)
  assert.equal([getMap(sandbox, 'a')?.metadata.finalizers, getMap(sandbox, 'a')?.data], [undefined, { k: 'v' }])
})

test('are not written twice for a write that changes nothing', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a', { labels: { x: 'y' } })
  await ask(sandbox, 'PATCH', `${MAPS}/a?fieldManager=me`, { metadata: { labels: { x: 'y' } } }, MERGE_PATCH)
  assert.is(getMap(sandbox, 'a')?.metadata.managedFields, undefined)
})

test('take a list by any name, also by that of what every object has', async () => {
  const { sandbox } = setup()
  for (const field of ['constructor', 'toString', '__proto__']) {
    const body = JSON.parse(
      `{"metadata": {"name": "${field.toLowerCase().replaceAll('_', '')}"}, "data": {"${field}": [{"name": "a"}]}}`,
    )
    const { code } = await ask(sandbox, 'POST', MAPS, body)
    assert.ok(code < 500, `${field}: ${code}`)
  }
})

test.run()
