import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { listPath, objectPath } from '../../src/api/path.ts'

const test = suite('paths')

const PODS = { group: '', version: 'v1', plural: 'pods' }

test('lead to a whole type only where no namespace is asked for, never by an empty one', () => {
  assert.is(listPath(PODS), '/api/v1/pods')
  assert.is(listPath(PODS, 'shop'), '/api/v1/namespaces/shop/pods')
  assert.throws(() => listPath(PODS, ''), /empty namespace/)
  assert.throws(() => objectPath(PODS, 'a', ''), /empty namespace/)
})

test.run()
