import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { api, crd } from '../rig/rig.ts'
import { groupsFile, stuckResource } from './native.ts'
import { replayed } from './replayed.ts'

const test = suite('replay of groups that take a definition')

test('after its objects: that their path is gone then is how it ends well', async () => {
  const { place, words, finalizer } = await stuckResource()
  const foos = await crd({ kind: 'Foo' })
  await api.create(foos.draft('f1', place))
  const path = groupsFile(
    [
      { apiVersion: foos.apiVersion, kind: 'Foo', names: ['f1'] },
      { apiVersion: foos.apiVersion, kind: 'Foo', labelSelector: 'app=c1' },
    ],
    [{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', names: [foos.resource] }],
  )
  const answer = await replayed([...words, '-f', path, '--yes'])
  assert.is(answer.code, 0, answer.account)
  assert.equal(answer.told, [
    '1 Delete Foo/f1 done',
    `2 Delete CustomResourceDefinition/${foos.resource} done`,
    `RemoveFinalizer App/c1 ${finalizer} done`,
  ])
  assert.is(await api.get(foos.definition), undefined)
})

test.run()
