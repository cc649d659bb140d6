import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { ask, type Body, MAPS, MERGE_PATCH, putMap, setup } from './ask.ts'

const test = suite('watch')

/** Opens a watch; `next` reads that many events, `end` closes it. */
async function open(sandbox: Sandbox, query: string, accept = 'application/json') {
  const path = '/api/v1/namespaces/n/configmaps'
  const parameters = { watch: '1', ...Object.fromEntries(new URLSearchParams(query)) }
  const response = await sandbox.handle({ method: 'GET', path, query: parameters, headers: { accept } })
  const lines = response.body[Symbol.asyncIterator]()
  return {
    async next(count: number): Promise<Body[]> {
      const events: Body[] = []
      while (events.length < count) {
        const { value, done } = await lines.next()
        if (done) break
        events.push(JSON.parse(Buffer.from(value).toString()))
      }
      return events
    },
    end: () => lines.return?.(),
  }
}

function told(events: Body[]): string[] {
  return events.map(({ type, object }) => `${type} ${object.metadata.name ?? ''}`.trim())
}

test('from a resourceVersion tells what came after it', async () => {
  const { sandbox } = setup()
  const { metadata } = putMap(sandbox, 'a')
  putMap(sandbox, 'b')
  const watch = await open(sandbox, `resourceVersion=${metadata.resourceVersion}`)
  await ask(sandbox, 'DELETE', `${MAPS}/a`)
  assert.equal(told(await watch.next(2)), ['ADDED b', 'DELETED a'])
  await watch.end()
})

test('without one begins with what is there', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const watch = await open(sandbox, '')
  assert.equal(told(await watch.next(1)), ['ADDED a'])
  await watch.end()
})

test('with sendInitialEvents marks their end by a bookmark', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const query = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
  const watch = await open(sandbox, query)
  const [, bookmark] = await watch.next(2)
  assert.is(bookmark.type, 'BOOKMARK')
  assert.is(bookmark.object.metadata.annotations['k8s.io/initial-events-end'], 'true')
  await watch.end()
})

test('through a selector tells of objects that enter and leave it', async () => {
  const { sandbox } = setup()
  const { metadata } = putMap(sandbox, 'a')
  const watch = await open(sandbox, `resourceVersion=${metadata.resourceVersion}&labelSelector=x=y`)
  await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { labels: { x: 'y' } } }, MERGE_PATCH)
  await ask(sandbox, 'PATCH', `${MAPS}/a`, { metadata: { labels: null } }, MERGE_PATCH)
  assert.equal(told(await watch.next(2)), ['ADDED a', 'DELETED a'])
  await watch.end()
})

test('from a compacted version is an ERROR event with 410', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  sandbox.compact()
  const [event] = await (await open(sandbox, 'resourceVersion=1')).next(1)
  assert.equal([event.type, event.object.code, event.object.reason], ['ERROR', 410, 'Expired'])
})

test('in the form of metadata has nothing else', async () => {
  const { sandbox } = setup()
  putMap(sandbox, 'a')
  const watch = await open(sandbox, '', 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1')
  const [event] = await watch.next(1)
  assert.equal(Object.keys(event.object), ['kind', 'apiVersion', 'metadata'])
  await watch.end()
})

test('ends when its request is aborted', async () => {
  const { sandbox } = setup()
  const aborter = new AbortController()
  const query = { watch: 'true' }
  const { body } = await sandbox.handle({ method: 'GET', path: MAPS, query, signal: aborter.signal })
  const ended = body[Symbol.asyncIterator]().next()
  aborter.abort()
  assert.is((await ended).done, true)
})

test.run()
