import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { message } from '../../src/messages/sentence.ts'
import { inWords } from '../../src/render/words/in-words.ts'

const test = suite('a repair without what follows by itself')

test('loses the words of its template alone, and nothing of a name', () => {
  const asked = (path: string) => inWords(message('OnlyWhenAsked', { next: message('CorrectField', { path }) }))
  const end = '; by its status the controller does not then retry by itself: request a retry, as below'
  assert.is(asked('spec.region'), `fix what the error names, as it seems spec.region${end}`)
  assert.is(asked('spec["a; it then b"]'), `fix what the error names, as it seems spec["a; it then b"]${end}`)
  const started = inWords(
    message('StartServing', { names: 'a; it then finishes the deletion', what: 'it', by: message('ScaleUp') }),
  )
  assert.is(started, 'start a; it then finishes the deletion, which serves it: scale it up')
  const by = message('ScaleUpInOwner', { owner: 'x; it then finishes the deletion y' })
  const named = inWords(message('StartServing', { names: 'a', what: 'it', by }))
  assert.is(named, 'start a, which serves it: set the number of replicas in x; it then finishes the deletion y')
})

test.run()
