import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'

const test = suite('LeaderMissing')

const GROUP = 'objectstore.example.com'
const HOME = 'objectstore-system'

/** A controller that elects and says nothing, and a bucket that is being deleted. */
function setup(args: readonly string[] = ['--leader-elect']): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  namespace(sandbox, 'shop')
  node(sandbox, 'worker-1')
  operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets' })
  const workload = sandbox.get('apps/v1', 'Deployment', 'objectstore', HOME)!
  const { template } = workload.spec as { template: { spec: { containers: readonly object[] } } }
  const containers = template.spec.containers.map(container => ({ ...container, args }))
  sandbox.put({
    ...workload,
    spec: { ...(workload.spec as object), template: { ...template, spec: { ...template.spec, containers } } },
  })
  const finalizers = [`${GROUP}/bucket`]
  const named = { apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name: 'logs', manager: 'objectstore' }
  customResource(sandbox, { ...named, finalizers, deleted: HOUR })
  return sandbox
}

function lease(sandbox: Sandbox, holderIdentity: string, seconds: number): void {
  const renewTime = ago(sandbox, seconds).replace('Z', '.000000Z')
  const metadata = { name: 'objectstore-leader', namespace: HOME }
  const spec = { holderIdentity, leaseDurationSeconds: 15, renewTime }
  sandbox.put({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec }, { manager: 'objectstore' })
}

interface Leader {
  readonly phase?: string
  readonly nodeName?: string
  readonly deleted?: number
}

/** The Pod that once led, and the ConfigMap that it owns. */
function leaderForLife(sandbox: Sandbox, { phase = 'Running', nodeName = 'worker-1', deleted }: Leader): void {
  const pod = sandbox.put({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'objectstore-6f7c9d-first',
      namespace: HOME,
      ...(deleted !== undefined && { deletionTimestamp: ago(sandbox, deleted), deletionGracePeriodSeconds: 30 }),
    },
    spec: { nodeName, containers: [{ name: 'app', image: 'x' }] },
    status: { phase },
  })
  const owner = { apiVersion: 'v1', kind: 'Pod', name: pod.metadata.name, uid: pod.metadata.uid }
  sandbox.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'objectstore-lock', namespace: HOME, ownerReferences: [owner] },
  })
}

async function answer(sandbox: Sandbox): Promise<readonly string[]> {
  const { causes } = await explained(sandbox)
  return causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.name}`)
}

const SILENT = 'CleanupInProgress unknown logs'

test('a lock that goes with a Pod which has ended, or is on a lost node, keeps what runs from leading', async () => {
  const cases: readonly [Leader, readonly string[]][] = [
    [{ phase: 'Failed' }, ['LeaderMissing stuck objectstore-lock']],
    [{ nodeName: 'lost-30' }, ['LeaderMissing stuck objectstore-lock']],
    [{}, [SILENT]],
  ]
  for (const [leader, expected] of cases) {
    const sandbox = setup()
    node(sandbox, 'lost-30', { lost: DAY })
    leaderForLife(sandbox, leader)
    assert.equal(await answer(sandbox), expected, JSON.stringify(leader))
  }
})

test('a Pod that is being deleted and holds the lock is waited for, and its own cause is told', async () => {
  const sandbox = setup()
  node(sandbox, 'lost-30', { lost: DAY })
  leaderForLife(sandbox, { nodeName: 'lost-30', deleted: HOUR })
  const { codes, object } = await explained(sandbox)
  assert.ok(codes.includes('PodNodeLost lost-30'), codes.join())
  assert.ok(codes.includes('LeaderMissing objectstore-lock'), codes.join())
  assert.is(object('Bucket', 'logs').waitingFor[0]!.reason, 'Leader')
})

test('a Lease that nothing renews is a possibility, and proof where a controller that elects may not update it', async () => {
  const cases: readonly [readonly string[], string, number, boolean, string][] = [
    [['--leader-elect'], 'objectstore-6f7c9d-oldpd_8c1e', 40 * MINUTE, false, 'LeaderMissing stuck objectstore-leader'],
    [
      ['--leader-elect'],
      'objectstore-6f7c9d-oldpd_8c1e',
      40 * MINUTE,
      true,
      'LeaderMissing unknown objectstore-leader',
    ],
    [['--leader-elect=false'], '', 40 * MINUTE, false, 'LeaderMissing unknown objectstore-leader'],
    [[], '', 40 * MINUTE, false, 'LeaderMissing unknown objectstore-leader'],
    [['--leader-elect'], 'objectstore-6f7c9d-oldpd_8c1e', 5, false, SILENT],
  ]
  for (const [args, holder, seconds, may, expected] of cases) {
    const sandbox = setup(args)
    lease(sandbox, holder, seconds)
    if (may) sandbox.authorize = () => true
    assert.equal(await answer(sandbox), [expected], JSON.stringify([args, holder, seconds, may]))
  }
})

test('another lock that is held as it should be is the one by which it leads', async () => {
  const sandbox = setup()
  leaderForLife(sandbox, { phase: 'Failed' })
  const pod = sandbox.server.store
    .list('pods')
    .find(({ metadata }) => metadata.namespace === HOME && !metadata.name.endsWith('-first'))!
  lease(sandbox, `${pod.metadata.name}_8c1e`, 5)
  assert.equal(await answer(sandbox), [SILENT])
})

test.run()
