import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure, type Fault } from '../../src/api/failure.ts'
import { message, WordedFailure } from '../../src/messages/sentence.ts'
import { formatFailure } from '../../src/render/failure.ts'
import { formatUnreadable, wordedUnreadable } from '../../src/render/unreadable.ts'

const test = suite('errors')

const said = (fault: Fault): string => formatFailure(new ApiFailure(fault))

function status(code: number, reason: string | undefined, message: string): Fault {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message } as const
  return { kind: 'status', code, status: { ...body, ...(reason !== undefined && { reason }) } }
}

test('errors read as those of kubectl', () => {
  assert.is(said(status(403, 'Forbidden', 'pods is forbidden')), 'Error from server (Forbidden): pods is forbidden')
  assert.is(said(status(500, undefined, 'oops')), 'Error from server: oops')
  assert.is(
    said(status(401, 'Unauthorized', 'Unauthorized')),
    'error: You must be logged in to the server (Unauthorized)',
  )
  assert.is(
    said({ kind: 'refused', host: '127.0.0.1:1' }),
    'The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?',
  )
  assert.is(said({ kind: 'unreachable', message: 'EOF' }), 'Unable to connect to the server: EOF')
  assert.is(said({ kind: 'configuration', message: 'context "x" does not exist' }), 'error: context "x" does not exist')
  assert.is(
    said({ kind: 'configuration', message: 'Error in configuration: \n* a\n* b\x1b[2J' }),
    'Error in configuration: \n* a\n* b<U+001B>[2J',
  )
  assert.is(formatFailure(new Error('two\nlines')), 'error: two lines')
})

test('a message of the server cannot colour the terminal', () => {
  assert.is(
    said(status(500, 'In\x1b[31mternal', 'a\x1b[2J\nb')),
    'Error from server (In<U+001B>[31mternal): a<U+001B>[2J b',
  )
})

test('a failure with a sentence is told by it, in the frame of what failed', () => {
  const none = message('NothingBegun', { type: 'pods', name: 'web' })
  assert.is(
    formatFailure(new WordedFailure(status(404, 'NotFound', 'pods "web" not found'), none)),
    'Error from server (NotFound): pods "web" not found, and no journal of an unfinished rescue of it',
  )
  const aborted = { kind: 'aborted', message: 'interrupted' } as const
  assert.is(
    formatFailure(new WordedFailure(aborted, message('InterruptedWhileExplaining'))),
    'error: interrupted before everything was explained',
  )
})

test('a port that another program has is told as such', () => {
  const error = Object.assign(new Error('listen EADDRINUSE: address already in use 127.0.0.1:6443'), {
    code: 'EADDRINUSE',
    address: '127.0.0.1',
    port: 6443,
  })
  assert.is(formatFailure(error), 'error: address already in use 127.0.0.1:6443')
})

test('a port that only root may have, and an address of another machine, too', () => {
  const [denied, foreign] = [
    'listen EACCES: permission denied 127.0.0.1:80',
    'listen EADDRNOTAVAIL: address not available 10.9.9.9:80',
  ]
  assert.is(formatFailure(new Error(denied)), 'error: permission denied 127.0.0.1:80')
  assert.is(formatFailure(new Error(foreign)), 'error: address not available 10.9.9.9:80')
})

test('why something was not asked is told in words', () => {
  const unasked = { resource: '*', reason: 'Interrupted', message: message('UserInterrupted') }
  const skipped = { resource: 'pods', reason: 'Skipped', message: message('TypeSkipped') }
  assert.equal(formatUnreadable([unasked, skipped]), [
    'warning: not read (Interrupted): *: the user interrupted',
    'warning: not read (Skipped): pods: it is left out on purpose (--skip-types)',
  ])
  const unread = { resource: 'roles', reason: 'NotAsked', message: message('QuestionsEnded') }
  assert.is(wordedUnreadable(unread).message, 'it was not read before the questions ended')
})

test('what was not read is told in one line for each reason', () => {
  const forbidden = Array.from({ length: 9 }, (_, index) => ({
    resource: `t${index}`,
    reason: 'Forbidden',
    message: 'no',
  }))
  const stale = { resource: '*.metrics.k8s.io', reason: 'StaleDiscovery', message: 'down' }
  assert.equal(formatUnreadable([stale, ...forbidden]), [
    'warning: not read (Forbidden): t0, t1, t2, t3, t4 and 4 more: no',
    'warning: not read (StaleDiscovery): *.metrics.k8s.io: down',
  ])
  assert.equal(formatUnreadable([]), [])
})

test.run()
