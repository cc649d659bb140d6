import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../../src/api/object.ts'
import type { ResourceType } from '../../../src/api/resource-type.ts'
import { continued, formatRescue, parseRescue, type Rescue, type Saved } from '../../../src/plan/rescue/rescue.ts'

const test = suite('a rescue that goes on')

const type: ResourceType = {
  group: '',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  singular: 'thing',
  shortNames: [],
  categories: [],
  namespaced: false,
  verbs: [],
}

function thing(name: string, uid: string, rest: object = {}, metadata: object = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Thing', metadata: { name, uid, ...metadata }, ...rest }
}

function rescueOf(unit: KubeObject, dependents: readonly KubeObject[], volumes: readonly KubeObject[] = []): Rescue {
  const saved = (object: KubeObject): Saved => ({ type, object })
  return {
    cluster: 'c',
    target: { apiVersion: 'v1', kind: 'Thing', resource: 'things', name: 'a', uid: 'a1' },
    units: [{ ...saved(unit), dependents: dependents.map(saved), lostUids: [], hasStatus: false }],
    volumes: volumes.map(saved),
    controllers: [],
  }
}

test('reads what it wrote, with whole numbers that no number of JavaScript holds, and nothing else', () => {
  const rescue = rescueOf(thing('a', 'a1', { spec: { size: 9007199254740993n } }), [])
  assert.equal(parseRescue(formatRescue(rescue)), rescue)
  for (const text of ['', 'null', '{}', '{"cluster":"c","target":{"name":"a"},"units":[]}'])
    assert.is(parseRescue(text), undefined)
})

test('takes an object that is still the same as it is now, with the finalizers that it had', () => {
  const before = rescueOf(thing('a', 'a1', { spec: 1 }, { finalizers: ['x', 'y'] }), [])
  const now = rescueOf(thing('a', 'a1', { spec: 2 }, { finalizers: ['y'] }), [])
  const [unit] = continued(before, now).units
  assert.equal([unit!.object.spec, unit!.object.metadata.finalizers], [2, ['x', 'y']])
})

test('sets back what the first run saw, and knows what came since', () => {
  const owners = (uid: string) => ({ ownerReferences: [{ apiVersion: 'v1', kind: 'Thing', name: 'a', uid }] })
  const volume = (policy: string, uid: string) => thing('pv', uid, { spec: { persistentVolumeReclaimPolicy: policy } })
  const first = thing('d', 'd1', {}, owners('a1'))
  const before = rescueOf(thing('a', 'a1'), [first], [volume('Delete', 'v1')])
  const now = rescueOf(thing('a', 'a1'), [thing('e', 'e1', {}, owners('a1'))], [volume('Retain', 'v2')])
  const rescue = continued(before, now)
  assert.equal(
    rescue.units[0]!.dependents.map(({ object }) => object.metadata.name),
    ['d', 'e'],
  )
  assert.equal(
    rescue.volumes.map(({ object }) => object.spec),
    [{ persistentVolumeReclaimPolicy: 'Delete' }],
  )
  assert.is(continued(before, undefined), before)
})

test.run()
