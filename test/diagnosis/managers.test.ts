import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isTelling, writerOfFinalizer, writerOfStatus } from '../../src/diagnosis/controller/managers.ts'

const test = suite('managers')

function meta(...managedFields: object[]) {
  return { name: 'x', uid: 'u', managedFields }
}

const finalizer = { 'f:metadata': { 'f:finalizers': { '.': {}, 'v:"example.com/x"': {} } } }

test('the manager whose entry holds the finalizer wrote it', () => {
  const object = meta(
    { manager: 'kubectl', time: '2026-01-01T00:00:00Z', fieldsV1: { 'f:spec': {} } },
    { manager: 'bucket-operator', time: '2026-01-02T00:00:00Z', fieldsV1: finalizer },
  )
  assert.equal(writerOfFinalizer(object, 'example.com/x'), { manager: 'bucket-operator', time: '2026-01-02T00:00:00Z' })
  assert.is(writerOfFinalizer(object, 'example.com/y'), undefined)
})

test('the last writer of the status is found by subresource or field', () => {
  const object = meta(
    { manager: 'new', time: '2026-01-03T00:00:00Z', subresource: 'status', fieldsV1: {} },
    { manager: 'old', time: '2026-01-01T00:00:00Z', fieldsV1: { 'f:status': {} } },
  )
  assert.is(writerOfStatus(object)!.manager, 'new')
})

test('entries without fields, without metadata or of odd shape tell nothing and break nothing', () => {
  const object = meta(
    {},
    { manager: 'a' },
    { manager: 'b', fieldsV1: { 'f:metadata': 'x' } },
    { manager: 'c', fieldsV1: null },
  )
  assert.is(writerOfFinalizer(object as never, 'example.com/x'), undefined)
  assert.is(writerOfFinalizer({ name: 'x', uid: 'u' }, 'example.com/x'), undefined)
})

test('names of tools do not tell who it is', () => {
  for (const tool of ['kubectl', 'kubectl-edit', 'manager', 'Go-http-client', 'helm']) assert.not(isTelling(tool), tool)
  assert.ok(isTelling('bucket-operator'))
})

test.run()
