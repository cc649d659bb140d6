import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Finalizer } from '../../src/api/terminating.ts'
import { chooseFinalizers } from '../../src/plan/choose-finalizers.ts'
import { because } from '../execute/removals.ts'

const test = suite('choose finalizers')

const inMetadata = (...names: readonly string[]): readonly Finalizer[] =>
  names.map(name => ({ name, field: 'metadata' }))

function names(finalizers: readonly Finalizer[], ...rest: readonly [Parameters<typeof because>[], readonly string[]]) {
  const [causes, named] = rest
  const { chosen, stay, absent } = chooseFinalizers(
    finalizers,
    causes.map(each => because(...each)),
    named,
  )
  return { chosen: chosen.map(({ name }) => name), stay: stay.map(({ name }) => name), absent }
}

test('those that are named, and what is named and not there', () => {
  assert.equal(names(inMetadata('a', 'b', 'c'), [['ControllerMissing', 'a']], ['c', 'b', 'x']), {
    chosen: ['b', 'c'],
    stay: ['a'],
    absent: ['x'],
  })
})

test('else those whose own controller is missing', () => {
  const causes: Parameters<typeof because>[] = [
    ['ControllerMissing', 'b'],
    ['CleanupInProgress', 'a'],
    ['ControllerMissing'],
  ]
  assert.equal(names(inMetadata('a', 'b', 'c'), causes, []), { chosen: ['b'], stay: ['a', 'c'], absent: [] })
})

test('else each, for the guards to judge', () => {
  const all = inMetadata('a', 'b')
  assert.equal(names(all, [['ControllerUnknown', 'a']], []), { chosen: ['a', 'b'], stay: [], absent: [] })
  assert.equal(names([], [], []), { chosen: [], stay: [], absent: [] })
})

test('duplicates are one; the lists of a Namespace are two', () => {
  const twice: readonly Finalizer[] = [...inMetadata('a', 'b', 'a'), { name: 'kubernetes', field: 'spec' }]
  assert.equal(names(twice, [['ControllerMissing', 'a']], []), { chosen: ['a'], stay: ['b', 'kubernetes'], absent: [] })
})

test.run()
