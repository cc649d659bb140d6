import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { ago, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { deleted } from './stuck-objects.ts'

const test = suite('cloud-controller-manager')

/** A Service whose load balancer is to go, and, where said, the Lease of what deletes it, renewed so many seconds ago. */
function cluster(renewed: number | undefined, spec: object = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  namespace(sandbox, 'shop')
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'web',
      namespace: 'shop',
      ...deleted(sandbox, HOUR, 'service.kubernetes.io/load-balancer-cleanup'),
    },
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }], ...spec },
    status: { loadBalancer: { ingress: [{ hostname: 'lb-1.example.com' }] } },
  })
  if (renewed !== undefined) {
    const time = (seconds: number) => ago(sandbox, seconds).replace('Z', '.000000Z')
    sandbox.put({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'cloud-controller-manager', namespace: 'kube-system' },
      spec: { holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: time(5 * HOUR), renewTime: time(renewed) },
    })
  }
  return sandbox
}

test('with a stale Lease holds what has a load balancer, with what it leaks', async () => {
  const { causes, object } = await explained(cluster(600))
  assert.equal(
    causes.map(({ code, subject }) => [code, subject.kind, subject.name]),
    [['ControllerManagerDown', 'Lease', 'cloud-controller-manager']],
  )
  assert.is(object('Service', 'web').verdict, 'stuck')
  assert.equal(
    causes[0]!.remedies.map(({ kind }) => kind),
    ['repair', 'inspect', 'remove'],
  )
  // Its guard asks for the repair first.
  assert.ok(causes[0]!.remedies[2]!.commands.every(command => command.endsWith(' --override RepairFirst')))
})

test('with a fresh Lease, and silent for an hour, is suspected', async () => {
  const { causes, object } = await explained(cluster(2))
  assert.is(causes[0]!.subject.name, 'cloud-controller-manager')
  assert.is(object('Service', 'web').verdict, 'unknown')
})

test('is not blamed without its Lease, nor for a Service of another class', async () => {
  for (const sandbox of [cluster(undefined), cluster(600, { loadBalancerClass: 'lb.example.com/x' })]) {
    assert.not.ok((await explained(sandbox)).codesOf('Service', 'web').includes('ControllerManagerDown'))
  }
})

test.run()
