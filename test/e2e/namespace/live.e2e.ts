import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, namespace, run, unique } from '../rig/rig.ts'
import { EVERY_OVERRIDE, isRefused, space } from './ended.ts'

const test = suite('namespace that nobody deleted')

test('NotTerminating, whatever is said', async () => {
  const place = await namespace()
  await isRefused(place, 'NotTerminating')
  await isRefused(place, 'NotTerminating', [EVERY_OVERRIDE, '--wait=false'])
  await isRefused(place, 'NotTerminating', [EVERY_OVERRIDE, '--dry-run=server'])
  assert.is((await api.get(space(place)))!.status.phase, 'Active')
})

test('the namespaces of the cluster itself: said plainly', async () => {
  for (const name of ['default', 'kube-system', 'kube-public']) {
    const answer = await isRefused(name, 'NotTerminating', [EVERY_OVERRIDE])
    assert.match(answer.steps[0]!.message!, 'this command never ends it')
  }
})

test('one that is not there, with nothing left in it: as kubectl says it', async () => {
  const name = unique('nosuch')
  const { code, stdout, stderr } = await run(['namespace', name, '--yes'])
  assert.equal([code, stdout], [1, ''])
  assert.match(stderr, `Error from server (NotFound): namespaces "${name}" not found`)
})

test('no name, two names, a guard that cannot be passed: usage', async () => {
  for (const words of [[], ['a', 'b'], ['ns/a'], ['a', '--override=NotTerminating']]) {
    assert.is((await run(['namespace', ...words])).code, 2)
  }
})

test.run()
