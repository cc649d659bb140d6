import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stuckObject } from '../explain/operator.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { CTRL_C, ENTER, openTerminal, SPACE } from '../rig/terminal.ts'
import { stuckConfigMap } from './removed.ts'

const test = suite('remove on a terminal')

test('the right name: done, with a backup', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one')
  await using terminal = openTerminal(['remove', `${buckets.resource}/one`, '-n', place])
  await terminal.sees('Type "one" to confirm:')
  assert.match(terminal.text, `${buckets.group}/cleanup`)
  assert.match(terminal.text, 'ControllerMissing')
  assert.equal(await api.get(one), one)
  terminal.type(`one${ENTER}`)
  assert.is(await terminal.ended(), 0)
  assert.match(terminal.said, 'the object is gone')
  assert.is(await api.get(one), undefined)
  const kept = readdirSync(join(terminal.home, '.local/state/kubectl-finalize/backups'))
  assert.equal([kept.filter(file => file.endsWith('.yaml')).length, kept.length], [1, 2], 'a backup, and the journal')
})

for (const [what, keys] of [
  ['a wrong name', `other${ENTER}`],
  ['an empty line', ENTER],
  ['yes', `y${ENTER}`],
] as const) {
  test(`${what} is no: 3, and nothing is changed`, async () => {
    const place = await namespace()
    const held = await stuckConfigMap(place, 'held')
    await using terminal = openTerminal(['remove', 'cm/held', '-n', place])
    await terminal.sees('Type "held" to confirm:')
    terminal.type(keys)
    assert.is(await terminal.ended(), 3)
    assert.match(terminal.said, 'not confirmed')
    assert.equal(await api.get(held), held)
  })
}

test('Ctrl-C at the prompt: 130, and nothing is changed', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  await using terminal = openTerminal(['remove', 'cm/held', '-n', place])
  await terminal.sees('Type "held" to confirm:')
  terminal.type(CTRL_C)
  assert.is(await terminal.ended(), 130)
  assert.match(terminal.text, 'nothing was changed')
  assert.equal(await api.get(held), held)
})

test('ControllerUnknown passes where somebody types the name, and not with --yes', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  {
    await using terminal = openTerminal(['remove', 'cm/held', '-n', place, '--yes'])
    assert.is(await terminal.ended(), 3)
    assert.match(terminal.said, 'refused by ControllerUnknown')
  }
  assert.equal(await api.get(held), held)
  await using terminal = openTerminal(['remove', 'cm/held', '-n', place])
  await terminal.sees('ControllerUnknown')
  await terminal.sees('Type "held" to confirm:')
  terminal.type(`held${ENTER}`)
  assert.is(await terminal.ended(), 0)
  assert.is(await api.get(held), undefined)
})

test('a guard that nothing passes is told before anybody is asked', async () => {
  const place = await namespace()
  const metadata = { name: 'live', namespace: place, finalizers: ['example.com/hold'] }
  await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  await using terminal = openTerminal(['remove', 'cm/live', '-n', place])
  assert.is(await terminal.ended(), 3)
  assert.match(terminal.said, 'refused by NotTerminating')
  assert.not.match(terminal.text, 'Type live')
})

test('what is refused beside it is told before anybody is asked', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  const metadata = { name: 'live', namespace: place, finalizers: ['example.com/hold'] }
  await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
  await using terminal = openTerminal(['remove', 'cm/live', 'cm/held', '-n', place])
  await terminal.sees('refused by NotTerminating')
  await terminal.sees('Type "held" to confirm:')
  terminal.type(CTRL_C)
  assert.is(await terminal.ended(), 130)
  assert.equal(await api.get(held), held)
})

test('a set is agreed to by its number', async () => {
  const place = await namespace()
  const finalizer = `${unique('set')}.example.com/hold`
  const things = [await stuckConfigMap(place, 'a', [finalizer]), await stuckConfigMap(place, 'b', [finalizer])]
  const words = ['remove', '--finalizer', finalizer, '-n', place]
  {
    await using terminal = openTerminal(words)
    await terminal.sees('Type "2" to confirm:')
    terminal.type(`a${ENTER}`)
    assert.is(await terminal.ended(), 3)
  }
  for (const thing of things) assert.equal(await api.get(thing), thing)
  await using terminal = openTerminal(words)
  await terminal.sees('Type "2" to confirm:')
  terminal.type(`2${ENTER}`)
  assert.is(await terminal.ended(), 0)
  for (const thing of things) assert.is(await api.get(thing), undefined)
})

test('nothing named: what is stuck is offered, grouped by its cause, and what is chosen goes', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const things = [await stuckObject(buckets, place, 'first'), await stuckObject(buckets, place, 'second')]
  const settings = await stuckConfigMap(place, 'settings')
  await using terminal = openTerminal(['remove', '-n', place])
  await terminal.sees('Which of them?')
  await terminal.sees('ControllerMissing: ')
  await terminal.sees(`bucket/first in namespace ${place}  ${buckets.group}/cleanup`)
  await terminal.sees(`bucket/second`)
  await terminal.sees('ControllerUnknown: ')
  await terminal.sees('configmap/settings')
  terminal.type(SPACE)
  await terminal.sees('◉ bucket/first')
  terminal.type(ENTER)
  await terminal.sees('Type "first" to confirm:')
  terminal.type(`first${ENTER}`)
  assert.is(await terminal.ended(), 0)
  assert.is(await api.get(things[0]!), undefined)
  assert.equal([await api.get(things[1]!), await api.get(settings)], [things[1], settings])
})

test('nothing chosen, or Ctrl-C at the choice: nothing is changed', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  for (const [keys, code] of [
    [ENTER, 0],
    [CTRL_C, 130],
  ] as const) {
    await using terminal = openTerminal(['remove', '-n', place])
    await terminal.sees('configmap/held')
    terminal.type(keys)
    assert.is(await terminal.ended(), code)
  }
  assert.equal(await api.get(held), held)
})

test.run()
