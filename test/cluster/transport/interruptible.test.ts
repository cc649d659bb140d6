import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ApiFailure } from '../../../src/api/failure.ts'
import { abortedFailure } from '../../../src/cluster/transport/aborted.ts'
import { collect } from '../../../src/cluster/transport/collect.ts'
import { interruptible } from '../../../src/cluster/transport/interruptible.ts'
import type { ApiRequest, ApiResponse, Transport } from '../../../src/cluster/transport/transport.ts'

const test = suite('requests that an interrupt ends')

/** A server that answers what `answers` says, and nothing to all else; `ended` has what its signal ended. */
function server(answers: (request: ApiRequest) => boolean, wrote = false) {
  const interruption = new AbortController()
  const ended: string[] = []
  async function* body(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('{}')
  }
  const inner: Transport = {
    server: 'https://test',
    close: () => {},
    send: request =>
      new Promise<ApiResponse>((resolve, reject) => {
        const { signal, method } = request
        const end = (): void => {
          ended.push(method)
          reject(abortedFailure(signal!))
        }
        if (answers(request)) resolve({ status: 200, headers: {}, body: body() })
        else if (signal?.aborted) end()
        else signal?.addEventListener('abort', end, { once: true })
      }),
  }
  const transport = interruptible(inner, interruption.signal, () => wrote, { first: 0.4, silent: 0.05 })
  return { transport, ended, interrupt: () => interruption.abort() }
}

/** What came of it. Here no socket keeps the process alive while an answer is awaited. */
async function outcome(work: Promise<unknown>): Promise<string> {
  const alive = setInterval(() => {}, 1000)
  try {
    await work
    return 'answered'
  } catch (error) {
    return (error as ApiFailure).fault.kind
  } finally {
    clearInterval(alive)
  }
}

test('a read ends at once, a change a moment later, a dry run like a read', async () => {
  const { transport, ended, interrupt } = server(() => false)
  const asked = [
    transport.send({ method: 'PATCH', path: '/a' }),
    transport.send({ method: 'PATCH', path: '/a', query: { dryRun: 'All' } }),
    transport.send({ method: 'GET', path: '/a' }),
  ].map(outcome)
  interrupt()
  assert.equal(ended.toSorted(), ['GET', 'PATCH'])
  assert.equal(await Promise.all(asked), ['aborted', 'aborted', 'aborted'])
  assert.equal(ended.length, 3)
})

test('after it nothing is read but what tells what became of a change, and that not for long', async () => {
  const { transport, interrupt } = server(({ path }) => path === '/answered')
  interrupt()
  assert.is(await outcome(transport.send({ method: 'GET', path: '/hangs' })), 'aborted')
  assert.is(await outcome(transport.send({ method: 'GET', path: '/answered', afterInterrupt: true })), 'answered')
  assert.is(await outcome(transport.send({ method: 'GET', path: '/hangs', afterInterrupt: true })), 'cut')
})

test('once something was changed, what is answered is handed on whole', async () => {
  const { transport } = server(() => true, true)
  const { body } = await transport.send({ method: 'GET', path: '/a' })
  assert.is(new TextDecoder().decode(await collect(body)), '{}')
})

test('after a read that got no answer in its time the next ones get less, until one is answered', async () => {
  const { transport } = server(({ path }) => path === '/answered', true)
  const seconds = async (path: string): Promise<number> => {
    const begun = performance.now()
    await outcome(transport.send({ method: 'GET', path }).then(({ body }) => collect(body)))
    return (performance.now() - begun) / 1000
  }
  const [first, second] = [await seconds('/hangs'), await seconds('/hangs')]
  assert.ok(first >= 0.35 && second < 0.35, `${first} s and ${second} s`)
  await seconds('/answered')
  assert.ok((await seconds('/hangs')) >= 0.35)
})

test.run()
