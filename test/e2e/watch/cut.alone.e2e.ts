import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fault, faultyServer } from '../rig/faulty-server.ts'
import { api, namespace } from '../rig/rig.ts'
import { type Get, metrics, watching } from './watching.ts'

// It watches every type: while it runs, other files would be told that something listens to theirs.
const test = suite('watch --metrics over HTTP/2, when a connection of many watches is cut')

const draft = (kind: string, place: string, name: string) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: place, finalizers: [`example.com/${name}`] },
})

const isComplete = (text: string): boolean => /^kubectl_finalize_scan_complete 1$/m.test(text)
const isStuck = (text: string, name: string): boolean =>
  new RegExp(`^kubectl_finalize_stuck_objects\\{[^}]*finalizer="example.com/${name}",[^}]*\\} 1$`, 'm').test(text)

const isStuckIn = (text: string) => (name: string) => isStuck(text, name)

const EXPIRED = `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', status: 'Failure', reason: 'Expired', message: 'too old resource version', code: 410 } })}\n`
/** A reader that took it for whole would go on from another place. */
const HALF_A_BOOKMARK = '{"type":"BOOKMARK","object":{"kind":"PartialObjectMetadata","metadata":{"resourceVersion":"1'

async function held(kind: string, place: string, name: string) {
  const object = await api.create(draft(kind, place, name))
  await api.delete(object)
  return object
}

/** Scrapes, and keeps what was scraped. */
function keeping(get: Get): { readonly noted: Get; readonly scraped: string[] } {
  const scraped: string[] = []
  const noted: Get = async path => {
    const answer = await get(path)
    scraped.push(answer.text)
    return answer
  }
  return { noted, scraped }
}

test('within a bookmark it loses no series, and shows no 0; after 410 it lists again', async () => {
  const place = await namespace()
  await held('ConfigMap', place, 'steady')
  await held('Secret', place, 'secret')
  const ends = await held('ConfigMap', place, 'ends')
  const opened = Promise.withResolvers<Parameters<Fault>[0]>()
  let secretWatches = 0
  let configMapWatches = 0
  await using server = await faultyServer(
    ({ path, query }) => {
      if (!query.has('watch')) return undefined
      if (path.endsWith('/configmaps')) return ++configMapWatches === 1 ? opened.resolve : undefined
      // The second watch of Secrets, after the cut, is too old to go on.
      if (path.endsWith('/secrets') && ++secretWatches === 2) return exchange => exchange.answer(200, EXPIRED)
      return undefined
    },
    { tls: true },
  )
  const code = await watching(
    ['-n', place],
    async get => {
      const { noted, scraped } = keeping(get)
      const exchange = await opened.promise
      assert.is(exchange.seen.httpVersion, '2.0')
      const begun = await api.create(draft('ConfigMap', place, 'begun'))
      await api.delete(begun)
      const { metadata } = (await api.get(begun))!
      const changed = JSON.stringify({ type: 'MODIFIED', object: { kind: 'PartialObjectMetadata', metadata } })
      exchange.answerOpen(`${changed}\n${HALF_A_BOOKMARK}`)
      // What came in the same bytes as the half of a bookmark is seen.
      await metrics(get, text => isComplete(text) && ['steady', 'secret', 'ends', 'begun'].every(isStuckIn(text)))
      await api.patch(ends, { metadata: { finalizers: null } })

      exchange.hangUp()
      await metrics(noted, text => !isComplete(text))
      await metrics(noted, text => isComplete(text) && !isStuck(text, 'ends'))
      await held('ConfigMap', place, 'later')
      await metrics(noted, text => isComplete(text) && isStuck(text, 'later'))

      const wrong = scraped.filter(
        text => !['steady', 'secret', 'begun'].every(isStuckIn(text)) || /_objects\{[^}]*\} 0$/m.test(text),
      )
      assert.equal(wrong, [])
      const asked = server.requests.filter(({ path }) => path.endsWith('/configmaps'))
      const watches = asked.filter(({ query }) => query.has('watch')).map(({ query }) => query.get('resourceVersion'))
      assert.is(watches[1], metadata.resourceVersion, 'it goes on from what was whole')
      const lists = server.requests.filter(({ path, query }) => path.endsWith('/secrets') && !query.has('watch'))
      assert.ok(lists.length >= 2, 'Secrets are listed again')
    },
    { env: server.env },
  )
  assert.is(code, 130)
})

test.run()
