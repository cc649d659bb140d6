import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { ago, HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('a Pod whose DRA driver is gone from its node')

const DRIVER = 'gpu.example.com'
const ENDED = { terminated: { exitCode: 0, startedAt: '2026-01-15T08:00:00Z', finishedAt: '2026-01-15T11:00:00Z' } }

interface Given {
  /** spec of a ResourceSlice of the driver. */
  slice?: object
  /** Whom the claim is reserved for. */
  uid?: string
  hasDaemonSet?: boolean
  /** Whose Pods cannot read this. */
  unread?: string
}

/** Pod shop/web on worker-1, an hour past its grace, with a device of the driver by a claim that a template made. */
async function told({ slice, uid = 'pod-uid', hasDaemonSet = false, unread }: Given) {
  const sandbox = createSandbox({ clock: manualClock() })
  for (const name of ['shop', 'gpu']) sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  node(sandbox, 'worker-1')
  const results = [{ request: 'gpu', driver: DRIVER, pool: 'worker-1', device: 'gpu-0' }]
  sandbox.put({
    ...{ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'web-gpu-1', namespace: 'shop' } },
    status: { allocation: { devices: { results } }, reservedFor: [{ resource: 'pods', name: 'web', uid }] },
  } as never)
  if (slice) {
    const spec = { driver: DRIVER, pool: { name: 'worker-1', generation: 1, resourceSliceCount: 1 }, ...slice }
    sandbox.put({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: { name: 'slice-1' }, spec })
  }
  if (hasDaemonSet) {
    const paths = ['/var/lib/kubelet/plugins_registry', `/var/lib/kubelet/plugins/${DRIVER}`]
    const volumes = paths.map((path, at) => ({ name: `v${at}`, hostPath: { path } }))
    const spec = { template: { spec: { containers: [{ name: 'driver', image: 'none' }], volumes } } }
    sandbox.put({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'gpu-node', namespace: 'gpu' }, spec })
  }
  const gone = { deletionTimestamp: ago(sandbox, HOUR), deletionGracePeriodSeconds: 30 }
  sandbox.put({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop', uid: 'pod-uid', ...gone } },
    spec: {
      nodeName: 'worker-1',
      containers: [{ name: 'app', image: 'none' }],
      resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }],
    },
    status: {
      resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'web-gpu-1' }],
      containerStatuses: [{ name: 'app', restartCount: 0, state: ENDED }],
    },
  } as never)
  if (unread) sandbox.authorize = (_user, _verb, resource) => !resource.startsWith(unread)
  const { codes, causes, object } = await explained(sandbox)
  if (codes[0]!.startsWith('Controller')) assert.match(causes[0]!.summary, /^DRA driver gpu.example.com .*its devices/)
  return [object('Pod', 'web').verdict, ...codes]
}

test('is perhaps held by the driver, of which the node has no ResourceSlice', async () => {
  assert.equal(await told({}), ['unknown', 'ControllerUnhealthy worker-1'])
  assert.equal(await told({ slice: { nodeName: 'worker-2' } }), ['unknown', 'ControllerUnhealthy worker-1'])
})

test('is perhaps so too where a DaemonSet with the name of the driver, which anybody may write, has no Pod on the node', async () => {
  assert.equal(await told({ hasDaemonSet: true }), ['unknown', 'ControllerUnhealthy gpu-node'])
})

test('is not where it has one, where the devices are of no node, the claim is of another Pod, or one cannot be read', async () => {
  const held = ['unknown', 'PodTerminating web']
  assert.equal(await told({ slice: { nodeName: 'worker-1' } }), held)
  assert.equal(await told({ slice: { allNodes: true } }), held)
  assert.equal(await told({ uid: 'another' }), held)
  assert.equal(await told({ unread: 'resourceslices' }), held)
  assert.equal(await told({ unread: 'resourceclaims' }), held)
})

test.run()
