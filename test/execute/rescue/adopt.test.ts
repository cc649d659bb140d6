import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject, ObjectMeta } from '../../../src/api/object.ts'
import { restoreStatus } from '../../../src/execute/rescue/create-again.ts'
import { adopt } from '../../../src/execute/rescue/dependents.ts'
import { edit } from '../../../src/execute/rescue/edit.ts'
import type { Saved } from '../../../src/plan/rescue/rescue.ts'
import { CONFIG_MAPS } from '../removals.ts'
import { setup } from '../stuck-in-sandbox.ts'

const test = suite('a dependent, and its owner that was created again')

const configMap = (metadata: Partial<ObjectMeta> & { name: string }): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', ...metadata } }) as KubeObject

const saved = (object: KubeObject): Saved => ({ type: CONFIG_MAPS, object })
const owner = saved(configMap({ name: 'owner', uid: 'old' }))
const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'old' }
const owned = configMap({ name: 'owned', uid: 'owned', ownerReferences: [reference] })

/** `now`: the owner as it is by then. */
async function adopted(now: Partial<ObjectMeta> | undefined) {
  const it = setup()
  if (now !== undefined) it.sandbox.put(configMap({ name: 'owner', ...now }))
  it.sandbox.put(configMap({ name: 'owned', uid: 'owned' }))
  const adoption = adopt(saved(owned), new Map([['old', 'new']]), { cluster: '', units: [owner] }, it.tools)
  const step = await edit(adoption, it.tools)
  return [step.result, it.writes, it.sandbox.get('v1', 'ConfigMap', 'owned', 'shop')!.metadata.ownerReferences]
}

test('is owned by it again', async () => {
  assert.equal(await adopted({ uid: 'new' }), ['done', ['PATCH'], [{ ...reference, uid: 'new' }]])
})

test('is left without it where another client deleted it again: the garbage collector would take both', async () => {
  const deletionTimestamp = '2026-01-15T12:00:00Z'
  for (const now of [undefined, { uid: 'other' }, { uid: 'new', deletionTimestamp, finalizers: ['example.com/hold'] }])
    assert.equal(await adopted(now), ['changed', [], undefined], JSON.stringify(now))
})

test('no status is written to an owner that is being deleted again', async () => {
  const it = setup()
  const unit = { ...owner, dependents: [], lostUids: [], hasStatus: true }
  const { uid } = it.object.metadata
  const object = { ...unit.object, metadata: it.object.metadata, status: { phase: 'Ready' } }
  const step = await edit(restoreStatus({ ...unit, object }, uid), it.tools)
  assert.equal([step.result, it.writes], ['changed', []])
})

test.run()
