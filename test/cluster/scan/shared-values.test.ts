import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { SharedValues } from '../../../src/cluster/scan/shared-values.ts'

const test = suite('shared values')

test('one JSON text is one record, another text another one', () => {
  const shared = new SharedValues()
  const fields = shared.record('{"f:spec":{}}')
  assert.equal(fields, { 'f:spec': {} })
  assert.is(shared.record('{"f:spec":{}}'), fields)
  assert.equal(shared.record('{"f:status":{}}'), { 'f:status': {} })
})

test('lists with the same texts beside each other are one list, which is a copy', () => {
  const shared = new SharedValues()
  const grown = ['a', 'b']
  const list = shared.list(grown)
  grown.push('c')
  assert.equal(list, ['a', 'b'])
  assert.is(shared.list(['a', 'b']), list)
  for (const other of [['a'], ['a', 'b', 'c'], ['b', 'a'], []]) assert.equal(shared.list(other), other)
})

test('what is no JSON is an error each time', () => {
  const shared = new SharedValues()
  for (let time = 0; time < 2; time++) assert.throws(() => shared.record('{"f:spec"'), SyntaxError)
})

test('a time is RFC 3339 in whole seconds, the first second of 1970 too', () => {
  const shared = new SharedValues()
  const times = [0, 1_767_225_600, 0].map(seconds => shared.time(seconds))
  assert.equal(times, ['1970-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])
})

test.run()
