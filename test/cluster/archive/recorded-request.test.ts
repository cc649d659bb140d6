import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { recordedRequest } from '../../../src/cluster/archive/recorded-request.ts'

const test = suite('a request as a recording has it')

const put = (metadata: object, finalizers: readonly string[] = []) =>
  recordedRequest({
    method: 'PUT',
    path: '/api/v1/namespaces/old/finalize',
    query: { dryRun: 'All' },
    body: JSON.stringify({ metadata, spec: { finalizers } }),
  })

test('that puts a whole object has nothing of it but what is asked: no annotation, and the same for each state of it', () => {
  const annotations = { token: 'hunter2' }
  const recorded = put({ name: 'old', uid: 'u', resourceVersion: '7', annotations })
  assert.not.ok(JSON.stringify(recorded).includes('hunter2'))
  assert.equal(recorded, put({ name: 'old', uid: 'u', resourceVersion: '8' }))
  assert.not.equal(recorded, put({ name: 'old', uid: 'other' }))
  assert.not.equal(recorded, put({ name: 'old', uid: 'u' }, ['example.com/late']))
})

test.run()
