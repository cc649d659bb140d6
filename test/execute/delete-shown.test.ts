import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { deleteShown } from '../../src/execute/delete-shown.ts'
import { CONFIG_MAPS } from './removals.ts'
import { conflict, setup } from './stuck-in-sandbox.ts'

const test = suite('a deletion that is sent again')

test('is not, when something keeps the object by then', async () => {
  let isFirst = true
  const it = setup([], () => request => {
    const isTurnedDown = request.method === 'DELETE' && isFirst
    if (isTurnedDown) isFirst = false
    return isTurnedDown ? conflict() : undefined
  })
  const metadata = { name: 'kept', namespace: 'shop' }
  const { uid } = it.sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata }).metadata
  const ref = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', ...metadata, uid }
  const deletion = { ref, type: CONFIG_MAPS, propagation: 'Background' } as const
  const keeps = async () => (isFirst ? undefined : ({ result: 'skipped', message: 'it is needed' } as const))
  const step = await deleteShown(deletion, it.tools, keeps)
  assert.equal([step.result, step.message, it.writes], ['skipped', 'it is needed', ['DELETE']])
})

test.run()
