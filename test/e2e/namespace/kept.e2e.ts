import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, run, setNamespaceFinalizers, unique } from '../rig/rig.ts'
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

/** Says that what nobody deleted may be deleted with the namespace. */
const KNOWINGLY = '--override=NamespaceNotEmpty'

test('is not touched by --yes alone: NamespaceNotEmpty, with its name and how to keep it', async () => {
  const place = await stranded()
  for (const more of [[], ['--dry-run=client'], ['--dry-run=server']]) {
    const refused = await ended([place, ...more])
    assert.equal(toldOfOthers(refused), [
      `Create ${place} refused NamespaceNotEmpty`,
      'Delete settings skipped',
      `Delete ${place} skipped`,
    ])
    assert.equal([refused.code, refused.complete], [3, false])
    assert.match(refused.steps.find(({ action }) => action === 'Create')!.message!, 'configmaps/settings')
    assert.match(refused.steps.find(({ action }) => action === 'Create')!.message!, `kubectl create namespace ${place}`)
  }
  assert.is(await api.get(space(place)), undefined)
  assert.is((await api.get(configMap('settings', place)))!.metadata.deletionTimestamp, undefined)
})

test('is told of where explain is asked about it, with what cures it; an empty name has NotFound alone', async () => {
  const place = await stranded()
  const notFound = (name: string): string => `Error from server (NotFound): namespaces "${name}" not found\n`
  // Kubernetes may have put its own into it.
  const left =
    /^([1-9] objects are|1 object is) left in it, as after a forced deletion:\n {2}kubectl finalize namespace /
  for (const words of [['-n', place], [`namespace/${place}`], ['ns', place, place]]) {
    const { code, stdout, stderr } = await run(['explain', ...words])
    assert.equal([code, stdout, stderr.startsWith(notFound(place))], [1, '', true], stderr)
    assert.match(stderr.slice(notFound(place).length), left)
    assert.match(stderr, `kubectl finalize namespace ${place}`)
  }
  const nobodys = unique('nosuch')
  for (const words of [['-n', nobodys], [`namespace/${nobodys}`]]) {
    const { code, stderr } = await run(['explain', ...words])
    assert.equal([code, stderr], [1, notFound(nobodys)])
  }
})

test('is kept on disk before deleted with the namespace, where --override says so', async () => {
  const place = await stranded()
  const planned = await ended([place, KNOWINGLY, '--dry-run=client'])
  assert.equal(toldOfOthers(planned), [`Create ${place} planned`, 'Delete settings planned', `Delete ${place} planned`])
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-kept-'))
  const cured = await ended([place, KNOWINGLY, '--backup-dir', folder, PATIENT])
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
  const refused = await ended([place, KNOWINGLY, '--backup-dir=/dev/null/backups']).catch(() => undefined)
  assert.is(refused, undefined)
  assert.is(await api.get(space(place)), undefined)
  assert.is((await api.get(configMap('settings', place)))!.metadata.deletionTimestamp, undefined)
})

test.run()
