import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { NAMESPACE_TYPE } from '../../src/api/namespace-type.ts'
import { refOf } from '../../src/api/object-ref.ts'
import { deleteShown } from '../../src/execute/delete-shown.ts'
import { conflict, setup } from './stuck-in-sandbox.ts'

const test = suite('a deletion that is sent again')

test('is not, when more is in the Namespace by then than was shown', async () => {
  let isFirst = true
  const it = setup([], () => request => {
    const isTurnedDown = request.method === 'DELETE' && isFirst
    if (!isTurnedDown) return undefined
    isFirst = false
    it.sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new', namespace: 'kept' } })
    return conflict()
  })
  const metadata = { name: 'kept' }
  const { uid } = it.sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata }).metadata
  const ref = refOf(NAMESPACE_TYPE, { ...metadata, uid })
  const contents = { leftovers: [], finished: true, unreadPassed: false }
  const step = await deleteShown({ ref, type: NAMESPACE_TYPE, propagation: 'Background', contents }, it.tools)
  assert.equal([step.result, it.writes], ['skipped', ['DELETE']])
  assert.match(JSON.stringify(step.message), '"code":"NewUnshown"')
})

test.run()
