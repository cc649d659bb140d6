import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultyServer } from '../rig/faulty-server.ts'
import { api, crd, namespace, run } from '../rig/rig.ts'

const test = suite('wait')

const configMap = (place: string, name: string, finalizers: readonly string[] = ['example.com/a']) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, finalizers, labels: { app: 'web' } },
})

/** In front of the target; `then` is called once, when the program begins to watch. */
function whenWatched(then: () => Promise<unknown>) {
  let isBegun = false
  return faultyServer(({ query }) => {
    if (query.has('watch') && !isBegun) {
      isBegun = true
      void then()
    }
    return undefined
  })
}

test('ends with 0 as soon as the last of several objects goes', async () => {
  const place = await namespace()
  const first = await api.create(configMap(place, 'first'))
  const second = await api.create(configMap(place, 'second'))
  await api.delete(first)
  await api.delete(second)
  const release = (thing: typeof first) => api.patch(thing, { metadata: { finalizers: null } })
  await using server = await whenWatched(() => release(first).then(() => release(second)))
  const words = ['wait', 'configmap/first', 'configmap/second', 'configmap/none', '-n', place, '--timeout=60s']
  const { code, stdout, stderr, seconds } = await run(words, { env: server.env })
  assert.is(code, 0)
  assert.equal(
    stdout.trim().split('\n'),
    ['first', 'second'].map(name => `configmap/${name} in namespace ${place}: gone`),
  )
  assert.match(stderr, /configmaps "none" not found/)
  assert.ok(seconds < 30, `${seconds} s`)
})

test('explains at the timeout why an object is there, and ends with 3', async () => {
  const place = await namespace()
  await api.delete(await api.create(configMap(place, 'held', ['example.com/unheard-of'])))
  const { code, stdout, stderr } = await run(['wait', 'configmaps', '-l', 'app=web', '-n', place, '--timeout=1s'])
  assert.is(code, 3)
  assert.match(stdout, /example\.com\/unheard-of/)
  assert.match(stderr, /timed out after 1 s waiting for the deletion of configmap\/held/)
})

test('an object of the same name that was made since does not count', async () => {
  const place = await namespace()
  const first = await api.create(configMap(place, 'twin'))
  await api.delete(first)
  await using server = await whenWatched(async () => {
    await api.patch(first, { metadata: { finalizers: null } })
    await api.create(configMap(place, 'twin', []))
  })
  const { code } = await run(['wait', 'configmap/twin', '-n', place, '--timeout=60s'], { env: server.env })
  assert.is(code, 0)
  const again = await run(['wait', 'configmap/twin', '-n', place, '--timeout=0'])
  assert.is(again.code, 3)
  assert.match(again.stdout, /is not being deleted/)
})

test('the end of a type takes its objects along', async () => {
  const type = await crd()
  const place = await namespace()
  const object = await api.create({
    apiVersion: type.apiVersion,
    kind: type.kind,
    metadata: { name: 'last', namespace: place, finalizers: ['example.com/a'] },
  })
  await api.delete(object)
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${type.plural}.${type.apiVersion.split('/')[0]}` },
  }
  await api.delete(definition)
  await using server = await whenWatched(() => api.patch(object, { metadata: { finalizers: null } }))
  const { code } = await run(['wait', `${type.plural}/last`, '-n', place, '--timeout=60s'], { env: server.env })
  assert.is(code, 0)
})

test('a watch that breaks, and one that is too old, cost nothing but a new look', async () => {
  const place = await namespace()
  const object = await api.create(configMap(place, 'slow'))
  await api.delete(object)
  let watches = 0
  await using server = await faultyServer(({ query }) => {
    if (!query.has('watch')) return undefined
    watches++
    if (watches === 1) return exchange => exchange.reset()
    if (watches === 2) {
      return exchange =>
        exchange.answer(
          200,
          `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', status: 'Failure', reason: 'Expired', code: 410 } })}\n`,
        )
    }
    if (watches === 3) void api.patch(object, { metadata: { finalizers: null } })
    return undefined
  })
  const { code, stderr } = await run(['wait', 'configmap/slow', '-n', place, '--timeout=60s'], { env: server.env })
  assert.is(code, 0)
  assert.ok(watches >= 3)
  assert.not.match(stderr, /error/)
})

test('a server that is away at the end is no proof of anything: 1', async () => {
  const place = await namespace()
  await api.delete(await api.create(configMap(place, 'dark')))
  await using server = await faultyServer(({ query }) =>
    query.has('watch') ? exchange => exchange.goDown() : undefined,
  )
  const { code, stderr } = await run(['wait', 'configmap/dark', '-n', place, '--timeout=3s'], { env: server.env })
  assert.is(code, 1)
  assert.match(stderr, /whether configmap\/dark in namespace .* is gone could not be read/)
})

test('an interrupt ends it with 130', async () => {
  const place = await namespace()
  await api.delete(await api.create(configMap(place, 'long')))
  const { code, stderr } = await run(['wait', 'configmap/long', '-n', place, '--timeout=1h', '-v=6'], {
    signalAfterOutput: { text: 'watch=1', signal: 'SIGINT' },
  })
  assert.is(code, 130)
  assert.match(stderr, /interrupted: 0 objects of 1 gone/)
})

test.run()
