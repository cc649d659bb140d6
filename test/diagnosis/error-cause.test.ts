import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { goneBy } from '../../src/diagnosis/obstacles/failing-finalizers.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { configuration, webhook } from './webhook-configuration.ts'

const test = suite('what an error of the cleanup names')

const GROUP = 'rabbitmq.com'
const REFUSED =
  'Delete "http://broker.shop.svc:15672/api/users/a": dial tcp 10.96.14.7:15672: connect: connection refused'

/** A user whose controller reports an error, and what else is in the cluster. */
async function causeOf(
  message: string,
  fill: (sandbox: Sandbox) => void,
  deleted?: number,
  spec = {},
  more: readonly object[] = [],
) {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'users', kind: 'User' })
  namespace(sandbox, 'shop', { ...(deleted !== undefined && { deleted }) })
  operator(sandbox, { name: 'topology', group: GROUP, plural: 'users' })
  const lastTransitionTime = ago(sandbox, MINUTE)
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'User',
    namespace: 'shop',
    name: 'a',
    manager: 'topology',
    finalizers: [`${GROUP}/user`],
    deleted: HOUR,
    spec,
    status: {
      conditions: [{ type: 'Ready', status: 'False', reason: 'FailedDelete', message, lastTransitionTime }, ...more],
    },
  })
  fill(sandbox)
  const { causes } = await explained(sandbox)
  const found = causes.find(({ code }) => code === 'CleanupFailing')!
  return {
    facts: found.evidence.map(({ fact }) => fact).join('\n'),
    remedies: found.remedies.map(({ kind, commands }) => `${kind} ${commands[0]}`),
    first: found.remedies[0]!.summary,
    last: found.remedies.at(-1)!.summary,
  }
}

function service(sandbox: Sandbox, namespace = 'shop'): void {
  const spec = { selector: { app: 'broker' }, ports: [{ port: 5672 }] }
  sandbox.put({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'broker', namespace }, spec })
}

test('a server that it calls is told to be scaled up, where its workload is scaled to zero, whatever port the error names', async () => {
  const { facts, remedies } = await causeOf(REFUSED, sandbox => {
    service(sandbox)
    deployment(sandbox, 'shop', 'broker', { replicas: 0, serviceAccount: 'default', age: HOUR })
  })
  assert.match(facts, 'Service broker in namespace shop has no ready address behind it')
  assert.is(remedies[0], 'repair kubectl scale deployment/broker -n shop --replicas=1')
  assert.is(remedies.length, 2)
})

test('a server is scaled up in the custom resource that owns its workload, which would set it back', async () => {
  const { remedies } = await causeOf(REFUSED, sandbox => {
    service(sandbox)
    definition(sandbox, { group: GROUP, plural: 'rabbitmqclusters', kind: 'RabbitmqCluster' })
    const apiVersion = `${GROUP}/v1`
    const kind = 'RabbitmqCluster'
    const { metadata } = customResource(sandbox, {
      apiVersion,
      kind,
      namespace: 'shop',
      name: 'broker',
      manager: 'cluster-operator',
    })
    const template = { metadata: { labels: { app: 'broker' } }, spec: { containers: [] } }
    const selector = { matchLabels: { app: 'broker' } }
    const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }]
    sandbox.put({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'broker-server', namespace: 'shop', ownerReferences },
      spec: { replicas: 0, serviceName: 'broker', selector, template },
      status: { replicas: 0 },
    })
  })
  assert.is(remedies[0], 'repair kubectl edit rabbitmqclusters.rabbitmq.com broker -n shop')
})

test('a server in another namespace is told, and nothing is started there: who wrote the error may have no right to that', async () => {
  const { facts, remedies } = await causeOf(REFUSED.replace('.shop.', '.ops.'), sandbox => {
    namespace(sandbox, 'ops')
    service(sandbox, 'ops')
    deployment(sandbox, 'ops', 'broker', { replicas: 0, serviceAccount: 'default', age: HOUR })
  })
  assert.match(facts, 'Service broker in namespace ops has no ready address behind it')
  assert.is(remedies[0], 'repair kubectl get services,endpointslices,pods -n ops')
})

