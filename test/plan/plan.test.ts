import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import type { LiveGroup } from '../../src/plan/ordered/live-groups.ts'
import { changesIn, deletionTasks, type Plan, removalTasks, type Waves } from '../../src/plan/plan.ts'
import type { Rescue, Unit } from '../../src/plan/rescue/rescue.ts'
import { rescueTasks } from '../../src/plan/rescue/rescue-tasks.ts'
import { trial } from '../execute/ordered/trial.ts'
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

/** A group as a cluster has it. */
function groupOf(number: number, ...names: readonly string[]): LiveGroup {
  const cluster = { name: undefined }
  const objects = names.map(name => ({ cluster, ref: { ...target, name }, type: CONFIG_MAPS, meta: object.metadata }))
  const group = { forceDelete: false, deleteAll: false, written: [], items: [] }
  return { number, group, objects, absent: [], earlier: [], spared: [] }
}

const told = (waves: Waves) => changesIn(waves).map(({ action, ref }) => `${action} ${ref.name}`)

/** The parts of a type that JSON does not give back as they were. */
type Strange<Value, Depth extends readonly 0[] = []> = Depth['length'] extends 9
  ? never
  : unknown extends Value
    ? never
    : Value extends string | number | boolean | null | undefined
      ? never
      : Value extends ReadonlySet<never> | ReadonlyMap<never, unknown> | Date | Error | ((...given: never[]) => unknown)
        ? Value
        : Value extends readonly (infer Item)[]
          ? Strange<Item, [...Depth, 0]>
          : { [Key in keyof Value & string]: Strange<Value[Key], [...Depth, 0]> }[keyof Value & string]

// Does not compile where a part of any plan is a function, a Map or a Set: the error shows it.
const isPlain: [Strange<Plan>] extends [never] ? true : Strange<Plan> = true

test('is plain data, without a function in any of its tasks', () => {
  assert.ok(isPlain)
  const groups = deletionTasks([groupOf(1, 'a', 'b'), groupOf(2)], 'Background')
  for (const waves of [removalTasks([removal(object, [HOLD])]), groups, rescueTasks(rescue)]) {
    assert.equal(structuredClone(waves), waves)
    assert.equal(told(JSON.parse(JSON.stringify(waves))), told(waves))
  }
})

test('shows groups without a way into their clusters', async () => {
  const { put, find, clusters } = await trial()
  put('a')
  const groups = await find(['a'])
  assert.equal(structuredClone(groups), groups)
  assert.is(clusters.get(groups[0]!.objects[0]!.cluster.name)?.cluster, groups[0]!.objects[0]!.cluster)
})

test('of an ordered deletion has a wave for each group, also where nothing of it is there', () => {
  const waves = deletionTasks([groupOf(1, 'a', 'b'), groupOf(2), groupOf(3, 'c')], 'Foreground')
  assert.equal(
    waves.map(wave => changesIn([wave]).map(({ ref, group }) => `${ref.name} ${group}`)),
    [['a 1', 'b 1'], [], ['c 3']],
  )
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
