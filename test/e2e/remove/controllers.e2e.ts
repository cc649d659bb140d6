import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { installOperator, ownManager, stuckObject } from '../explain/operator.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { isRefused, isRemoved, removed, stuckConfigMap } from './removed.ts'

const test = suite('remove and the controller of a finalizer')

test('that was uninstalled: it goes, without a word of override, and its backup is the whole object', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one', { manager: ownManager(buckets) })
  const { steps } = await isRemoved(one, [`${buckets.resource}/one`, '-n', place])
  assert.equal(
    steps.map(({ action, finalizer, ref }) => [action, finalizer, ref.uid]),
    [['RemoveFinalizer', `${buckets.group}/cleanup`, one.metadata.uid]],
  )
})

test('that works, or is only slow: ControllerAlive, which can be overridden', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await installOperator({ type: buckets, namespace: place, name: unique('operator'), state: 'running' })
  const one = await stuckObject(buckets, place, 'one')
  const words = [`${buckets.resource}/one`, '-n', place]
  await isRefused(one, 'ControllerAlive', words)
  await isRefused(one, 'ControllerAlive', [...words, '--override=RepairFirst,ControllerUnknown'])
  await isRemoved(one, [...words, '--override=ControllerAlive'])
})

test('that tries and fails: ControllerAlive, in its own words', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await installOperator({ type: buckets, namespace: place, name: unique('operator'), state: 'running' })
  const one = await stuckObject(buckets, place, 'one')
  const { apiVersion, kind, metadata } = one
  const now = new Date(Date.now() + 1000).toISOString().replace(/\.\d+/, '')
  await api.create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: unique('one'), namespace: place },
    involvedObject: { apiVersion, kind, namespace: place, name: 'one', uid: metadata.uid },
    type: 'Warning',
    reason: 'DeleteFailed',
    message: 'BucketNotEmpty: the bucket is not empty',
    source: { component: 'bucket-operator' },
    firstTimestamp: now,
    lastTimestamp: now,
    count: 7,
  })
  const words = [`${buckets.resource}/one`, '-n', place]
  const failing = async () => {
    const answer = await isRefused(one, 'ControllerAlive', words)
    return answer.steps[0]!.message!.includes('BucketNotEmpty') ? true : undefined
  }
  await until(failing, { what: 'the event to be seen', deadlineSeconds: 60 })
  await isRemoved(one, [...words, '--override=ControllerAlive'])
})

test('that nobody knows: ControllerUnknown, which --yes does not pass', async () => {
  const place = await namespace()
  const settings = await stuckConfigMap(place, 'settings')
  await isRefused(settings, 'ControllerUnknown', ['cm/settings', '-n', place])
  await isRemoved(settings, ['cm/settings', '-n', place, '--override=ControllerUnknown'])
})

test('that was scaled to zero: RepairFirst, with the repair', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await installOperator({ type: buckets, namespace: place, name: 'acme', state: 'scaledDown' })
  const one = await stuckObject(buckets, place, 'one')
  const words = [`${buckets.resource}/one`, '-n', place]
  const { steps } = await isRefused(one, 'RepairFirst', words)
  assert.match(steps[0]!.message!, `kubectl scale deployment/acme -n ${place} --replicas=1`)
  assert.match(steps[0]!.message!, '--override RepairFirst')
  await isRemoved(one, [...words, '--override=RepairFirst'])
})

test('that lost its permission: RepairFirst', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const name = unique('operator')
  await installOperator({ type: buckets, namespace: place, name, state: 'running', bound: false })
  const one = await stuckObject(buckets, place, 'one', { manager: name })
  const words = [`${buckets.resource}/one`, '-n', place]
  await isRefused(one, 'RepairFirst', words)
  await isRemoved(one, [...words, '--override=RepairFirst'])
})

test('of all three kinds on one object: what is overridden goes, the others stay, and that is told', async () => {
  const place = await namespace()
  const settings = await stuckConfigMap(place, 'settings', ['example.com/a', 'example.com/b'])
  const words = ['cm/settings', '-n', place, '--finalizer', 'example.com/a']
  const answer = await removed([...words, '--override=ControllerUnknown'])
  assert.equal([answer.code, answer.complete, answer.steps.length], [0, true, 1])
  assert.match(answer.steps[0]!.message!, 'held by example.com/b')
  assert.equal((await api.get(settings))!.metadata.finalizers, ['example.com/b'])
})

test.run()
