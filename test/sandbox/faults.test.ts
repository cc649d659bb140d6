import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../src/api/failure.ts'
import { ask, MAPS, putMap, setup } from './ask.ts'
import { cutAfter, expired, tooManyRequests } from './fault-answers.ts'

const test = suite('faults')

test('replace the answer of a request and leave the others alone', async () => {
  const { sandbox } = setup()
  sandbox.onRequest = ({ path }) => (path === MAPS ? tooManyRequests(7) : undefined)
  const { code, text, headers } = await ask(sandbox, 'GET', MAPS)
  assert.equal([code, headers['retry-after']], [429, '7'])
  assert.match(text, /^Too many requests/)
  assert.is((await ask(sandbox, 'GET', '/api/v1/namespaces/n')).code, 200)
})

test('can break an answer off in the middle', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const whole = await sandbox.handle({ method: 'GET', path: MAPS })
  sandbox.onRequest = () => cutAfter(whole, 20)
  try {
    await ask(sandbox, 'GET', MAPS)
    assert.unreachable()
  } catch (error) {
    assert.is((error as ApiFailure).fault.kind, 'cut')
  }
})

test('can expire a page', async () => {
  const { sandbox } = setup()
  sandbox.onRequest = () => expired('later')
  const { code, body } = await ask(sandbox, 'GET', MAPS)
  assert.equal([code, body.metadata.continue], [410, 'later'])
})

test('do not reach the requests of the controllers', async () => {
  const { sandbox, clock } = setup()
  await ask(sandbox, 'DELETE', '/api/v1/namespaces/n')
  sandbox.onRequest = () => tooManyRequests()
  clock.advance(6)
  await sandbox.settle()
  assert.is(sandbox.get('v1', 'Namespace', 'n'), undefined)
})

test('of an aborted request are the port’s own', async () => {
  const { sandbox } = setup()
  try {
    await sandbox.transport().send({ method: 'GET', path: '/api', signal: AbortSignal.abort() })
    assert.unreachable()
  } catch (error) {
    assert.ok(error instanceof ApiFailure)
    assert.is(error.fault.kind, 'aborted')
  }
})

test.run()
