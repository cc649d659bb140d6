import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { until } from '../../control-plane/until.ts'
import { createCrd } from '../rig/crd.ts'
import { heldWatch } from '../rig/held-watch.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain by who listens at several API servers')

/** A namespace of the kernel for a host's name takes root. */
const runs = ownControlPlaneAvailable() && process.getuid?.() === 0 ? test : test.skip

runs('nothing listens where each of them says so; one that cannot be asked, or has a watch, is enough', async () => {
  await using plane = await ownControlPlane()
  const { api, server } = plane
  const other = await plane.startAnotherApiserver()
  const type = await createCrd(api)
  const metadata = { finalizers: [`${type.group}/cleanup`] }
  const path = `/apis/${type.apiVersion}/namespaces/default/${type.plural}?fieldManager=widget-operator`
  const widget = await api.send('POST', path, type.draft('one', 'default', { metadata }))
  await api.delete(widget)
  await using balancer = await balanced([server, other])
  const env = { KUBECONFIG: kubeconfigOf(plane.kubeconfig, server, balancer.server) }

  const missing = await causeOf('ControllerMissing', env)
  assert.match(counts(missing), /^nothing but kube-controller-manager watches/)
  const direct = await causeOf('ControllerUnknown', { KUBECONFIG: plane.kubeconfig })
  assert.match(counts(direct), /1 of 2 API servers/)

  const watch = await heldWatch(type, { ...plane.admin, server: other })
  assert.match(counts(await causeOf('ControllerUnknown', env)), /something listens/)
  watch[Symbol.dispose]()
  await causeOf('ControllerMissing', env)
})

async function causeOf(code: string, env: { readonly KUBECONFIG: string }): Promise<Cause> {
  const look = async () => {
    const [cause] = (await explained(['-n', 'default'], { env })).causesOf('Widget', 'one')
    if (cause?.code === code) return cause
    throw new Error(JSON.stringify([cause?.code, cause?.evidence]))
  }
  return until(look, { deadlineSeconds: 300, everyMilliseconds: 3000, what: code })
}

function counts({ evidence }: Cause): string {
  return evidence.flatMap(({ source, fact }) => (source === '/metrics' ? [fact] : [])).join()
}

/** Leads each connection to the next of these servers. */
async function balanced(servers: readonly string[]): Promise<AsyncDisposable & { readonly server: string }> {
  let turn = 0
  const open = new Set<Socket>()
  const balancer = createServer(socket => {
    const onward = connect(Number(new URL(servers[turn++ % servers.length]!).port), '127.0.0.1')
    for (const each of [socket, onward]) {
      open.add(each)
      each.on('error', () => {})
      each.on('close', () => {
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>(resolve => balancer.listen(0, '127.0.0.1', resolve))
  return {
    server: `https://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => balancer.close(resolve))
    },
  }
}

function kubeconfigOf(file: string, server: string, by: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-balanced-'))
  removeAtEnd(folder)
  const made = join(folder, 'kubeconfig')
  writeFileSync(made, readFileSync(file, 'utf8').replaceAll(server, by), { mode: 0o600 })
  return made
}

test.run()
