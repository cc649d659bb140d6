import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { discover } from '../../src/cluster/discovery/discovery.ts'
import { readJson } from '../../src/cluster/transport/read.ts'
import { alone } from '../../src/diagnosis/alone.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { type Prospect, prospectOf } from '../../src/diagnosis/prospect.ts'
import { heldOf } from '../../src/diagnosis/stuck-object.ts'
import { askUntilKnown } from '../../src/operations/inspect/ask-until-known.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { clusterOfThings, operatorUninstalled } from './things.ts'
import { GROUP } from './webhook-configuration.ts'

const test = suite('what is to be expected of a finalizer, were its object deleted now')
const FINALIZER = `${GROUP}/hold`

/** A Thing that nobody deleted. */
function live(sandbox: Sandbox): void {
  const place = { apiVersion: `${GROUP}/v1`, kind: 'Thing', namespace: 'customers', name: 'one' }
  customResource(sandbox, { ...place, manager: 'tenancy', finalizers: [FINALIZER] })
}

async function expected(sandbox: Sandbox, finalizer: string = FINALIZER): Promise<Prospect> {
  const transport = sandbox.transport()
  const discovery = await discover(transport)
  const type = discovery.types.find(({ plural }) => plural === 'things')!
  const path = `/apis/${GROUP}/v1/namespaces/customers/things/one`
  const { metadata } = (await readJson(transport, { method: 'GET', path })).body as KubeObject
  const held = heldOf(type, metadata)
  const { answer } = await askUntilKnown({ transport, discovery, pageSize: 500 }, sandbox.clock.now(), facts =>
    prospectOf(held, finalizer, alone(held, facts, shippedCatalogue())),
  )
  return answer!
}

function install(sandbox: Sandbox, replicas: number): void {
  operator(sandbox, { name: 'tenancy', group: GROUP, plural: 'things', replicas })
}

test('Kubernetes removes its own by itself, and nobody those that it does not look for on the type', async () => {
  const sandbox = clusterOfThings()
  live(sandbox)
  assert.is((await expected(sandbox, 'foregroundDeletion')).state, 'kubernetes')
  assert.is((await expected(sandbox, 'kubernetes.io/pvc-protection')).state, 'stuck')
})

test('it is unknown when nothing here is its controller: that may run outside, and had nothing to do yet', async () => {
  const sandbox = clusterOfThings()
  live(sandbox)
  assert.is((await expected(sandbox)).state, 'unknown')
})

test('it is stuck when its controller was uninstalled, or has no replica', async () => {
  const sandbox = clusterOfThings()
  live(sandbox)
  operatorUninstalled(sandbox)
  const missing = await expected(sandbox)
  assert.equal([missing.state, missing.workloads], ['stuck', []])
  install(sandbox, 0)
  const scaled = await expected(sandbox)
  assert.is(scaled.state, 'stuck')
  assert.equal(
    scaled.workloads.map(({ kind, name }) => `${kind} ${name}`),
    ['Deployment tenancy'],
  )
})

test('it is alive when its controller runs, and the object is not said to be deleted', async () => {
  const sandbox = clusterOfThings()
  live(sandbox)
  install(sandbox, 1)
  const { state, workloads } = await expected(sandbox)
  assert.is(state, 'alive')
  assert.is(workloads[0]?.name, 'tenancy')
})

test.run()
