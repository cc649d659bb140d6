import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { EVERY_OVERRIDE, isRefused, removed, stuckConfigMap, told } from './removed.ts'

const test = suite('remove and a live object: NotTerminating')

const HOLD = 'example.com/hold'

test('it is never touched, whatever is said: a built-in, a custom resource, a cluster-scoped one', async () => {
  const place = await namespace()
  const [widgets, things] = [await crd(), await crd({ kind: 'Thing', scope: 'Cluster' })]
  const metadata = { finalizers: [HOLD] }
  const live = [
    await api.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...metadata, name: 'live', namespace: place },
    }),
    await api.create(widgets.draft('live', place, { metadata })),
    await api.create(things.draft('live', undefined, { metadata })),
  ]
  const types = ['configmaps', widgets.resource, things.resource]
  for (const [index, thing] of live.entries()) {
    const words = [`${types[index]}/live`, '-n', place]
    await isRefused(thing, 'NotTerminating', words)
    await isRefused(thing, 'NotTerminating', [...words, '--finalizer', HOLD, EVERY_OVERRIDE, '--wait=false'])
    await isRefused(thing, 'NotTerminating', [...words, EVERY_OVERRIDE, '--dry-run=server'])
  }
})

test('beside one that terminates: the one is refused, the other goes', async () => {
  const place = await namespace()
  const metadata = { name: 'live', namespace: place, finalizers: [HOLD] }
  const live = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  await stuckConfigMap(place, 'stuck')
  const answer = await removed(['cm/live', 'cm/stuck', '-n', place, '--override=ControllerUnknown'])
  assert.equal(told(answer), ['live refused NotTerminating', `stuck ${HOLD} done`])
  assert.is(answer.code, 3)
  assert.equal(await api.get(live), live)
})

test('a set leaves it out', async () => {
  const place = await namespace()
  const finalizer = `${unique('set')}.example.com/hold`
  const metadata = { name: 'live', namespace: place, finalizers: [finalizer] }
  const live = await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  const answer = await removed(['--finalizer', finalizer, '-A', EVERY_OVERRIDE])
  assert.equal([answer.code, answer.steps], [0, []])
  assert.match(answer.stderr, `No terminating object has ${finalizer}`)
  assert.equal(await api.get(live), live)
})

test.run()
