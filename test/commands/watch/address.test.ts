import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readAddress } from '../../../src/commands/watch/address.ts'
import { UsageError } from '../../../src/exit-code.ts'

const test = suite('the address of --metrics')

test('is a port, on all addresses or on one', () => {
  assert.equal(readAddress(':9180'), { host: undefined, port: 9180 })
  assert.equal(readAddress('127.0.0.1:0'), { host: '127.0.0.1', port: 0 })
  assert.equal(readAddress('[::1]:9180'), { host: '::1', port: 9180 })
})

test('is nothing else', () => {
  for (const text of ['', '9180', ':', ':65536', 'http://a:1', 'a b:1', '[x]:1']) {
    assert.throws(
      () => readAddress(text),
      (error: unknown) => error instanceof UsageError,
      text,
    )
  }
})

test.run()
