import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { saysItIsGone } from '../../src/statements/gone.ts'

const test = suite('what is said to be gone')

const called = (name: string) => ({ name, kind: 'Bucket', names: [name] })

test('it is by its name, in any case', () => {
  assert.ok(saysItIsGone({ fact: 'bucket Photos not found', source: '' }, called('photos')))
  assert.not(saysItIsGone({ fact: 'bucket videos not found', source: '' }, called('photos')))
})

test('thousands of objects that the same error does not name take no time', () => {
  const { user } = process.cpuUsage()
  for (let index = 0; index < 20_000; index++)
    assert.not(saysItIsGone({ fact: 'the bucket is not empty', source: '' }, called(`object-${index}`)))
  assert.ok(process.cpuUsage().user - user < 2e6)
})

test.run()