test('a server is told to be gone, by its own name or by that of a Pod of it', async () => {
  const ofPod = 'dial tcp: lookup broker-0.broker.shop.svc.cluster.local on 10.96.0.10:53: no such host'
  for (const message of [REFUSED, ofPod]) {
    const { facts, remedies } = await causeOf(message, () => {})
    assert.match(facts, 'there is no Service broker in namespace shop')
    assert.is(remedies[0], 'repair kubectl get services,endpointslices,pods -n shop')
  }
})

test('a server cannot come back in a namespace that is being deleted: only the removal is left', async () => {
  const { remedies, last } = await causeOf(REFUSED, () => {}, HOUR)
  assert.equal(
    remedies.filter(each => each.startsWith('repair')),
    [],
  )
  assert.match(remedies.at(-1)!, /^remove kubectl finalize remove users/)
  assert.match(last, 'namespace shop is being deleted')
})

test('a server is not accused while something is behind it, nor for an error that is none of the connection', async () => {
  const answering = (sandbox: Sandbox): void => {
    service(sandbox)
    sandbox.put({
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'broker-1', namespace: 'shop', labels: { 'kubernetes.io/service-name': 'broker' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
    })
  }
  const refusal = 'Delete "http://broker.shop.svc:15672/api/users/a": 401 Unauthorized'
  for (const [message, fill] of [
    [REFUSED, answering],
    [refusal, () => {}],
  ] as const) {
    const { facts, remedies } = await causeOf(message, fill)
    assert.not.match(facts, 'Service broker')
    assert.is(remedies[0], 'repair kubectl describe users.rabbitmq.com a -n shop')
  }
})

const REFUSED_EVICTION = "cannot evict pod as it would violate the pod's disruption budget."

/** A Pod web-1 on worker-1 with a budget that allows no disruption. */
const filled =
  (place: string) =>
  (sandbox: Sandbox): void => {
    pod(sandbox, place, 'web-1', {})
    const made = sandbox.get('v1', 'Pod', 'web-1', place)!
    const conditions = [{ type: 'Ready', status: 'True' }]
    sandbox.put({
      ...made,
      metadata: { ...made.metadata, labels: { app: 'web' } },
      status: { phase: 'Running', conditions },
    })
    sandbox.put({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web', namespace: place },
      spec: { selector: { matchLabels: { app: 'web' } }, minAvailable: 1 },
      status: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
    })
  }

test('the budget of a Pod that could not be evicted is told, where the Pod is on a node that the error names (kubermatic/machine-controller#1015)', async () => {
  const [error, fill] = [REFUSED_EVICTION, filled('shop')]
  for (const evicting of ['pod shop/web-1', 'pods/"web-1" -n "shop"']) {
    const { facts, remedies } = await causeOf(`failed on worker-1: error evicting ${evicting}: ${error}`, fill)
    assert.match(facts, 'shop/web allows 0 disruptions (1 of 1 healthy, 1 wanted) and covers pod web-1')
    assert.is(remedies[0], 'inspect kubectl describe pdb web -n shop')
    // Who may write the error of another's Pod does not choose whose budget is changed.
    assert.not.match(remedies.join(), 'patch pdb')
  }
  // Nor does who may write the object: of its own namespace he may change the budget himself.
  for (const [place, isChanged] of [
    ['shop', true],
    ['bank', false],
  ] as const) {
    const error = `error evicting pod ${place}/web-1: ${REFUSED_EVICTION}`
    const { facts, remedies } = await causeOf(error, filled(place), undefined, { nodeName: 'worker-1' })
    assert.match(facts, `${place}/web allows 0 disruptions`)
    assert.is(remedies.join().includes('patch pdb'), isChanged)
  }
  for (const other of [
    'failed on worker-2: error evicting pod shop/web-1',
    'failed on worker-1: error evicting pod shop/b',
  ])
    assert.not.match((await causeOf(`${other}: ${error}`, fill)).facts, 'allows 0 disruptions')
})

test('a DaemonSet beside the controller that cannot run on a node is told, where the error misses something there (chaos-mesh/chaos-mesh#4311)', async () => {
  const fill = (nodeSelector: object) => (sandbox: Sandbox) => {
    node(sandbox, 'worker-1')
    const template = { spec: { nodeSelector, containers: [] } }
    const metadata = { name: 'daemon', namespace: 'topology-system' }
    sandbox.put({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { template } })
  }
  const error = 'unable to find daemonIP on node worker-1'
  const { facts, remedies } = await causeOf(error, fill({ topology: 'enabled' }))
  assert.match(facts, 'its nodeSelector asks for topology=enabled, which node worker-1 has not')
  assert.is(remedies[0], 'repair kubectl describe daemonsets daemon -n topology-system')
  assert.is(remedies.length, 3)
  const isGone = 'failed on worker-1: NoSuchEntity: user-2022 not found'
  const gone = await causeOf(isGone, fill({ topology: 'enabled' }), undefined, { userId: 'user-2022' })
  assert.match(gone.last, /no longer exists/)
  for (const [other, selector] of [
    [error, {}],
    ['unable to detach the disk from node worker-1', { topology: 'enabled' }],
    // For nodes of another system, as `ebs-csi-node-windows`.
    [error, { 'kubernetes.io/os': 'windows' }],
  ] as const)
    assert.not.match((await causeOf(other, fill(selector))).facts, 'daemonset')
})

test('an error of the creation beside that of the deletion: nothing may have been made (crossplane/crossplane#358)', async () => {
  const made = {
    type: 'Failed',
    status: 'True',
    reason: 'FailedCreate',
    message: 'Failed to create user: name is taken',
  }
  const both = await causeOf('delete failed: wrong region', () => {}, undefined, {}, [made])
  assert.match(both.facts, 'Failed to create user: name is taken')
  assert.match(both.last, /^if what it stands for was never created, .*; otherwise: /)
  const other = { ...made, message: 'Failed to create a record for the user' }
  for (const conditions of [
    [],
    [{ type: 'Created', status: 'False', reason: 'Creating', message: 'creating the user' }],
    [{ ...other, reason: 'Failed' }],
  ])
    assert.not.match(
      (await causeOf('delete failed: wrong region', () => {}, undefined, {}, conditions)).last,
      'never made',
    )
})

const unserved = (kind: string, version: string) =>
  `unable to build kubernetes objects for delete: resource mapping not found for name: "a" namespace: "": no matches for kind "${kind}" in version "${version}"`

test('a kind is told to be unserved: its CRD is installed again, or the controller updated for an API that is gone', async () => {
  const monitor = await causeOf(unserved('ServiceMonitor', 'monitoring.coreos.com/v1'), () => {})
  assert.match(monitor.facts, 'the server serves no ServiceMonitor of monitoring.coreos.com/v1')
  assert.match(monitor.first, 'install the CustomResourceDefinition of ServiceMonitor')
  const budget = await causeOf(unserved('PodDisruptionBudget', 'policy/v1beta1'), () => {})
  assert.match(budget.facts, 'the server serves no PodDisruptionBudget of policy/v1beta1, only of version v1')
  assert.match(budget.first, 'update the controller')
})

test('a field that names the unserved kind may be wrong (kubernetes-sigs/cluster-api#1566)', async () => {
  const error = unserved('BlankCluster', 'blank.example.org/v1')
  const infrastructureRef = { apiVersion: 'blank.example.org/v1', kind: 'BlankCluster', name: 'a' }
  const named = await causeOf(error, () => {}, undefined, { infrastructureRef })
  assert.match(named.first, 'if it was never here, correct spec.infrastructureRef')
  assert.not.match((await causeOf(error, () => {})).first, 'correct')
})

test('a kind that is served, or of another cluster, is not accused', async () => {
  const served = await causeOf(unserved('User', `${GROUP}/v1`), () => {})
  const remote = await causeOf(
    `in remote cluster edge-7: ${unserved('ServiceMonitor', 'monitoring.coreos.com/v1')}`,
    () => {},
  )
  for (const { facts } of [served, remote]) assert.not.match(facts, 'the server serves no')
})

test('of an object that is for a remote cluster, the kind is not served there (kyma-project/lifecycle-manager#2177)', async () => {
  const error = unserved('ServiceMonitor', 'monitoring.coreos.com/v1')
  assert.not.match((await causeOf(error, () => {}, undefined, { remote: true })).facts, 'the server serves no')
  assert.match((await causeOf(error, () => {}, undefined, { remote: false })).facts, 'the server serves no')
})

test('a new finalizer in the write by which another is removed stops no cleanup (kubermatic/kubermatic#7148)', async () => {
  const { facts, first, last } = await causeOf(
    'failed to update user after removing cleanup finalizer: User.rabbitmq.com "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"keys"}',
    () => {},
  )
  assert.match(facts, 'tries to add finalizer keys in the write by which it removes one')
  assert.not.match(facts, 'does not get to')
  assert.match(first, 'restart the controller')
  assert.match(last, 'if the cleanup is finished and only the update of the finalizer is rejected')
})

test('who gave up after such a write is not waited for (kubernetes-csi/external-provisioner#1217)', async () => {
  const { first } = await causeOf(
    'giving up after 6 retries: User.rabbitmq.com "a" is invalid: failed to remove finalizer: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"keys"}',
    () => {},
  )
  assert.match(first, /^restart the controller, which by its own words does not try again/)
})

test('a controller that adds a finalizer to what is being deleted is told to come to nothing else', async () => {
  const { facts, remedies, last } = await causeOf(
    'User.rabbitmq.com "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"user-controller"}',
    () => {},
  )
  assert.match(facts, 'tries to add finalizer user-controller, which the API server refuses')
  assert.is(remedies.length, 2)
  assert.match(last, 'manually clean up')
})

test('a controller that writes a finalizer of the API server back has an old copy of the object, and is to be restarted', async () => {
  const { facts, first } = await causeOf(
    'User.rabbitmq.com "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"foregroundDeletion"}',
    () => {},
  )
  assert.match(facts, 'writes back an old copy of the object with finalizer foregroundDeletion, which the API server')
  assert.match(first, 'restart the controller')
})

test('something that is missing is not to be created again in a namespace that is being deleted', async () => {
  const missing = "Source 'GitRepository/shop/a' not found"
  const live = await causeOf(missing, () => {})
  assert.match(live.first, 'if it is what the controller needs, create it again')
  const closed = await causeOf(missing, () => {}, HOUR)
  assert.match(closed.first, 'cannot be created again in namespace shop, which is being deleted')
})

test('a word of the status that another error has too does not hide that this says something is gone (rancher/rancher#34650)', () => {
  const whole = { apiVersion: 'v1', kind: 'Machine', metadata: { name: 'tester', uid: 'u' } } as never
  const error = {
    fact: 'condition DeleteJob=False DeleteError: vm "/dc1/vm/tester" not found',
    source: 'status.conditions',
  }
  const word = (text: string) => ({ fact: `status.failureReason is ${text}`, source: 'status.failureReason' })
  assert.is(goneBy([error, word('DeleteError')], whole), 'perhaps')
  assert.is(goneBy([error, word('CreateError')], whole), undefined)
})

test('a webhook that denies a request of the controller is told with its configuration', async () => {
  const denied = 'admission webhook "warden.example.com" denied the request: cpu 200m is below the minimum of 500m'
  const { facts, remedies } = await causeOf(denied, sandbox =>
    configuration(sandbox, 'warden', [webhook('warden.example.com')]),
  )
  assert.match(facts, 'webhook warden.example.com denies it: it is configured in ValidatingWebhookConfiguration warden')
  assert.is(remedies[0], 'inspect kubectl get validatingwebhookconfiguration warden -o yaml')
  const unknown = await causeOf(denied, () => {})
  assert.match(unknown.facts, 'no webhook configuration that can be read has it')
  assert.match(unknown.first, 'give the request what it demands')
  const passedOn = 'rpc error: code = Unknown desc = no running task found: task 7c4f not found'
  const failed = await causeOf(`admission webhook "warden.example.com" denied the request: ${passedOn}`, () => {})
  assert.not.match(failed.first, 'demands')
  assert.match(failed.first, 'passes on the error of a call of its own')
  assert.match(failed.last, 'if all that is to be cleaned up is gone already')
})

/** A cluster that owns the user and is deleted in the foreground, or in which only its name is left. */
function ownedByCluster(sandbox: Sandbox, isGone: boolean): void {
  definition(sandbox, { group: GROUP, plural: 'rabbitmqclusters', kind: 'RabbitmqCluster' })
  const of = { apiVersion: `${GROUP}/v1`, kind: 'RabbitmqCluster', name: 'broker' }
  const made = { ...of, namespace: 'shop', manager: 'x', finalizers: ['foregroundDeletion'], deleted: HOUR }
  const uid = isGone ? 'gone' : customResource(sandbox, made).metadata.uid
  const user = sandbox.get(`${GROUP}/v1`, 'User', 'a', 'shop')!
  const ownerReferences = [{ ...of, uid, blockOwnerDeletion: true }]
  sandbox.put({ ...user, metadata: { ...user.metadata, ownerReferences } })
}

test('a server that goes with the owner of the object, or has gone with it, is not to be installed again', async () => {
  for (const isGone of [false, true]) {
    const { facts, remedies } = await causeOf(REFUSED, sandbox => ownedByCluster(sandbox, isGone))
    assert.match(facts, 'Service broker is named after RabbitmqCluster broker, which owns the object')
    assert.equal(
      remedies.filter(each => !each.includes(' rescue ')).map(each => each.split(' ')[0]),
      ['remove'],
    )
  }
  // What has only the beginning of its name may be of another product: then there is something to look at first.
  const other = await causeOf(REFUSED.replace('broker.', 'broker-b.'), sandbox => ownedByCluster(sandbox, true))
  assert.is(other.remedies[0], 'inspect kubectl get services,endpointslices,pods -n shop')
  // The Service is there, and whatever is behind it can be made to answer.
  const { remedies } = await causeOf(REFUSED, sandbox => {
    ownedByCluster(sandbox, false)
    service(sandbox)
  })
  assert.match(remedies[0]!, 'repair ')
})

test('an owner that the error names as not healthy, and that waits for the object, is a circle', async () => {
  const message = 'error waiting for RabbitmqCluster: RabbitmqCluster not healthy'
  const { facts, remedies } = await causeOf(message, sandbox => ownedByCluster(sandbox, false))
  assert.match(facts, 'RabbitmqCluster broker, which the error names, owns User a')
  assert.is(remedies[0], 'inspect kubectl get services,endpointslices,pods -n shop')
  // One that is gone waits for nothing, and an error that names another is of that.
  for (const [said, isGone] of [
    [message, true],
    ['Exchange not healthy', false],
  ] as const)
    assert.not.match((await causeOf(said, sandbox => ownedByCluster(sandbox, isGone))).facts, 'which the error names')
})

test('that there is none of a kind of its product is checked, also by a reason with an abbreviation alone', async () => {
  const NONE = 'No RabbitmqCluster exists in the namespace'
  const cluster = (sandbox: Sandbox) =>
    definition(sandbox, { group: GROUP, plural: 'rabbitmqclusters', kind: 'RabbitmqCluster' })
  const { facts, remedies } = await causeOf(NONE, cluster)
  assert.match(facts, 'there is no RabbitmqCluster')
  assert.match(remedies.join(), /^repair .*,remove /)
  const other = await causeOf(NONE, sandbox => {
    cluster(sandbox)
    const of = { apiVersion: `${GROUP}/v1`, kind: 'RabbitmqCluster', name: 'b', manager: 'topology' }
    customResource(sandbox, { ...of, namespace: 'shop' })
  })
  assert.not.match(other.facts, 'there is no RabbitmqCluster')
  const closed = await causeOf(NONE, cluster, HOUR)
  assert.match(closed.facts, 'nothing can be created in it')
})

test('those of a kind that an error says depend on it are named, in whichever namespace (spinframework/spin-operator#480)', async () => {
  const { facts, remedies } = await causeOf('cannot delete User with dependent Grants', sandbox => {
    definition(sandbox, { group: GROUP, plural: 'grants', kind: 'Grant' })
    namespace(sandbox, 'ops')
    const of = { apiVersion: `${GROUP}/v1`, kind: 'Grant', namespace: 'ops', manager: 'topology' }
    customResource(sandbox, { ...of, name: 'all', spec: { user: 'a' } })
    customResource(sandbox, { ...of, name: 'none', spec: { user: 'b' } })
  })
  assert.match(facts, 'Grant ops/all names User a in its spec; none of that kind in namespace shop does')
  assert.equal(remedies[0], `inspect kubectl get grants.${GROUP} -A`)
})

test('what the object is a part of is told where the error names nothing, and it is gone (GoogleCloudPlatform/k8s-config-connector#172)', async () => {
  const NIL = "error getting value from reference: could not parse reference resolution value '<nil>' as string"
  const LOGIN = "PingContext failed: Login error: Login failed for user '<principal>'."
  const vhost = (sandbox: Sandbox) => definition(sandbox, { group: GROUP, plural: 'brokervhosts', kind: 'BrokerVhost' })
  const { facts, remedies, last } = await causeOf(NIL, vhost, undefined, { vhostRef: { name: 'main' } })
  assert.match(facts, `brokervhosts.${GROUP} "main" is not found in namespace shop`)
  assert.match(facts, 'User a names BrokerVhost main in spec.vhostRef')
  assert.match(remedies.join(), /^inspect .*,repair kubectl .*,repair undefined,remove /)
  assert.match(last, 'if all that is to be cleaned up is gone already, nothing is left behind')
  // A name alone may be of something outside (Azure/azure-service-operator#1254).
  const database = (sandbox: Sandbox) => definition(sandbox, { group: GROUP, plural: 'databases', kind: 'SqlDatabase' })
  const bare = await causeOf(LOGIN, database, undefined, { dbName: 'orders' })
  assert.match(bare.facts, 'spec.dbName refers to orders, but there is no SqlDatabase orders')
  assert.match(bare.remedies.join(), /^repair .*,inspect .*,remove /)
  // That a server is not reached tells nothing of what the object refers to.
  for (const why of ['dial tcp 142.250.1.95:443: connect: connection refused', 'lookup a.example.com: no such host']) {
    const unreached = await causeOf(`Login failed: ${why}`, vhost, undefined, { vhostRef: { name: 'main' } })
    assert.not.match(unreached.facts, 'is not found')
    assert.match(unreached.remedies.join(), /^repair kubectl [^,]*,remove /)
    assert.not.match(unreached.last, 'nothing is left behind')
  }
  // An error that says what is wrong, and a thing that is there, wherever, tell of nothing that is gone.
  const there = (of: string) => (sandbox: Sandbox) => {
    database(sandbox)
    namespace(sandbox, 'ops')
    customResource(sandbox, {
      ...{ apiVersion: `${GROUP}/v1`, kind: 'SqlDatabase', namespace: 'ops', name: of, manager: 'topology' },
    })
  }
  for (const [said, of] of [
    [LOGIN, 'orders'],
    ['quota of users exceeded', 'other'],
  ] as const)
    assert.not.match((await causeOf(said, there(of), undefined, { dbName: 'orders' })).facts, 'refers to')
})

test('what the error says is not yet well has a switch by which it is left as it is (redpanda-data/redpanda#10927)', async () => {
  const error = 'unable to reconcile User as the referenced Broker shop/main is not yet configured'
  const told = async (managed: string, kind = 'Broker', message = error, deleted?: number) => {
    const found = await causeOf(message, sandbox => {
      definition(sandbox, { group: GROUP, plural: 'brokers', kind: 'Broker' })
      const annotations = { [`${GROUP}/managed`]: managed }
      const deletion = deleted === undefined ? {} : { deletionTimestamp: ago(sandbox, deleted), finalizers: ['a.b/c'] }
      const metadata = { name: 'main', namespace: 'shop', annotations, ...deletion }
      sandbox.put({ apiVersion: `${GROUP}/v1`, kind, metadata })
    })
    return `${found.facts.includes('Broker main has annotation rabbitmq.com/managed')} ${found.remedies[0]}`
  }
  assert.is(await told('false'), 'true repair kubectl annotate brokers.rabbitmq.com main -n shop rabbitmq.com/managed-')
  const shown = 'false repair kubectl describe users.rabbitmq.com a -n shop'
  assert.is(await told('true'), shown)
  assert.is(await told('false', 'Broker', 'unable to reconcile: the exchange of the Broker was not closed'), shown)
  assert.is(await told('false', 'Broker', error, HOUR), shown, 'one that goes itself')
})

test('what something is to be removed from, and is gone, is no need (kserve/kserve#2643)', async () => {
  const vhost = (sandbox: Sandbox) => definition(sandbox, { group: GROUP, plural: 'vhosts', kind: 'Vhost' })
  const GONE = `vhosts.${GROUP} "main" not found`
  const spec = { vhostRef: { name: 'main' } }
  const { facts, remedies } = await causeOf(
    `failed to remove the tag from Vhost "main": ${GONE}`,
    vhost,
    undefined,
    spec,
  )
  assert.match(facts, `vhosts.${GROUP} "main" is not found in namespace shop`)
  assert.match(remedies.join(), /^inspect .*,remove /)
  // What is missing at a removal from another thing is needed.
  const sandbox = (said: string) => causeOf(said, vhost, undefined, spec).then(() => true)
  assert.is(await sandbox(`failed to remove the tag from server: ${GONE}`).catch(() => false), false)
  assert.is(await sandbox(`failed to remove the tag from server because ${GONE}`).catch(() => false), false)
})

test('what a field names for which the error has an empty name is told, where the namespace has no such object', async () => {
  const told = async (error: string, plural: string, kind: string, there?: string) => {
    const fill = (sandbox: Sandbox) => {
      definition(sandbox, { group: GROUP, plural, kind })
      const metadata = { name: 'my-db', namespace: there ?? '' }
      if (there !== undefined) sandbox.put({ apiVersion: `${GROUP}/v1`, kind, metadata })
    }
    const { facts, remedies } = await causeOf(error, fill, undefined, { database: 'my-db', role: 'x' })
    return facts.includes('spec.database refers to my-db, but there is no') ? remedies.length : 'none'
  }
  const error = 'database "" is not managed by this operator'
  assert.is(await told(error, 'uses', 'Use'), 3)
  assert.is(await told(error, 'uses', 'Use', 'shop'), 'none')
  assert.is(await told(error, 'hosts', 'Host'), 'none', 'no kind after which its own is called')
  assert.is(await told('database "my-db" is not managed by this operator', 'uses', 'Use'), 'none')
  assert.is(await told('role "" is not known', 'uses', 'Use'), 'none')
})

test('the Pod at whose address nothing answers is told, where it is not ready and was there', async () => {
  const named = async (error: string, { status = {}, spec = {}, age = 2 * HOUR, count = 1 } = {}) => {
    const { facts, remedies } = await causeOf(error, sandbox => {
      for (let at = 0; at < count; at++)
        sandbox.put({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: `db-${at}`, namespace: 'shop', creationTimestamp: ago(sandbox, age) },
          spec: { containers: [{ name: 'db' }], ...spec },
          status: {
            phase: 'Running',
            podIP: '10.1.0.21',
            podIPs: [{ ip: '10.1.0.21' }, { ip: 'fd00::21' }],
            conditions: [{ type: 'Ready', status: 'False' }],
            containerStatuses: [
              {
                name: 'db',
                ready: false,
                restartCount: 26,
                state: { running: {} },
                lastState: { terminated: { exitCode: 137, reason: 'Error' } },
              },
            ],
            ...status,
          },
        })
    })
    if (!facts.includes('is that of Pod shop/db-0')) return 'none'
    assert.match(facts, /pod db-0: container db is not ready, last ended with Error 137, 26 restarts/)
    return remedies[0]
  }
  const refused = 'Get "https://db.example.com": dial tcp 10.1.0.21:9443: connect: connection refused'
  const shown = 'inspect kubectl describe pods db-0 -n shop'
  assert.is(await named(refused), shown)
  assert.is(await named('dial tcp [fd00::21]:9443: i/o timeout'), shown)
  assert.is(await named('connect ECONNREFUSED 10.1.0.21:9443'), shown)
  assert.is(await named('dial tcp 10.1.0.210:9443: connect: connection refused'), 'none')
  assert.is(await named('dial tcp 10.1.0.21:9443: tls: bad certificate'), 'none')
  assert.is(await named('dial tcp: lookup db on 10.1.0.21:53: no such host'), 'none', 'who was asked for the name')
  assert.is(await named(refused, { spec: { hostNetwork: true } }), 'none', 'the address of its node')
  assert.is(await named(refused, { status: { phase: 'Failed' } }), 'none', 'an address that it had')
  assert.is(await named(refused, { age: 1 }), 'none', 'made since the error')
  assert.is(await named(refused, { count: 2 }), 'none')
  const ready = { conditions: [{ type: 'Ready', status: 'True' }] }
  assert.is(await named(refused, { status: ready }), 'none')
})

test.run()
