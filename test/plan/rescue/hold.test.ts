import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../../src/api/object.ts'
import { changesIn } from '../../../src/plan/plan.ts'
import { holdOf, isStopped, stoppedByRescue } from '../../../src/plan/rescue/hold.ts'
import type { Saved } from '../../../src/plan/rescue/rescue.ts'
import { rescueTasks } from '../../../src/plan/rescue/rescue-tasks.ts'

const test = suite('how a controller is held')

function workload(kind: string, spec: object, status?: object): Saved {
  const object: KubeObject = { apiVersion: 'v1', kind, metadata: { name: kind, uid: kind }, spec, ...{ status } }
  const names = { plural: `${kind.toLowerCase()}s`, kind, singular: kind.toLowerCase(), shortNames: [], categories: [] }
  return { type: { group: '', version: 'v1', ...names, namespaced: true, verbs: [] }, object }
}

const RUNNING = [
  workload('Deployment', {}),
  workload('StatefulSet', { replicas: 3 }),
  workload('ReplicaSet', { replicas: 1 }),
  workload('ReplicationController', { replicas: 1 }),
  workload('Job', {}),
  workload('CronJob', { suspend: false }),
]
const STILL = [
  workload('Deployment', { replicas: 0 }),
  workload('CronJob', { suspend: true }),
  workload('DaemonSet', {}, { desiredNumberScheduled: 0 }),
]

test('what it is stopped by stops it, and what it was before is what it is started with', () => {
  for (const { object } of RUNNING) {
    const { stopped, was } = holdOf(object.kind)!
    assert.is(isStopped(object), false, object.kind)
    assert.is(isStopped({ ...object, spec: { ...(object.spec as object), ...stopped } }), true, object.kind)
    assert.is(isStopped({ ...object, spec: { ...(object.spec as object), ...was(object) } }), false, object.kind)
  }
  assert.equal(holdOf('StatefulSet')!.was(RUNNING[1]!.object), { replicas: 3 })
})

test('what can be stopped by hand alone is not held', () => {
  for (const kind of ['DaemonSet', 'Pod', 'Rollout']) assert.is(holdOf(kind), undefined)
  assert.is(isStopped(workload('DaemonSet', {}, { desiredNumberScheduled: 2 }).object), false)
})

test('one that stands still is waited for, and not started at the end', () => {
  const controllers = [...RUNNING, ...STILL]
  assert.equal(stoppedByRescue(controllers), RUNNING)
  const target = { apiVersion: 'v1', kind: 'Thing', resource: 'things', name: 'a', uid: 'a' }
  const steps = changesIn(rescueTasks({ cluster: 'c', target, units: [], volumes: [], controllers }))
  const count = (...actions: readonly string[]) => steps.filter(({ action }) => actions.includes(action)).length
  assert.equal([count('ScaleDown', 'Suspend'), count('ScaleUp', 'Resume')], [9, 6])
})

test.run()
