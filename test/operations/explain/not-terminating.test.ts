import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { discover } from '../../../src/cluster/discovery/discovery.ts'
import type { ApiRequest, Transport } from '../../../src/cluster/transport/transport.ts'
import { shippedCatalogue } from '../../../src/diagnosis/catalogue/shipped.ts'
import { notTerminating } from '../../../src/operations/explain/not-terminating.ts'
import { readNamed } from '../../../src/operations/inspect/named-objects.ts'
import { buildIncident } from '../../../src/sandbox/incidents/index.ts'

const test = suite('what a deletion of live objects would do, in short')

/** The lists of all objects of a type that were read to foresee the deletion of these namespaces, and how each would end. */
async function foreseen(names: readonly string[]) {
  const sandbox = buildIncident('operator-uninstalled')!
  const lists: string[] = []
  const real = sandbox.transport()
  const send = (request: ApiRequest) => {
    if (/^\/api\/v1\/configmaps(\?|$)/.test(request.path)) lists.push(request.path)
    return real.send(request)
  }
  const transport: Transport = { ...real, send }
  const discovery = await discover(transport)
  const { signal } = new AbortController()
  const asked = names.map(name => ({ type: 'ns', name }))
  const { found } = await readNamed(asked, { transport, discovery, namespace: 'default', signal })
  const tools = {
    clock: { now: () => sandbox.clock.now(), elapsed: () => 0, sleep: async () => {} },
    signal,
    catalogue: async () => shippedCatalogue(),
    aim: { flags: '', impersonation: '', own: '', withheld: [] },
  }
  const cluster = { transport, namespace: 'default', discovery, version: 'v1.36.3', pageSize: 500, isRecorded: false }
  const { outlooks } = await notTerminating(cluster, found, tools, { onType: () => {}, say: () => {} })
  return { lists: lists.length, verdicts: outlooks.map(outlook => outlook.foreseen?.verdict) }
}

test('one survey of the cluster serves all objects, each of which is answered by itself', async () => {
  const one = await foreseen(['web'])
  const three = await foreseen(['web', 'default', 'kube-system'])
  assert.ok(one.lists > 0)
  assert.is(three.lists, one.lists)
  assert.equal(three.verdicts, [...one.verdicts, 'stuck', 'stuck'])
})

test.run()
