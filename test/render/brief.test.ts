import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { brief, briefMessage, briefQuote, someOf } from '../../src/render/brief.ts'
import { hangingMessage } from '../../src/render/hanging.ts'

const test = suite('brief')

const MEGABYTE = 1_000_000

test('text of some length is shown whole; of a megabyte its start, its end, and how much is left out', () => {
  const some = 'x'.repeat(300)
  assert.is(brief(some), some)
  assert.is(
    brief(`${'a'.repeat(MEGABYTE)}!`),
    `${'a'.repeat(150)} … (999,701 more characters, more in -o json) … ${'a'.repeat(149)}!`,
  )
  assert.match(brief('a'.repeat(MEGABYTE), ''), ' … (999,700 more characters) … ')
})

test('of a long text ids and paths are shortened before words are left out', () => {
  const scope = `/subscriptions/${'1f0a6c2e-5b7f-4a88-9d57-3b1a7a0c2211/'.repeat(8)}`
  const text = brief(
    `The client '0d1f2c33-aaaa-4b7e-8f2f-8a51c6d1d8e1' with object id '5a1f2c33-bbbb-4b7e-8f2f-8a51c6d1d8e1' does not have authorization to perform action 'Microsoft.Authorization/roleAssignments/delete' over scope '${scope}' or the scope is invalid.`,
  )
  assert.ok(text.includes('does not have authorization to perform action'), text)
  assert.ok(text.endsWith("' or the scope is invalid. (shortened, more in -o json)"), text)
})

test('of a long text what is called an error is kept, with its end', () => {
  const where = 'at=it '.repeat(60)
  const text = brief(`reconciling: ${'span '.repeat(60)}failed error=ApiError: no such bucket ${where}id=1`)
  assert.ok(text.includes('more in -o json) … error=ApiError: no such bucket at=it '), text)
  assert.ok(text.endsWith('at=it id=1') && text.length < 460, text)
  assert.ok(brief(`${'why '.repeat(100)}err=denied ${where}`).includes('err=denied'))
  const trace = `flink.Exception: Failed to trigger ${'it '.repeat(60)}Failure reason: Not all tasks are running. ${where}`
  assert.ok(brief(`${'why '.repeat(100)}${trace}`).includes('Failure reason: Not all tasks are running.'))
})

test('where a line of a log stands takes no room from the line', () => {
  const where = `Pod ops/${'web-'.repeat(20)}, container app, logged at 2026-11-29T16:38:31Z:`
  const line = ` "${'word '.repeat(70)}"`
  assert.is(briefQuote(`${where}${line}`), `${where}${line}`)
  assert.ok(brief(`${where}${line}`).length < where.length + line.length)
  assert.is(briefQuote(`${line.repeat(2)}`), brief(`${line.repeat(2)}`))
})

test('no character is cut in two', () => {
  assert.ok(brief(`.${'😀'.repeat(1000)}`).isWellFormed())
})

test('a command at the end of a long message stays whole, and the message is bounded all the same', () => {
  const command = `kubectl finalize remove widgets/'a b' -n shop --context $'it\\'s' --finalizer ${'f'.repeat(300)}`
  const message = briefMessage(`${'why '.repeat(MEGABYTE / 4)}; see it: ${command} (or --override ControllerAlive)`)
  assert.ok(message.endsWith(`; see it: ${command} (or --override ControllerAlive)`))
  assert.ok(message.length < 1600, `${message.length} characters`)
})

test('a command that has no room is left out, not cut', () => {
  const long = 'x'.repeat(2000)
  const message = briefMessage(`${long} kubectl get widgets -n shop; ${long}`)
  assert.not.match(message, 'kubectl')
  assert.ok(briefMessage('kubectl get pods; '.repeat(MEGABYTE / 20)).length < 25_000)
})

test('lines break between words, and never in a command', () => {
  assert.equal(hangingMessage('', `refused: do this: kubectl get 'a b' -n shop; then look again`, '  ', 24), [
    'refused: do this:',
    "  kubectl get 'a b' -n shop;",
    '  then look again',
  ])
})

test('of many texts some are named and the rest is counted, to the last', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `s3://b${index}`)
  assert.is(someOf(ids, 3), 's3://b0; s3://b1; s3://b2; and 9 more (all of them in -o json)')
  assert.is(someOf(ids.slice(0, 3), 3), 's3://b0; s3://b1; s3://b2')
})

test.run()
