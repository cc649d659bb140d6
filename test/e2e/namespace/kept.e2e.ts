import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, setNamespaceFinalizers, unique } from '../rig/rig.ts'
import { configMap, ended, PATIENT, space, toldOfOthers } from './ended.ts'

const test = suite('what nobody deleted in a namespace that is not there')

/** A namespace that went with a ConfigMap in it: its controller leaves one without finalizers to the second DELETE. */
async function stranded(): Promise<string> {
  const place = unique('e2e')
  await api.create(space(place))
  await api.create({ ...configMap('settings', place), data: { colour: 'green' } })
  await setNamespaceFinalizers(place, [])
  await api.delete(space(place))
  await api.delete(space(place))
  await api.waitGone(space(place))
  return place
}

test('is kept on disk before it goes with the namespace', async () => {
  const place = await stranded()
  const planned = await ended([place, '--dry-run=client'])
  assert.equal(toldOfOthers(planned), [`Create ${place} planned`, 'Delete settings planned', `Delete ${place} planned`])
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-kept-'))
  const cured = await ended([place, '--backup-dir', folder, PATIENT])
  assert.equal(toldOfOthers(cured), [`Create ${place} done`, 'Delete settings done', `Delete ${place} done`])
  assert.equal([cured.code, cured.complete], [0, true])
  assert.match(
    readFileSync(cured.steps.find(({ ref }) => ref.name === 'settings')!.backup!, 'utf8'),
    /^ {2}colour: green$/m,
  )
  rmSync(folder, { recursive: true })
  for (const each of [space(place), configMap('settings', place)]) assert.is(await api.get(each), undefined)
})

test('stays, with the namespace, when it cannot be kept', async () => {
  const place = await stranded()
  const refused = await ended([place, '--backup-dir=/dev/null/backups']).catch(() => undefined)
  assert.is(refused, undefined)
  assert.is(await api.get(space(place)), undefined)
  assert.is((await api.get(configMap('settings', place)))!.metadata.deletionTimestamp, undefined)
})

test.run()
