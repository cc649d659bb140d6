import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api } from '../rig/rig.ts'
import { configMap, ownedBy } from './apps.ts'
import { stuckResource } from './native.ts'
import { replayed } from './replayed.ts'

const test = suite('replay of what a resource does not own alone')

test('without a file it stays with the other owner, and the plan says so', async () => {
  const { type, place, resource, words } = await stuckResource()
  const other = await api.create(type.draft('other', place))
  const owners = [resource, other].flatMap(
    each => (ownedBy(each) as { ownerReferences: readonly object[] }).ownerReferences,
  )
  const both = await api.create(configMap('both', place, { ownerReferences: owners }))
  const mine = await api.create(configMap('mine', place, ownedBy(resource)))
  const answer = await replayed([...words, '--yes'])
  assert.is(answer.code, 0, answer.account)
  assert.ok(answer.told.includes('1 Delete ConfigMap/mine done'), answer.account)
  assert.match(answer.stderr, /stays +configmap\/both in namespace .*: App other owns it as well/)
  assert.is((await api.get(both))!.metadata.deletionTimestamp, undefined)
  assert.is(await api.get(mine), undefined)
})

test.run()
