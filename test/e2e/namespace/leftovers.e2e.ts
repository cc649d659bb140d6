import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownManager, stuckObject } from '../explain/operator.ts'
import { api, crd, endByForce, namespace, run } from '../rig/rig.ts'
import { ENTER, openTerminal } from '../rig/terminal.ts'
import { configMap, ended, ending, HOLD, PATIENT, space, told, toldOfOthers } from './ended.ts'

const test = suite('namespace that somebody ended by force')

test('is created again, its leftovers go, and it is deleted in the ordinary way', async () => {
  const place = await ending(['left', 'too'])
  await endByForce(place)
  const refused = await ended([place])
  assert.equal(toldOfOthers(refused), [
    'RemoveFinalizer left refused ControllerUnknown',
    'RemoveFinalizer too refused ControllerUnknown',
    `Create ${place} skipped`,
    `Delete ${place} skipped`,
  ])
  assert.is(refused.code, 3)
  assert.is(await api.get(space(place)), undefined)

  const nobody = await run(['namespace', place, '--override=ControllerUnknown'])
  assert.is(nobody.code, 3)
  assert.match(nobody.stderr, 'their dry run needs the namespace')
  for (const dryRun of ['client', 'server']) {
    const planned = await ended([place, '--override=ControllerUnknown', `--dry-run=${dryRun}`])
    assert.equal(
      [planned.code, told(planned).every(step => step.endsWith('planned'))],
      [0, true],
      JSON.stringify(planned),
    )
  }
  assert.is(await api.get(space(place)), undefined)

  const cured = await ended([place, '--override=ControllerUnknown', PATIENT])
  assert.equal(toldOfOthers(cured), [
    `Create ${place} done`,
    'RemoveFinalizer left done',
    'RemoveFinalizer too done',
    `Delete ${place} done`,
  ])
  assert.equal([cured.code, cured.complete], [0, true])
  for (const each of [space(place), configMap('left', place), configMap('too', place)]) {
    assert.is(await api.get(each), undefined)
  }
})

test('needs no word of override for those whose operator was uninstalled', async () => {
  const [place, buckets] = [await namespace(), await crd({ kind: 'Bucket' })]
  const one = await stuckObject(buckets, place, 'one', { manager: ownManager(buckets) })
  await api.delete(space(place))
  await endByForce(place)
  const { code, ...answer } = await ended([place, PATIENT])
  const steps = toldOfOthers(answer)
  assert.equal([code, ...steps], [0, `Create ${place} done`, 'RemoveFinalizer one done', `Delete ${place} done`])
  for (const each of [space(place), one]) assert.is(await api.get(each), undefined)
})

test('and created again by somebody else while the question stands: nothing is done to theirs', async () => {
  const place = await ending(['left'])
  await endByForce(place)
  await using terminal = openTerminal(['namespace', place])
  await terminal.sees(`Type "${place}" to confirm`)
  const theirs = await api.create(space(place))
  terminal.type(`${place}${ENTER}`)
  assert.is(await terminal.ended(), 3)
  assert.is((await api.get(space(place)))!.metadata.uid, theirs.metadata.uid)
  assert.is((await api.get(space(place)))!.metadata.deletionTimestamp, undefined)
  assert.equal((await api.get(configMap('left', place)))!.metadata.finalizers, [HOLD])
})

test.run()
