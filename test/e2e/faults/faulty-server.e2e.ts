import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { request } from '../../control-plane/request.ts'
import { configMap } from '../replay/apps.ts'
import { connectionOf } from '../rig/connection-of.ts'
import { cut, done, down, hang, html, type NamedFault, reset, signalled } from '../rig/faults.ts'
import { faultyServer } from '../rig/faulty-server.ts'
import { api, namespace, run, target } from '../rig/rig.ts'

const test = suite('the server that puts faults in the way')

/** A ConfigMap is created through it, with this fault: the answer's status or `no answer`, and whether it is there then. */
async function created(fault: NamedFault | undefined, tls: boolean): Promise<readonly unknown[]> {
  await using server = await faultyServer(({ isWrite }) => (isWrite ? fault?.fault : undefined), { tls })
  const draft = configMap('one', await namespace())
  const ask = (path: string, body: object) =>
    request(connectionOf(server.env.KUBECONFIG)!, 'POST', path, body).then(
      ({ status }) => status,
      () => 'no answer',
    )
  const path = `/api/v1/namespaces/${draft.metadata.namespace}/configmaps`
  assert.is(await ask(`${path}?dryRun=All`, draft), 201, 'a dry run is no write')
  const status = await ask(path, draft)
  assert.equal(
    server.requests.map(({ isWrite, isFaulty }) => [isWrite, isFaulty === true]),
    [
      [false, false],
      [true, fault !== undefined],
    ],
  )
  return [status, (await api.get(draft)) !== undefined]
}

for (const tls of [false, true]) {
  test(`hands on, breaks before and breaks after, ${tls ? 'with' : 'without'} TLS`, async () => {
    assert.equal(await created(undefined, tls), [201, true])
    assert.equal(await created(reset, tls), ['no answer', false])
    assert.equal(await created(down, tls), ['no answer', false])
    assert.equal(await created(html(502), tls), [502, false])
    assert.equal(await created(done(html(502)), tls), [502, true])
    assert.equal(await created(done(reset), tls), ['no answer', true])
    assert.equal(await created(cut, tls), ['no answer', true])
  })
}

for (const [tls, version] of [
  [false, '1.1'],
  [true, '2.0'],
] as const) {
  test(`speaks HTTP/${version} with the program ${tls ? 'with' : 'without'} TLS`, async () => {
    await using server = await faultyServer(() => undefined, { tls })
    assert.is((await run(['list', '-o', 'name'], { env: server.env })).code, 0)
    assert.equal([...new Set(server.requests.map(({ httpVersion }) => httpVersion))], [version])
  })
}

test('lets go what hangs when it closes', async () => {
  const server = await faultyServer(() => hang.fault)
  const asked = request(connectionOf(server.env.KUBECONFIG)!, 'GET', '/version').catch(() => 'no answer')
  await server[Symbol.asyncDispose]()
  assert.is(await asked, 'no answer')
})

test('signals the program that asks', async () => {
  await using server = await faultyServer(({ path }) => (path === '/apis' ? signalled('SIGINT').fault : undefined))
  const { env, onStart } = server
  const { code } = await run(['list'], { env, onStart })
  assert.is(code, 130)
  assert.ok(server.signalledAt! < performance.now())
  assert.is.not(target().kubeconfig, env.KUBECONFIG)
})

test.run()
