import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { removalPatch } from '../../src/api/removal-patch.ts'

const test = suite('removal patch')

const meta = (...finalizers: readonly string[]) => ({ name: 'x', uid: 'u', resourceVersion: '7', finalizers })

test('is for one state of one object, and tests each entry before it removes it', () => {
  assert.equal(removalPatch(meta('a', 'b'), ['b']), [
    { op: 'replace', path: '/metadata/resourceVersion', value: '7' },
    { op: 'test', path: '/metadata/uid', value: 'u' },
    { op: 'test', path: '/metadata/finalizers/1', value: 'b' },
    { op: 'remove', path: '/metadata/finalizers/1' },
  ])
})

test('takes every duplicate, the last first, so that no index moves', () => {
  const removed = removalPatch(meta('a', 'b', 'a', 'c'), ['a', 'c', 'none'])
    .filter(({ op }) => op === 'remove')
    .map(({ path }) => path.split('/').at(-1))
  assert.equal(removed, ['3', '2', '0'])
})

test('without the object’s version it fits no state', () => {
  const { resourceVersion: _, ...unversioned } = meta('a')
  assert.equal(removalPatch(unversioned, ['a'])[0], { op: 'replace', path: '/metadata/resourceVersion', value: '' })
})

test.run()
