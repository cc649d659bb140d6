import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { message } from '../../src/messages/sentence.ts'
import { inWords } from '../../src/render/words/in-words.ts'

const test = suite('what a removal is said to leave')

test('in a namespace that is being deleted goes with it, where it is known what is left', () => {
  const told = (afterwards: string | undefined, goes: string | undefined) =>
    inWords(message('Removal', { afterwards, unread: 0, goes }))
  assert.is(
    told('Pods stay', 'shop'),
    'remove the finalizer; then, if its cleanup is not done, pods stay. What is in namespace shop is deleted with it.',
  )
  assert.is(
    told('Pods stay.', 'shop'),
    'remove the finalizer; then, if its cleanup is not done, pods stay. What is in namespace shop is deleted with it.',
  )
  assert.is(told('Pods stay.', undefined), 'remove the finalizer; then, if its cleanup is not done, pods stay.')
  assert.is(
    told(undefined, 'shop'),
    'remove the finalizer; whatever its controller would have cleaned up is left behind',
  )
})

test.run()
