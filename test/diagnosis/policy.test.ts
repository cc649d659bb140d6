import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Policy, policies } from '../../src/diagnosis/policy.ts'
import type { CauseCode } from '../../src/render/words/explanation.ts'

const test = suite('policy')

test('a code that is not decided on does not compile', () => {
  const { ControllerManagerDown: decided, ...others } = policies
  // @ts-expect-error: the compiler asks for what is missing, and finds no error here when it does not
  const incomplete: Readonly<Record<CauseCode, Policy>> = others
  assert.equal({ ...incomplete, ControllerManagerDown: decided }, policies)
})

test('only a controller that is proven to be missing leaves a finalizer that goes unnamed', () => {
  const found = Object.entries(policies).filter(([, { removable }]) => removable === 'default')
  assert.equal(
    found.map(([code]) => code),
    ['ControllerMissing'],
  )
})

test('what is at work on a finalizer is not removable by default, and neither is what is repaired first', () => {
  for (const { atWork, repairFirst, removable } of Object.values(policies)) {
    if (atWork !== 'never' || repairFirst !== 'never') assert.is(removable, 'named')
  }
})

test.run()
