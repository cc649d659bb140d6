import { createServer } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultyServer } from '../rig/faulty-server.ts'
import { api, namespace, run } from '../rig/rig.ts'
import { metrics, watching } from './watching.ts'

// It watches every type: while it runs, other files would be told that something listens to theirs.
const test = suite('watch --metrics')

const configMap = (place: string, name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, finalizers: ['example.com/measured'] },
})

test('an object that terminates for too long is counted with its cause, and is absent when it is gone', async () => {
  const place = await namespace()
  const object = await api.create(configMap(place, 'one'))
  await api.delete(object)
  const code = await watching(['-n', place], async get => {
    const held = await metrics(get, text => text.includes('kubectl_finalize_stuck_objects'))
    assert.ok(held.includes(`kubectl_finalize_terminating_objects{resource="configmaps",namespace="${place}"} 1`), held)
    assert.match(
      held,
      /kubectl_finalize_stuck_objects\{cause="ControllerUnknown",verdict="unknown",finalizer="example.com\/measured",namespace="[^"]+"\} 1/,
    )
    assert.match(held, /kubectl_finalize_stuck_seconds_max\{[^}]+\} [1-9]/)
    assert.equal([(await get('/healthz')).status, (await get('/readyz')).status], [200, 200])
    assert.is((await get('/nothing')).status, 404)
    await api.patch(object, { metadata: { finalizers: null } })
    const gone = await metrics(get, text => !text.includes('measured'))
    assert.not.match(gone, /kubectl_finalize_(terminating|stuck)_objects\{/)
  })
  assert.is(code, 130)
})

test('a type that may not be read makes the scan incomplete, and no 0 of it, unless it is left out on purpose', async () => {
  const place = await namespace()
  await api.delete(await api.create(configMap(place, 'seen')))
  await using server = await faultyServer(({ path, query }) => {
    if (!path.endsWith('/secrets') || query.has('watch')) return undefined
    const status = { kind: 'Status', status: 'Failure', reason: 'Forbidden', message: 'no', code: 403 }
    return exchange => exchange.answer(403, JSON.stringify(status), { 'content-type': 'application/json' })
  })
  await watching(
    ['-n', place],
    async get => {
      const text = await metrics(get, each => each.includes('kubectl_finalize_stuck_objects{'))
      assert.match(text, /^kubectl_finalize_scan_complete 0$/m)
      assert.match(text, /^kubectl_finalize_unreadable_types [1-9]/m)
      assert.not.match(text, /resource="secrets"/)
      assert.not.match(text, /last_success/)
    },
    { env: server.env },
  )
  await watching(
    ['-n', place, '--skip-types=secrets'],
    async get => {
      const text = await metrics(get, each => each.includes('kubectl_finalize_stuck_objects{'))
      assert.match(text, /^kubectl_finalize_scan_complete 1$/m)
      assert.match(text, /^kubectl_finalize_skipped_types 1$/m)
    },
    { env: server.env },
  )
})

test('connections that break take no series away', async () => {
  const place = await namespace()
  await api.delete(await api.create(configMap(place, 'steady')))
  let isDown = false
  await using server = await faultyServer(() =>
    isDown
      ? exchange => exchange.answer(500, JSON.stringify({ kind: 'Status', code: 500, message: 'ill' }))
      : undefined,
  )
  await watching(
    ['-n', place],
    async get => {
      await metrics(get, text => text.includes('kubectl_finalize_stuck_objects{'))
      isDown = true
      const blind = await metrics(get, text => /^kubectl_finalize_scan_complete 0$/m.test(text))
      assert.ok(blind.includes('resource="configmaps"'), blind)
      isDown = false
      const seen = await metrics(get, text => /^kubectl_finalize_scan_complete 1$/m.test(text))
      assert.ok(seen.includes('resource="configmaps"'), seen)
    },
    { env: server.env },
  )
})

test('an address that is taken is an error, and the watch ends', async () => {
  const taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const { code, stderr } = await run(['watch', '--metrics', `127.0.0.1:${port}`])
  taken.close()
  assert.is(code, 1)
  assert.match(stderr, /EADDRINUSE|in use/)
})

test.run()
