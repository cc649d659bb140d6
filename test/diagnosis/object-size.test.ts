import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fact } from '../../src/api/fact.ts'
import type { KubeObject } from '../../src/api/object.ts'
import type { ResourceType } from '../../src/api/resource-type.ts'
import type { Facts } from '../../src/diagnosis/facts.ts'
import { bulkOf, shrink } from '../../src/diagnosis/object-size.ts'
import { claims } from '../../src/statements/claims.ts'

const test = suite('the size of an object')

const object = (more: object): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a', namespace: 'shop', uid: 'u' }, ...more }) as KubeObject
const ref = { apiVersion: 'v1', kind: 'Thing', resource: 'things', namespace: 'shop', name: 'a', uid: 'u' }
const type = { group: 'example.com', version: 'v1', kind: 'Thing' } as ResourceType
const held = { ref, type }
const factsOf = (crd: Fact<object>) => ({ read: () => crd }) as unknown as Facts
const none = factsOf({ state: 'absent' })
const saysTooLarge = claims('too large')
const large = 'x'.repeat(1_500_000)

test('is told of nothing that is far from every limit', () => {
  assert.is(bulkOf(object({ spec: { log: 'x'.repeat(100_000) } })), undefined)
})

test('is told with the one field that is the most of it, and that field is what is removed', () => {
  const bulk = bulkOf(object({ spec: { small: 1, logs: { 'a/b': large } } }))!
  assert.equal(bulk.field.path, ['spec', 'logs', 'a/b'])
  assert.match(shrink(held, bulk, none).commands[1]!, '"path":"/spec/logs/a~1b"')
  const status = bulkOf(object({ status: { log: large } }))!
  assert.match(shrink(held, status, none).commands[1]!, '--subresource=status')
})

test('in a status that is no subresource is removed as any other field', () => {
  const bulk = bulkOf(object({ status: { log: large } }))!
  const shown = (subresources?: object) => {
    const spec = {
      versions: [
        { name: 'v1', subresources },
        { name: 'v2', subresources: { status: {} } },
      ],
    }
    return shrink(held, bulk, factsOf({ state: 'known', value: { spec } })).commands[1]!
  }
  assert.not.match(shown(), '--subresource')
  assert.not.match(shown({ scale: {} }), '--subresource')
  assert.match(shown({ status: {} }), '--subresource=status')
})

test('is told from a third of the limit on where the write of it was too large', () => {
  const half = object({ spec: { journal: 'x'.repeat(800_000) } })
  assert.is(bulkOf(half), undefined)
  assert.equal(bulkOf(half, { told: true })!.field.path, ['spec', 'journal'])
  assert.is(bulkOf(object({ spec: { journal: 'x'.repeat(100_000) } }), { told: true }), undefined)
})

test('of annotations has a limit of its own', () => {
  const metadata = { name: 'a', namespace: 'shop', uid: 'u', annotations: { 'kopf.dev/state': 'x'.repeat(250_000) } }
  const bulk = bulkOf(object({ metadata }))!
  assert.equal(shrink(held, bulk, none).commands[1], 'kubectl annotate things a -n shop kopf.dev/state-')
})

test('is the reason in the words of etcd, of its client and of the server', () => {
  for (const words of [
    'etcdserver: request is too large',
    'rpc error: code = ResourceExhausted desc = trying to send message larger than max (2200348 vs. 2097152)',
    'Request entity too large: limit is 3145728',
    'metadata.annotations: Too long: may not be more than 262144 bytes',
  ]) {
    assert.ok(saysTooLarge({ fact: words, source: 'events' }))
  }
  assert.not.ok(saysTooLarge({ fact: 'the bucket is too large to be deleted', source: 'events' }))
})

test.run()
