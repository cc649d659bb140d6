import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace } from '../rig/rig.ts'
import { ENTER, openTerminal, type Terminal } from '../rig/terminal.ts'
import { stuckConfigMap } from './removed.ts'

const test = suite('remove and an object that changes while the prompt waits: Changed')

const HOLD = 'example.com/hold'

/** At the prompt `meanwhile` happens, then the name is typed; the exit code, and all that was shown. */
async function agreedTo(
  thing: Thing,
  words: readonly string[],
  meanwhile: () => Promise<unknown>,
): Promise<{ readonly code: number; readonly text: string }> {
  const { name } = thing.metadata
  await using terminal: Terminal = openTerminal(['remove', ...words])
  await terminal.sees(`Type "${name}" to confirm`)
  await meanwhile()
  terminal.type(`${name}${ENTER}`)
  return { code: await terminal.ended(), text: terminal.said }
}

test('a label and an annotation decide nothing: it goes on', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  const { code } = await agreedTo(held, ['cm/held', '-n', place], () =>
    api.patch(held, { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } } }),
  )
  assert.is(code, 0)
  assert.is(await api.get(held), undefined)
})

test('another finalizer went: it is not what was shown', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held', [HOLD, 'example.com/other'])
  const words = ['cm/held', '-n', place, '--finalizer', HOLD]
  const { code, text } = await agreedTo(held, words, () => api.patch(held, { metadata: { finalizers: [HOLD] } }))
  assert.is(code, 3)
  assert.match(text, 'its finalizers changed')
  assert.equal((await api.get(held))!.metadata.finalizers, [HOLD])
})

test('its status changed: somebody works on it', async () => {
  const place = await namespace()
  const widgets = await crd()
  const held = await api.create(widgets.draft('held', place, { metadata: { finalizers: [HOLD] } }))
  await api.delete(held)
  const { code, text } = await agreedTo(held, [`${widgets.resource}/held`, '-n', place], () =>
    api.patch(held, { status: { phase: 'Cleaning' } }, { subresource: '/status' }),
  )
  assert.is(code, 3)
  assert.match(text, 'its status changed')
  assert.equal((await api.get(held))!.metadata.finalizers, [HOLD])
})

test('it went by itself: there was nothing left to do', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  const { code, text } = await agreedTo(held, ['cm/held', '-n', place], () =>
    api.patch(held, { metadata: { finalizers: null } }),
  )
  assert.is(code, 0)
  assert.match(text, 'it was already gone')
})

test('deleted and made again under the same name: the new one is never touched, deleted too or not', async () => {
  for (const deletedToo of [false, true]) {
    const place = await namespace()
    const held = await stuckConfigMap(place, 'held')
    let made: Thing | undefined
    const { code, text } = await agreedTo(held, ['cm/held', '-n', place], async () => {
      await api.patch(held, { metadata: { finalizers: null } })
      const { apiVersion, kind } = held
      made = await api.create({ apiVersion, kind, metadata: { name: 'held', namespace: place, finalizers: [HOLD] } })
      if (deletedToo) await api.delete(made)
      made = await api.get(made)
    })
    assert.is(code, 3)
    assert.match(text, 'another object with its name')
    assert.equal(await api.get(held), made)
  }
})

test.run()
