import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { recreated } from '../../src/execute/rescue/create-again.ts'
import type { Unit } from '../../src/plan/rescue/rescue.ts'
import { formatRescuePlan } from '../../src/render/rescue-plan.ts'

const test = suite('the plan of a rescue')

const OWNER = { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: 'gone' }

function unit(kind: string, rest: object, metadata: object, lostUids: readonly string[] = []): Unit {
  const plural = `${kind.toLowerCase()}s`
  const names = { plural, kind, singular: plural, shortNames: [], categories: [] }
  return {
    type: { group: '', version: 'v1', ...names, namespaced: true, verbs: [] },
    object: { apiVersion: 'v1', kind, metadata: { name: 'a', namespace: 'shop', uid: 'u', ...metadata }, ...rest },
    dependents: [],
    lostUids,
    hasStatus: false,
  }
}

function created(each: Unit): string {
  const shown = { ...each, created: recreated(each, new Map()) }
  const rest = { volumes: [], controllers: [], stopped: [], dependents: [], causes: [], lost: [], missing: [] }
  const text = formatRescuePlan({ ...rest, units: [shown], continues: undefined }, undefined)
  return text.split('\n').find(line => line.startsWith('  creates'))!
}

test('names what the created object has, and nothing else', () => {
  const secret = unit('Secret', { data: { a: 'eA==' }, type: 'Opaque' }, { labels: { app: 'db' } })
  assert.match(created(secret), /with its data, type, labels$/)
  const owned = unit('ConfigMap', { data: { a: 'b' } }, { ownerReferences: [OWNER], finalizers: ['a/b'] }, ['gone'])
  assert.match(created(owned), /with its data, finalizers a\/b$/)
})

test('names the volume of a claim that has one, and of no other', () => {
  const claim = (spec: object) => created(unit('PersistentVolumeClaim', { spec }, {}))
  assert.match(claim({ volumeName: 'pv-7' }), 'bound to persistentvolume/pv-7 again')
  assert.not.match(claim({}), 'bound')
})

test.run()
