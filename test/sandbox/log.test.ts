import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from './manual-clock.ts'

const test = suite('logs of the sandbox')

const LINES = ['2026-03-01T11:59:00Z one', '2026-03-01T11:59:30Z two', '2026-03-01T12:00:00Z three']

function setup({ containers = ['manager'], nodeName = 'worker' } = {}) {
  const sandbox = createSandbox({ clock: manualClock('2026-03-01T12:00:00Z') })
  const spec = { containers: containers.map(name => ({ name, image: 'none' })), ...(nodeName && { nodeName }) }
  sandbox.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'default' }, spec })
  sandbox.logs.set('default/a/manager', { lines: LINES })
  const read = async (query: Record<string, string> = {}, pod = 'a') => {
    const path = `/api/v1/namespaces/default/pods/${pod}/log`
    const { status, body } = await sandbox.transport().send({ method: 'GET', path, query })
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    return [status, Buffer.concat(chunks).toString()] as const
  }
  return { sandbox, read }
}

test('are the last lines, those since a time, with or without times, up to so many bytes', async () => {
  const { read } = setup()
  assert.equal(await read(), [200, 'one\ntwo\nthree\n'])
  assert.equal(await read({ tailLines: '1', timestamps: 'true' }), [200, `${LINES[2]}\n`])
  assert.equal(await read({ sinceSeconds: '30' }), [200, 'two\nthree\n'])
  assert.equal(await read({ sinceTime: '2026-03-01T11:59:31Z' }), [200, 'three\n'])
  assert.equal(await read({ limitBytes: '5' }), [200, 'one\nt'])
  assert.equal(await read({ tailLines: '0' }), [200, ''])
})

test('are refused with 422 for parameters that no server takes', async () => {
  const { read } = setup()
  for (const query of [
    { sinceSeconds: '0' },
    { tailLines: '-1' },
    { limitBytes: '0' },
    { sinceSeconds: '1', sinceTime: LINES[0]!.slice(0, 20) },
  ])
    assert.is((await read(query as Record<string, string>))[0], 422, JSON.stringify(query))
})

test('are refused with 400 where it is not clear whose they are, and of an earlier container that never was', async () => {
  const two = setup({ containers: ['kube-rbac-proxy', 'manager'] })
  const [status, text] = await two.read()
  assert.is(status, 400)
  assert.match(text, 'choose one of: [kube-rbac-proxy manager]')
  assert.is((await two.read({ container: 'sidecar' }))[0], 400)
  assert.is((await two.read({ container: 'manager', previous: 'true' }))[0], 400)
  assert.equal(await two.read({ container: 'kube-rbac-proxy' }), [200, ''])
})

test('of the container before are those of `previous`', async () => {
  const { sandbox, read } = setup()
  sandbox.logs.set('default/a/manager', { lines: [], previous: LINES.slice(0, 1) })
  assert.equal(await read({ previous: 'true' }), [200, 'one\n'])
})

test('of a Pod without a node are no answer, and of one that is not there a 404', async () => {
  assert.equal(await setup({ nodeName: '' }).read(), [204, ''])
  assert.is((await setup().read({}, 'b'))[0], 404)
})

test('that the kubelet fails to read are its own words, those of a 500 alone', async () => {
  const { sandbox, read } = setup()
  sandbox.logs.set('default/a/manager', { lines: [], fails: { code: 500, message: 'disk is gone' } })
  const [status, text] = await read()
  assert.is(status, 500)
  assert.match(text, 'disk is gone')
  sandbox.logs.set('default/a/manager', { lines: [], fails: { code: 503, message: 'busy' } })
  assert.is((await read())[0], 503)
})

test('of a Pod on a node without an address are a 500', async () => {
  const { sandbox, read } = setup()
  sandbox.logs.clear()
  sandbox.put({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker' } })
  const [status, text] = await read()
  assert.is(status, 500)
  assert.match(text, 'no preferred addresses found')
})

test.run()
