import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure, codeOf } from '../../src/api/failure.ts'
import { NAMESPACE_TYPE } from '../../src/api/namespace-type.ts'
import { readWhole } from '../../src/cluster/read-whole.ts'
import { type ScriptedAnswer, scriptedTransport, statusBody } from './scripted-transport.ts'

const test = suite('one whole object')

const read = (answer: ScriptedAnswer) =>
  readWhole(
    scriptedTransport(() => answer),
    NAMESPACE_TYPE,
    { name: 'shop' },
  )

test('a 404 that names the object says that it is not there', async () => {
  const details = { kind: 'namespaces', name: 'shop' }
  assert.is(await read({ status: 404, body: { ...statusBody(404, 'NotFound', 'no'), details } }), undefined)
})

// What a server answers for a version that is not served any more; the object may be there in another.
for (const body of ['404 page not found\n', { ...statusBody(404, 'NotFound', 'no such resource'), details: {} }]) {
  test(`a 404 that names no object proves nothing: ${typeof body}`, async () => {
    const error = await read({ status: 404, body }).catch((error: unknown) => error)
    assert.instance(error, ApiFailure)
    assert.is(codeOf(error), 404)
  })
}

test.run()
