import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { discover } from '../../src/cluster/discovery/discovery.ts'
import { alone } from '../../src/diagnosis/alone.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { heldOf } from '../../src/diagnosis/stuck-object.ts'
import { type Usage, usageOf } from '../../src/diagnosis/usage.ts'
import { askUntilKnown } from '../../src/operations/inspect/ask-until-known.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { controllerOf, deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'

const test = suite("what Kubernetes' own finalizers wait for")

function setup(): { sandbox: Sandbox; claim: KubeObject } {
  const sandbox = createSandbox({ clock: manualClock() })
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  node(sandbox, 'worker-1')
  const metadata = { name: 'data', namespace: 'shop', finalizers: ['kubernetes.io/pvc-protection'] }
  return { sandbox, claim: sandbox.put({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata }) }
}

async function usage(sandbox: Sandbox, { kind, metadata }: KubeObject, user?: string): Promise<Usage> {
  const discovery = await discover(sandbox.transport())
  const held = heldOf(discovery.types.find(each => each.kind === kind)!, metadata)
  const source = { transport: sandbox.transport(user), discovery, pageSize: 500 }
  const { answer } = await askUntilKnown(source, sandbox.clock.now(), facts =>
    usageOf(held, metadata.finalizers![0]!, alone(held, facts, shippedCatalogue())),
  )
  return answer
}

test('a claim waits for the Pods that use it, which go with what owns them', async () => {
  const { sandbox, claim } = setup()
  deployment(sandbox, 'shop', 'web', { replicas: 1 })
  const set = sandbox.get('apps/v1', 'ReplicaSet', 'web-5d8f7c9b64', 'shop')!
  pod(sandbox, 'shop', 'web-x', { owner: controllerOf(set), claim: 'data' })
  pod(sandbox, 'shop', 'other', { claim: 'elsewhere' })
  const { summary, users } = await usage(sandbox, claim)
  assert.is(inWords(summary), 'Kubernetes removes it when no Pod uses the claim')
  assert.equal(
    users.map(({ name, owners, complete }) => [name, ...owners.map(({ kind, name }) => `${kind} ${name}`), complete]),
    [['web-x', 'ReplicaSet web-5d8f7c9b64', 'Deployment web', true]],
  )
})

test('a Pod that is going already is in nobody’s way', async () => {
  const { sandbox, claim } = setup()
  pod(sandbox, 'shop', 'web-x', { claim: 'data', deleted: 5, finalizers: ['example.com/f'] })
  assert.equal((await usage(sandbox, claim)).users, [])
})

test('owners of a kind that is not served are not all known', async () => {
  const { sandbox, claim } = setup()
  const owner = { apiVersion: 'example.com/v1', kind: 'Database', name: 'main', uid: 'u', controller: true }
  pod(sandbox, 'shop', 'db-0', { owner, claim: 'data' })
  assert.equal(
    (await usage(sandbox, claim)).users.map(({ complete }) => complete),
    [false],
  )
})

test('that the Pods could not be read is said, and none is accused', async () => {
  const { sandbox, claim } = setup()
  pod(sandbox, 'shop', 'web-x', { claim: 'data' })
  const { unread, users, summary } = await usage(sandbox, claim, 'nobody')
  assert.equal([unread, users], [true, []])
  assert.match(inWords(summary), 'pods in namespace shop could not be read')
})

test('a volume waits for the claim that is bound to it', async () => {
  const { sandbox, claim } = setup()
  const { name, namespace, uid } = claim.metadata
  const volume = (phase: string) =>
    sandbox.put({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv', finalizers: ['kubernetes.io/pv-protection'] },
      spec: { claimRef: { name, namespace, uid } },
      status: { phase },
    })
  const { users } = await usage(sandbox, volume('Bound'))
  assert.equal(
    users.map(user => `${user.kind} ${user.namespace}/${user.name} ${user.by}`),
    ['PersistentVolumeClaim shop/data binding'],
  )
  assert.equal((await usage(sandbox, volume('Released'))).users, [])
})

test('a CRD waits for its instances, which Kubernetes deletes', async () => {
  const { sandbox } = setup()
  definition(sandbox, { group: 'acme.test', plural: 'foos', kind: 'Foo', deleted: 5 })
  const foos = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'foos.acme.test')!
  const { summary } = await usage(sandbox, foos)
  assert.is(inWords(summary), 'Kubernetes deletes the instances and removes it when none is left')
})

test.run()
