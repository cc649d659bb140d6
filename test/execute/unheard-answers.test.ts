import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { outcomeOf } from '../../src/execute/account.ts'
import { removeFinalizers } from '../../src/execute/remove-finalizers.ts'
import type { Step } from '../../src/plan/outcome.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { serveRequest } from '../../src/sandbox/serve-request.ts'
import { cutAfter, plainText, statusResponse } from '../sandbox/fault-answers.ts'
import { worded } from '../worded.ts'
import { HOLD, removal } from './removals.ts'
import { conflict, firstPatches, madeAndCut, results, setup } from './stuck-in-sandbox.ts'

const test = suite('answers that nobody heard')

test('an answer that is cut off after the patch was made: done, and it is gone', async () => {
  const it = setup([HOLD], ({ sandbox }) => firstPatches(1, madeAndCut(sandbox)))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes, it.now()], [['done'], ['PATCH'], undefined])
  assert.equal([worded(steps[0]!.message), steps[0]!.backup], ['the object is gone', '/backups/1'])
})

test('the same where others keep the object: done, and what holds it', async () => {
  const it = setup([HOLD, 'example.com/b'], ({ sandbox }) => firstPatches(1, madeAndCut(sandbox)))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes], [['done'], ['PATCH']])
  assert.match(inWords(steps[0]!.message!), 'held by example.com/b')
})

test('an answer that is cut off before the patch was made: it is sent again', async () => {
  const it = setup([HOLD], () => firstPatches(1, () => cutAfter(conflict(), 3)))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes, it.now()], [['done'], ['PATCH', 'PATCH'], undefined])
})

test('a gateway that answers 502 after the patch was made: done; before it was made: it is sent again', async () => {
  const gateway = () => plainText(502, '<html>bad gateway</html>')
  const made = setup([HOLD], ({ sandbox: { server } }) =>
    firstPatches(1, async request => {
      await serveRequest(server, request)
      return gateway()
    }),
  )
  assert.equal(results(await removeFinalizers(removal(made.object, [HOLD]), made.tools)), ['done'])
  assert.equal([made.writes, made.now()], [['PATCH'], undefined])
  const notMade = setup([HOLD], () => firstPatches(2, gateway))
  assert.equal(results(await removeFinalizers(removal(notMade.object, [HOLD]), notMade.tools)), ['done'])
  assert.equal([notMade.writes, notMade.now()], [['PATCH', 'PATCH', 'PATCH'], undefined])
})

test('503 or 429 with Retry-After after the patch was made: done, and it is sent once', async () => {
  for (const [code, seconds] of [
    [503, 1],
    [429, 3],
    [500, 1],
  ] as const) {
    const it = setup([HOLD, 'example.com/b'], ({ sandbox: { server } }) =>
      firstPatches(1, async request => {
        await serveRequest(server, request)
        return { ...plainText(code, 'try again'), headers: { 'retry-after': String(seconds) } }
      }),
    )
    const begun = it.tools.clock.elapsed()
    const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
    assert.equal([results(steps), it.writes], [['done'], ['PATCH']], String(code))
    assert.ok(it.tools.clock.elapsed() - begun >= seconds)
  }
})

test('429 after the patch was made, and nothing can be read any more: sent, and the outcome is not known', async () => {
  let isGone = false
  const it = setup([HOLD, 'example.com/b'], ({ sandbox: { server } }) =>
    firstPatches(1, async request => {
      await serveRequest(server, request)
      isGone = true
      return plainText(429, 'too many requests')
    }),
  )
  const { onRequest } = it.sandbox
  it.sandbox.onRequest = request =>
    isGone && request.method === 'GET' ? statusResponse(403, { reason: 'Forbidden' }) : onRequest?.(request)
  const [step] = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal(
    [step!.result, inWords(step!.message!).startsWith('sent, outcome unknown')],
    ['failed', true],
    inWords(step!.message!),
  )
})

test('429 after the patch was made, and an interrupt: it is not said to be unsent', async () => {
  const interrupt = new AbortController()
  const it = setup([HOLD, 'example.com/b'], ({ sandbox: { server } }) =>
    firstPatches(1, async request => {
      await serveRequest(server, request)
      interrupt.abort()
      return plainText(429, 'too many requests')
    }),
  )
  const [step] = await removeFinalizers(removal(it.object, [HOLD]), { ...it.tools, signal: interrupt.signal })
  assert.is(step!.result, 'done', JSON.stringify(step))
})

test('a server that always says 429 is not said to have done it', async () => {
  const it = setup([HOLD], () => firstPatches(1000, () => plainText(429, 'too many requests')))
  const [step] = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([step!.result, inWords(step!.message!).startsWith('sent')], ['failed', false], inWords(step!.message!))
})

test('429 before the patch was made: it is sent again when there is room, however often that is', async () => {
  const it = setup([HOLD], () => firstPatches(8, () => plainText(429, 'too many requests')))
  assert.equal(results(await removeFinalizers(removal(it.object, [HOLD]), { ...it.tools, waitSeconds: 0 })), ['done'])
  assert.is(it.writes.length, 9)
})

test('an error of a webhook is an answer: failed, and it is sent once', async () => {
  const message = 'Internal error occurred: failed calling webhook "w.example.com": no endpoints available'
  const it = setup([HOLD], () => firstPatches(100, () => statusResponse(500, { reason: 'InternalError', message })))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes, worded(steps[0]!.message)], [['failed'], ['PATCH'], message])
})

test('a route that is lost is no conflict: tried again, and failed in the words of the server', async () => {
  const it = setup([HOLD], () => firstPatches(100, () => plainText(404, '404 page not found')))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal([results(steps), it.writes.length], [['failed'], 5])
})

test('while an answer is awaited the journal says that the outcome is unknown, and afterwards what it is', async () => {
  const noted: (readonly Step[])[] = []
  const it = setup([HOLD], ({ tools }) =>
    firstPatches(1, () => {
      noted.push(outcomeOf(tools.journal.events).steps)
      return undefined
    }),
  )
  assert.is(it.tools.journal.wrote, false)
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal(
    noted[0]!.map(({ result, message, backup }) => [result, worded(message), backup]),
    [['failed', 'sent, outcome unknown', '/backups/1']],
  )
  assert.equal([it.tools.journal.wrote, outcomeOf(it.tools.journal.events).steps], [true, steps])
})

test('no answer ever: failed, and that the outcome is unknown', async () => {
  const it = setup([HOLD], () => firstPatches(100, () => cutAfter(conflict(), 3)))
  const steps = await removeFinalizers(removal(it.object, [HOLD]), it.tools)
  assert.equal(results(steps), ['failed'])
  assert.match(inWords(steps[0]!.message!), 'outcome unknown')
  assert.equal(
    steps[0]!.advice!.flatMap(({ commands }) => commands),
    ['kubectl get configmaps/settings -n shop'],
  )
})

test.run()
