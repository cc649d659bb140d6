import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectRef } from '../../../src/api/object-ref.ts'
import { deadlocksOf, goingOf } from '../../../src/plan/ordered/deadlocks.ts'

const test = suite('deadlocks of waves')

const ref = (name: string): ObjectRef => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespace: 'shop',
  name,
  uid: `uid-${name}`,
})
const wave = (number: number, ...names: readonly string[]) =>
  ({ wave: number, reason: 'Rest', why: '', refs: names.map(ref) }) as const
const reached = (name: string, of: string) => ({ ref: ref(name), why: 'NamespaceContent', of: ref(of) }) as const

/** `a` and `b` in wave 1, `c` in wave 2, which takes `along` and with that `far` along. */
const going = goingOf({
  order: [wave(1, 'a', 'b'), wave(2, 'c')],
  reach: [...['a', 'b', 'c'].map(name => reached(name, name)), reached('far', 'along'), reached('along', 'c')],
})

const told = (name: string, ...awaits: readonly string[]) =>
  deadlocksOf([{ ref: ref(name), awaits: awaits.map(ref) }], going).map(each => [
    each.ref.name,
    each.wave,
    ...each.later.map(later => `${later.ref.name} ${later.wave} ${later.with.name}`),
  ])

test('are what waits for an object of a later wave, or for what goes with one', () => {
  assert.equal(told('a', 'c'), [['a', 1, 'c 2 c']])
  assert.equal(told('a', 'far', 'b', 'along'), [['a', 1, 'far 2 c', 'along 2 c']])
})

test('are not what waits for its own wave, for an earlier one, or for what is not deleted at all', () => {
  assert.equal(told('a', 'b'), [])
  assert.equal(told('c', 'a'), [])
  assert.equal(told('a', 'elsewhere'), [])
  assert.equal(told('elsewhere', 'c'), [])
})

test('what is reached in a circle goes in no wave', () => {
  const circle = goingOf({ order: [wave(1, 'a')], reach: [reached('x', 'y'), reached('y', 'x')] })
  assert.equal([...circle.keys()], ['uid-a'])
})

test.run()
