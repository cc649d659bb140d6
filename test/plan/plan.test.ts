import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { changesIn, removalTasks, rescueTasks, type Waves } from '../../src/plan/plan.ts'
import type { Rescue, Unit } from '../../src/plan/rescue/rescue.ts'
import { CONFIG_MAPS, HOLD, removal, terminating } from '../execute/removals.ts'

const test = suite('a plan')

const object = terminating({ uid: 'owner', finalizers: [HOLD, 'foregroundDeletion'] })
const dependent = { type: CONFIG_MAPS, object: terminating({ name: 'pages', uid: 'pages' }) }
const volume = {
  type: CONFIG_MAPS,
  object: {
    kind: 'PersistentVolume',
    metadata: { name: 'disk', uid: 'disk' },
    spec: { persistentVolumeReclaimPolicy: 'Delete', claimRef: { uid: 'owner' } },
  } as unknown as KubeObject,
}
const unit: Unit = { type: CONFIG_MAPS, object, dependents: [dependent], lostUids: [], hasStatus: true }
const target = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name: 'settings', uid: 'owner' }
const rescue: Rescue = { cluster: 'c', target, units: [unit], volumes: [volume], controllers: [] }

const told = (waves: Waves) => changesIn(waves).map(({ action, ref }) => `${action} ${ref.name}`)

test('is plain data, without a function in any of its tasks', () => {
  for (const waves of [removalTasks([removal(object, [HOLD])]), rescueTasks(rescue)]) {
    assert.equal(structuredClone(waves), waves)
    assert.equal(told(JSON.parse(JSON.stringify(waves))), told(waves))
  }
})

test('of a rescue holds first, then lets go and creates, and sets back last; saved, it sets back alone', () => {
  assert.equal(told(rescueTasks(rescue)), [
    'Retain disk',
    'Release pages',
    'RemoveFinalizer settings',
    'Delete settings',
    'Rebind disk',
    'Create settings',
    'RestoreStatus settings',
    'Adopt pages',
    'RestorePolicy disk',
  ])
  assert.equal(told(rescueTasks({ ...rescue, isSaved: true })), ['RestorePolicy disk'])
})

test('of removals is carried out wave after wave, and told in the order of the removals', () => {
  const owner = removal(object, [HOLD])
  const metadata = { name: 'pages', uid: 'pages', ownerReferences: [{ ...target, uid: 'owner' }] }
  const owned = removal(terminating(metadata), [HOLD])
  const waves = removalTasks([owner, owned])
  assert.equal(
    waves.map(wave => told([wave])),
    [['RemoveFinalizer pages'], ['RemoveFinalizer settings']],
  )
  assert.equal(told(waves), ['RemoveFinalizer settings', 'RemoveFinalizer pages'])
})

test.run()
