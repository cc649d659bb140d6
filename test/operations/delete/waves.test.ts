import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectRef } from '../../../src/api/object-ref.ts'
import type { Wave } from '../../../src/diagnosis/preflight/foreseen.ts'
import { plainOrder } from '../../../src/diagnosis/preflight/order.ts'
import { groupsOf, unnamed } from '../../../src/operations/delete/waves.ts'
import { inWords } from '../../../src/render/words/in-words.ts'

const test = suite('the waves of a deletion')

const refOf = (resource: string, name: string): ObjectRef => ({
  apiVersion: 'v1',
  kind: resource,
  resource,
  name,
  uid: `${resource}/${name}`,
})

const pod = refOf('pods', 'web')
const claim = refOf('persistentvolumeclaims', 'data')
const space = refOf('namespaces', 'shop')
const definition = refOf('customresourcedefinitions.apiextensions.k8s.io', 'widgets.example.com')

test('without another order, CRDs come after objects, and namespaces last', () => {
  assert.equal(
    plainOrder([space, definition, pod, claim]).map(({ wave, refs }) => [wave, refs.map(({ name }) => name)]),
    [
      [1, ['web', 'data']],
      [2, ['widgets.example.com']],
      [3, ['shop']],
    ],
  )
})

test('claims, volumes, CRDs and namespaces are deleted by their own names alone', () => {
  const order: readonly Wave[] = [
    { wave: 1, reason: 'NeedsController', why: '', refs: [claim] },
    { wave: 2, reason: 'Namespaces', why: '', refs: [space] },
  ]
  assert.is(unnamed(order, [space, claim]), undefined)
  const refusal = unnamed(order, [space])
  assert.equal([refusal?.guard, refusal?.final], ['WouldGetStuck', true])
  assert.match(inWords(refusal!.why), /persistentvolumeclaims\/data/)
  assert.is(unnamed([{ wave: 1, reason: 'NeedsController', why: '', refs: [pod] }], [space]), undefined)
})

test('an object that was not read is never deleted', () => {
  assert.throws(() => groupsOf(plainOrder([pod]), new Map(), { name: undefined }), /pods\/web/)
})

test.run()
