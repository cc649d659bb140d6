import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { faultyServer } from '../rig/faulty-server.ts'
import { api, crd, namespace, run } from '../rig/rig.ts'

// It watches every type: while it runs, other files would be told that something listens to theirs.
const test = suite('watch')

const FAST = ['--after=1s', '--every=1s']

const configMap = (place: string, name: string, finalizer: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, finalizers: [finalizer] },
})

const release = (thing: Parameters<typeof api.patch>[0]) => api.patch(thing, { metadata: { finalizers: null } })

test('tells of a cause that comes, holds more, and ends, and writes a page and a recording of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-report-'))
  const files = () => readdirSync(folder).toSorted()
  const place = await namespace()
  const first = await api.create(configMap(place, 'first', 'example.com/watched'))
  const second = await api.create(configMap(place, 'second', 'example.com/watched'))
  await api.delete(first)
  let step = 0
  const { code, stdout } = await run(['watch', '-n', place, ...FAST, '--report', folder], {
    onOutput: async text => {
      if (step === 0 && text.includes('holds 1 object')) {
        step = 1
        await until(async () => files().length === 2 || undefined, { what: 'a report', deadlineSeconds: 60 })
        await api.delete(second)
      }
      if (step === 1 && text.includes('holds 2 objects')) {
        step = 2
        await release(first)
        await release(second)
      }
      return step === 2
    },
    signalAfterOutput: { text: 'ENDED', signal: 'SIGTERM' },
  })
  assert.is(code, 130)
  const lines = stdout
    .trim()
    .split('\n')
    .filter(line => !/READABLE/.test(line))
  assert.match(lines[0]!, / UNKNOWN {2}ControllerUnknown configmap\/first in namespace \S+ holds 1 object: /)
  assert.ok(
    lines.some(line => /holds 2 objects, before unknown and 1 object$/.test(line)),
    stdout,
  )
  assert.match(lines.at(-1)!, / ENDED {2}ControllerUnknown /)
  const [page, recording] = files().map(name => join(folder, name)) as [string, string]
  assert.match(page, /Z-ControllerUnknown-[0-9a-f]{8}\.html$/)
  assert.match(readFileSync(page, 'utf8'), /example\.com\/watched/)
  assert.is(statSync(page).mode & 0o777, 0o600)
  assert.match((await run(['explain', '--from', recording])).stdout, /ControllerUnknown/)
  rmSync(folder, { recursive: true })
})

test('follows a type that is made while it runs', async () => {
  const place = await namespace()
  let type: Awaited<ReturnType<typeof crd>> | undefined
  const waker = await api.create(configMap(place, 'waker', 'example.com/waker'))
  await api.delete(waker)
  const { code } = await run(['watch', '-n', place, ...FAST, '-o', 'json'], {
    onOutput: async text => {
      if (!text.includes('waker')) return false
      type = await crd()
      const object = { apiVersion: type.apiVersion, kind: type.kind }
      await api.delete(
        await api.create({
          ...object,
          metadata: { name: 'later', namespace: place, finalizers: ['example.com/later'] },
        }),
      )
      return true
    },
    signalAfterOutput: { text: '"name": "later"', signal: 'SIGINT' },
    timeoutSeconds: 100,
  })
  assert.is(code, 130)
})

test('a watch that fails is told, and told again when it stands; nothing ends by it', async () => {
  const place = await namespace()
  await api.delete(await api.create(configMap(place, 'steady', 'example.com/steady')))
  let watches = 0
  await using server = await faultyServer(({ query, path }) => {
    if (!query.has('watch') || !path.endsWith('/configmaps') || ++watches > 2) return undefined
    return exchange =>
      exchange.answer(500, JSON.stringify({ kind: 'Status', status: 'Failure', message: 'it is ill', code: 500 }))
  })
  const { code, stdout } = await run(['watch', '-n', place, ...FAST], {
    env: server.env,
    signalAfterOutput: { text: ' READABLE  configmaps', signal: 'SIGINT' },
  })
  assert.is(code, 130)
  assert.match(stdout, / UNREADABLE {2}configmaps: .*it is ill/)
  assert.match(stdout, /configmap\/steady/)
  assert.not.match(stdout, / ENDED /)
})

test('looks once: 3 while something is held, 0 when not, of what is past --after', async () => {
  const place = await namespace()
  const object = await api.create(configMap(place, 'once', 'example.com/once'))
  await api.delete(object)
  const once = (...words: string[]) => run(['watch', '--once', '-n', place, ...words])
  assert.is((await once('--after=0')).code, 3)
  assert.is((await once('--after=1h')).code, 0)
  await release(object)
  assert.is((await once('--after=0')).code, 0)
})

test('a server that is not there is an error at the start', async () => {
  const { code, stderr } = await run(['watch', '--server', 'http://127.0.0.1:1'])
  assert.is(code, 1)
  assert.match(stderr, /refused/)
})

test.run()
