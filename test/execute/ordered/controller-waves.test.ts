import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { controllerWaves } from '../../../src/execute/ordered/delete-group.ts'
import { trial } from './trial.ts'

const test = suite('objects of a group whose controller is in it too')

const owner = (name: string, uid: string, controller = true): object => ({
  ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller }],
})

test('come after it; what is owned without being controlled goes at once', async () => {
  const { put, find } = await trial()
  const top = put('top', { uid: 'top' })
  put('middle', { uid: 'middle', ...owner('top', top.metadata.uid) })
  put('bottom', owner('middle', 'middle'))
  put('beside', owner('top', 'top', false))
  put('elsewhere', owner('x', 'not in the group'))
  const [group] = await find(['bottom', 'beside', 'middle', 'elsewhere', 'top'])
  const waves = controllerWaves(group!.objects).map(wave => wave.map(({ ref }) => ref.name).toSorted())
  assert.equal(waves, [['beside', 'elsewhere', 'top'], ['middle'], ['bottom']])
})

test('are not asked for beside it: it would make new ones', async () => {
  const { put, find, run, sandbox } = await trial()
  put('top', { uid: 'top', finalizers: ['acme.test/hold'] })
  put('child', owner('top', 'top'))
  const deadline = sandbox.clock.now().getTime() / 1000 + 3
  const ran = await run(await find(['child', 'top']), { deadline })
  assert.equal(ran.writes, ['DELETE top'])
  assert.equal(ran.told, ['child skipped', 'top timeout'])
})

test('in a circle are asked for all the same', async () => {
  const { put, find } = await trial()
  put('a', { uid: 'a', ...owner('b', 'b') })
  put('b', { uid: 'b', ...owner('a', 'a') })
  const [group] = await find(['a', 'b'])
  assert.is(controllerWaves(group!.objects).flat().length, 2)
})

test.run()
