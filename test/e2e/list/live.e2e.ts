import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serveHttp } from '../../cluster/loopback.ts'
import { api, namespace, run } from '../rig/rig.ts'

const test = suite('list that goes on')

function configMap(place: string, name: string, finalizers: string[]) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, finalizers } }
}

test('--watch tells that an object begins to terminate, changes and goes, until it is interrupted', async () => {
  const place = await namespace()
  await api.delete(await api.create(configMap(place, 'first', ['example.com/a'])))
  const second = await api.create(configMap(place, 'second', ['example.com/a', 'example.com/b']))
  const last = await api.create(configMap(place, 'last', ['example.com/z']))
  // The list is the sign that the watch will see everything from here on.
  const watching = run(['list', 'configmaps', '-n', place, '--watch'], {
    onOutput: async text => {
      if (!text.includes('first')) return false
      await api.delete(second)
      await api.patch(second, { metadata: { finalizers: ['example.com/b'] } })
      await api.patch(second, { metadata: { finalizers: null } })
      await api.delete(last)
      return true
    },
    signalAfterOutput: { text: 'configmap/last', signal: 'SIGINT' },
  })
  const { code, stdout } = await watching
  assert.is(code, 130)
  const rows = stdout
    .trim()
    .split('\n')
    .map(line => line.split(/ +/).slice(0, 2).join(' '))
  assert.equal(rows, [
    'EVENT NAME',
    'ADDED configmap/first',
    'ADDED configmap/second',
    'MODIFIED configmap/second',
    'DELETED configmap/second',
    'ADDED configmap/last',
  ])
})

/** The target's cluster behind a server that tells its types and answers nothing else. */
function answeringNoList() {
  return serveHttp(async ({ url = '', headers: { accept = '' } }, response) => {
    if (url !== '/api' && url !== '/apis') return
    const answer = await api.raw('GET', url, undefined, { accept })
    response.writeHead(answer.status, { 'content-type': String(answer.headers['content-type']) }).end(answer.body)
  })
}

test('an interrupt in the middle ends it with 130', async () => {
  // However late the signal comes, the program is in the middle.
  await using server = await answeringNoList()
  const { code, stderr } = await run(['list', '-v=6', '--server', server.url], {
    signalAfterOutput: { text: 'GET ', signal: 'SIGINT' },
  })
  assert.is(code, 130)
  assert.match(stderr, /interrupted/)
  assert.not.match(stderr, /\n +at /)
})

test('a reader that goes away is no error and leaves no trace', async () => {
  const place = await namespace()
  for (const name of ['a', 'b', 'c']) await api.delete(await api.create(configMap(place, name, ['example.com/a'])))
  const { code, stderr } = await run(['list', '-n', place, '-o', 'yaml'], { closeStdoutEarly: true })
  assert.is(code, 0)
  assert.is(stderr, '')
  const watching = await run(['list', 'configmaps', '-n', place, '-w'], {
    closeStdoutEarly: true,
    onOutput: async () => {
      await api.delete(await api.create(configMap(place, 'd', ['example.com/a'])))
      return true
    },
  })
  assert.is(watching.code, 0)
})

test.run()
