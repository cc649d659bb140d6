import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { node } from '../../src/sandbox/incidents/parts/node.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { pod } from '../../src/sandbox/incidents/parts/pod.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { ownRemedies } from './own-remedies.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('what the log of a controller tells')

const GROUP = 'objectstore.example.com'
const HOME = 'objectstore-system'
/** Before the deletion of an hour ago, and not so long before it that nobody asks for it. */
const BEFORE = HOUR + 10 * MINUTE
const STARTS = '{"level":"info","msg":"Starting"}'

interface Setup {
  readonly deleted?: number
  readonly spec?: Readonly<Record<string, unknown>>
  readonly replicas?: number
}

/** A controller that reports nothing on its objects, and Bucket shop/logs that is being deleted. */
function setup({ deleted = HOUR, spec = {}, replicas = 1 }: Setup = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  definition(sandbox, { group: GROUP, plural: 'queues', kind: 'Queue' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets', replicas })
  customResource(sandbox, {
    ...{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name: 'logs', manager: 'objectstore' },
    ...{ finalizers: [`${GROUP}/bucket`], deleted, spec },
  })
  return sandbox
}

type Said = readonly [seconds: number, text: string]

/** What the container of each Pod wrote, so many seconds ago; from before the deletion on. */
function logs(sandbox: Sandbox, said: readonly Said[], previous?: readonly Said[]) {
  const linesOf = (all: readonly Said[]) => all.map(([seconds, text]) => `${ago(sandbox, seconds)} ${text}`)
  const served = servedLogs(sandbox)
  for (const pod of podsIn(sandbox)) {
    served.logs.set(`${HOME}/${pod}/app`, {
      lines: linesOf([[BEFORE, STARTS], ...said]),
      ...(previous && { previous: linesOf(previous) }),
    })
  }
  return served
}

function ofPods(sandbox: Sandbox) {
  return sandbox.server.store.list('pods').filter(({ metadata }) => metadata.namespace === HOME)
}

function podsIn(sandbox: Sandbox): readonly string[] {
  return ofPods(sandbox).map(({ metadata }) => metadata.name)
}

async function answer(sandbox: Sandbox): Promise<string> {
  const { causes } = await explained(sandbox)
  return causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.name}`).join(', ')
}

async function quotes(sandbox: Sandbox): Promise<readonly string[]> {
  const { causes } = await explained(sandbox)
  return causes.flatMap(({ evidence }) => evidence).flatMap(({ fact, source }) => (source === 'logs' ? [fact] : []))
}

const SILENT = 'CleanupInProgress unknown logs'
const OBJECT = '"controllerKind":"Bucket","Bucket":{"name":"logs","namespace":"shop"}'
const ERROR = `{"level":"error","msg":"Reconciler error",${OBJECT},"error":"BucketNotEmpty: 3 objects left"}`
const ERROR_OF_NAME = '{"level":"error","msg":"could not empty bucket \\"logs\\": store is down"}'

test('an error that names the object is why the cleanup fails, and is quoted with its Pod and container', async () => {
  const sandbox = setup()
  logs(sandbox, [[MINUTE, ERROR]])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  const [quote = ''] = await quotes(sandbox)
  const [pod] = podsIn(sandbox)
  assert.ok(quote.startsWith(`Pod ${HOME}/${pod}, container app, logged at `), quote)
  assert.ok(quote.endsWith(': "Reconciler error: BucketNotEmpty: 3 objects left"'), quote)
})

test('an error about the object of a workload of its product beside a silent controller is told first (SeldonIO/seldon-core#5043)', async () => {
  const told = async (own: string, ...beside: readonly (readonly [name: string, text: string])[]) => {
    const sandbox = setup()
    for (const [name] of beside) deployment(sandbox, HOME, name)
    const said = new Map([['objectstore', own], ...beside])
    const served = servedLogs(sandbox)
    for (const pod of podsIn(sandbox)) {
      const [name] = [...said.keys()].filter(each => pod.startsWith(`${each}-`)).toSorted((a, b) => b.length - a.length)
      served.logs.set(`${HOME}/${pod}/app`, { lines: [`${ago(sandbox, MINUTE)} ${said.get(name!)}`] })
    }
    const { code, verdict, evidence, remedies } = (await explained(sandbox)).causes[0]!
    return [
      code,
      verdict,
      evidence[0]!.fact.includes('Failed to unload'),
      remedies[0]!.summary.split(' ')[1]!.split('/')[1],
    ]
  }
  const [works, fails] = [
    `{"level":"info","msg":"Seen",${OBJECT}}`,
    `level=warning msg="Failed to unload bucket logs: gone"`,
  ]
  const scheduler = ['objectstore-scheduler', fails] as const
  const found = ['CleanupInProgress', 'unknown', true, 'objectstore-scheduler']
  assert.equal(await told(works, scheduler), found)
  assert.equal(await told(works, scheduler, ['pond-agent', fails]), found)
  assert.not.equal(await told(works, scheduler, ['objectstore-agent', fails]), found)
  assert.not.equal(await told(works, ['pond-scheduler', fails]), found)
  assert.not.equal(await told(works, ['objectstore-scheduler', 'level=info msg="Seen bucket logs"']), found)
  assert.is((await told(ERROR, scheduler))[0], 'CleanupFailing')
})

test('a denial that a workload beside the silent controller logs is told with its webhook (kubevirt/kubevirt#2138)', async () => {
  const told = async (error: string) => {
    const sandbox = setup()
    deployment(sandbox, HOME, 'objectstore-agent')
    const metadata = { name: 'guard' }
    const webhooks = [{ name: 'guard.example.com', clientConfig: {}, rules: [] }]
    const apiVersion = 'admissionregistration.k8s.io/v1'
    sandbox.put({ apiVersion, kind: 'ValidatingWebhookConfiguration', metadata, webhooks })
    const line = JSON.stringify({ level: 'error', msg: 're-enqueuing bucket shop/logs', error })
    const served = servedLogs(sandbox)
    for (const pod of podsIn(sandbox)) {
      const text = pod.startsWith('objectstore-agent-') ? line : STARTS
      served.logs.set(`${HOME}/${pod}/app`, { lines: [`${ago(sandbox, MINUTE)} ${text}`] })
    }
    return (await explained(sandbox)).causes[0]!
  }
  const denied = await told('admission webhook "guard.example.com" denied the request: no update')
  assert.is(denied.verdict, 'unknown')
  assert.match(denied.summary, 'webhook guard.example.com denies what deployment objectstore-system/objectstore-agent')
  assert.match(denied.remedies[0]!.commands[0]!, 'kubectl get validatingwebhookconfiguration guard')
  assert.not.match((await told('the store is down')).summary, 'guard')
})

test('a wait is told though the last line of the try is that it comes again (kubernetes-sigs/security-profiles-operator#2684)', async () => {
  const told = async (last: string) => {
    const sandbox = setup()
    const line = (msg: string) => JSON.stringify({ level: 'info', msg, Bucket: { name: 'logs', namespace: 'shop' } })
    logs(sandbox, [
      [MINUTE, line('Removing policy file')],
      [MINUTE, line('Policy still installed, requeue')],
      [MINUTE, line(last)],
    ])
    return (await explained(sandbox)).causes[0]!.summary
  }
  const wait = 'its log says what it waits for: "Policy still installed, requeue"'
  assert.match(await told('Re-queueing delete request to make sure the policy is gone'), wait)
  assert.not.match(await told('Deleting the bucket'), wait)
})

test('the last line about the owner that controls an object of which the log says nothing is told (flyteorg/flyte#2262)', async () => {
  const told = async (owner: object, ...lines: readonly string[]) => {
    const sandbox = setup()
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const ownerReferences = [{ apiVersion: `${GROUP}/v1`, kind: 'Queue', name: 'run-1', uid: 'u-1', ...owner }]
    sandbox.put({
      apiVersion: `${GROUP}/v1`,
      kind: 'Queue',
      metadata: { name: 'run-1', namespace: 'shop', uid: 'u-1' },
    })
    sandbox.put({ ...held, metadata: { ...held.metadata, ownerReferences } } as typeof held)
    logs(
      sandbox,
      lines.map(line => [MINUTE, line]),
    )
    const { code, verdict, evidence, summary } = (await explained(sandbox)).causes[0]!
    const isTold = evidence.every(({ fact }) => !fact.startsWith('no known error')) && summary.includes('what owns')
    return `${code} ${verdict} ${/"(.+)" \(about its owner/.exec(evidence[0]!.fact)?.[1] ?? ''}${isTold ? ' (error)' : ''}`
  }
  const over = '{"level":"info","msg":"Nothing to do.","exec_id":"run-1","ns":"shop"}'
  const other = '{"level":"info","msg":"Nothing to do.","exec_id":"run-12","ns":"shop"}'
  assert.is(await told({ controller: true }, over, other), 'CleanupInProgress unknown Nothing to do.')
  assert.is(await told({ controller: true }, other), 'CleanupInProgress unknown ')
  // An error about it is no reason to say that none is known (cozystack/cozystack#1660).
  const failed =
    '{"level":"error","msg":"Reconciler error","error":"Lake \\"a\\" not found","name":"run-1","namespace":"shop"}'
  const of = { controller: true }
  assert.is(await told(of, failed), 'CleanupInProgress unknown Reconciler error: Lake "a" not found (error)')
  assert.is(await told({}, over), 'CleanupInProgress unknown ')
  assert.is(
    await told({ controller: true }, over, `{"level":"info","msg":"Seen",${OBJECT}}`),
    'CleanupInProgress unknown ',
  )
})

test('what the log says that the owner names and was not found is missing, also for a core object (cozystack/cozystack#1660)', async () => {
  const told = async (text: string, { isThere = false, named = 'a', ofObject = '', core = false } = {}) => {
    const sandbox = setup()
    const type = core ? { apiVersion: 'v1', kind: 'Secret' } : { apiVersion: `${GROUP}/v1`, kind: 'Bucket' }
    if (core) {
      operator(sandbox, { name: 'objectstore', group: '', plural: 'secrets' })
      const finalizers = [`${GROUP}/bucket-secret`]
      customResource(sandbox, {
        ...type,
        namespace: 'shop',
        name: 'logs',
        manager: 'objectstore',
        finalizers,
        deleted: HOUR,
      })
    }
    definition(sandbox, { group: GROUP, plural: 'lakes', kind: 'Lake' })
    const of = { apiVersion: `${GROUP}/v1`, namespace: 'shop', manager: 'objectstore' }
    const queue = customResource(sandbox, { ...of, kind: 'Queue', name: 'run-1', spec: { lake: named } })
    if (isThere) customResource(sandbox, { ...of, kind: 'Lake', name: 'a' })
    const held = sandbox.get(type.apiVersion, type.kind, 'logs', 'shop')!
    const { apiVersion, kind, metadata } = queue
    const ownerReferences = [{ apiVersion, kind, name: 'run-1', uid: metadata.uid, controller: true }]
    sandbox.put({ ...held, metadata: { ...held.metadata, ownerReferences } } as typeof held)
    logs(sandbox, [[MINUTE, text], ...(ofObject ? [[MINUTE, ofObject] as const] : [])])
    return answer(sandbox)
  }
  const failed = (error: string) =>
    `{"level":"error","msg":"Reconciler error","error":"${error}","name":"run-1","namespace":"shop"}`
  const error = failed(`Lake.${GROUP} \\"a\\" not found`)
  assert.is(await told(error), 'ReferenceMissing unknown a')
  assert.is(await told(error, { isThere: true }), SILENT)
  assert.is(await told(error, { named: 'b' }), SILENT)
  assert.is(await told(failed('lakes are dry')), SILENT)
  assert.is(await told(error, { ofObject: `{"level":"info","msg":"Seen",${OBJECT}}` }), SILENT)
  assert.match(await told(error, { core: true }), 'ReferenceMissing unknown a')
})

test('what the last line about the object says that it waits for is followed to what is being deleted (banzaicloud/koperator#653)', async () => {
  const waitsFor = async (
    text: string,
    { name = 'main', spec = {}, more = '' }: { name?: string; spec?: object; more?: string } = {},
  ) => {
    const sandbox = setup()
    customResource(sandbox, {
      ...{ apiVersion: `${GROUP}/v1`, kind: 'Queue', namespace: 'shop', name, manager: 'queues', deleted: HOUR },
      ...{ finalizers: ['queues.example.com/queue'], spec: { ...spec } },
    })
    logs(sandbox, [[MINUTE, `{"level":"info","msg":"${text}",${OBJECT}${more}}`]])
    const { object, causes } = await explained(sandbox)
    const names = object('Bucket', 'logs').waitingFor.map(({ ref }) => ref.name)
    return [names.join(), causes.some(({ finalizer }) => finalizer === `${GROUP}/bucket`)]
  }
  assert.equal(await waitsFor('Still waiting for the following queues to be deleted: [shop/main]'), ['main', false])
  for (const text of [
    'Still waiting for the following queues to be deleted: [other/main]',
    'Still waiting for the following topics to be deleted: [shop/main]',
    'main: still waiting for the queues',
  ])
    assert.equal(await waitsFor(text), ['', true], text)
  // In a field beside the words (rancher/rancher#41635).
  const still = (more: string) => waitsFor('it still has descendants', { more: `,${more}` })
  assert.equal(await still('"descendants":"Worker queues: main"'), ['main', false])
  assert.equal(await still('"descendants":"Worker queues: other"'), ['', true])
  assert.equal(await still('"created":"Worker queues: main"'), ['', true])
  // By its kind, of what names the object in its spec (kubewarden/adm-controller#100).
  const kind = 'delaying bucket deletion since all queues are not deleted yet'
  assert.equal(await waitsFor(kind, { spec: { bucket: 'logs' } }), ['main', false])
  assert.equal(await waitsFor(kind, { spec: { bucket: 'other' } }), ['', true])
})

test('a Pod that it waits for, and which is being deleted, is the next of the chain (openshift/machine-api-operator#331, flux-iac/tofu-controller#1436)', async () => {
  const waitsFor = async (
    text: string,
    name: string,
    { others = [] as readonly string[], object: of = OBJECT } = {},
  ) => {
    const sandbox = setup()
    node(sandbox, 'worker-1')
    pod(sandbox, 'shop', name, { deleted: HOUR })
    for (const place of others) {
      namespace(sandbox, place)
      customResource(sandbox, {
        ...{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: place, name: 'logs', manager: 'objectstore' },
      })
    }
    logs(sandbox, [[MINUTE, text.startsWith('{') ? text : `{"level":"info","msg":"${text}",${of}}`]])
    const { object, causes } = await explained(sandbox)
    const names = object('Bucket', 'logs').waitingFor.map(({ ref }) => `${ref.kind} ${ref.name}`)
    return `${names.join()} ${causes.some(({ finalizer }) => finalizer === `${GROUP}/bucket`)}`
  }
  assert.is(await waitsFor('waiting for pod shop/web-0 to be deleted', 'web-0'), 'Pod web-0 false')
  assert.is(await waitsFor('waiting for pod other/web-0 to be deleted', 'web-0'), ' true')
  assert.is(await waitsFor('waiting for the previous runner pod to terminate', 'logs-runner'), 'Pod logs-runner false')
  assert.is(await waitsFor('waiting for the previous runner pod to terminate', 'web-runner'), ' true')
  const failed = 'drain failed for bucket \\"logs\\": timed out waiting for pod shop/web-0 to be deleted'
  const error = `{"level":"error","msg":"${failed}"}`
  assert.is(await waitsFor(error, 'web-0'), 'Pod web-0 false')
  // It may be of the other bucket with that name.
  assert.is(await waitsFor(error, 'web-0', { others: ['other'] }), ' true')
})

test('a namespace whose deletion it waits for, called as the object is or named in its status, is the next of the chain (cloudfoundry/korifi#2591)', async () => {
  const waitsFor = async (text: string, name: string, status: object = {}) => {
    const sandbox = setup()
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...held, status }, { manager: 'objectstore' })
    sandbox.put({
      ...{ apiVersion: 'v1', kind: 'Namespace', spec: { finalizers: ['kubernetes'] } },
      metadata: { name, deletionTimestamp: ago(sandbox, HOUR) },
    })
    logs(sandbox, [[MINUTE, `{"level":"info","msg":"${text}",${OBJECT}}`]])
    const answer = await explained(sandbox, { namespace: 'shop' })
    // What is in the other namespace was not read: nobody knows that it is empty.
    for (const { code, verdict, remedies } of answer.causes.filter(({ subject }) => subject.kind === 'Namespace')) {
      assert.equal([code, verdict], ['ControllerUnknown', 'unknown'])
      assert.equal(remedies[0]!.commands, [`kubectl finalize explain namespaces/${name}`])
    }
    return answer.object('Bucket', 'logs').waitingFor.map(({ ref }) => `${ref.kind} ${ref.name}`)
  }
  const text = 'requeuing waiting for namespace deletion'
  assert.equal(await waitsFor(text, 'logs'), ['Namespace logs'])
  assert.equal(await waitsFor(text, 'b-17', { target: { namespace: 'b-17' } }), ['Namespace b-17'])
  assert.equal(await waitsFor(text, 'b-17'), [])
  assert.equal(await waitsFor('requeuing waiting for bucket deletion', 'logs'), [])
})

test('what it waits for by kind and name, and no namespace has, is told; a number is an id, and not a name (fluvio-community/fluvio#913)', async () => {
  const summary = async (queue: string) => {
    const sandbox = setup()
    logs(sandbox, [[MINUTE, `{"level":"info","msg":"waiting for queue","queue":"${queue}",${OBJECT}}`]])
    return (await explained(sandbox)).causes[0]!.summary
  }
  assert.match(await summary('main'), /Queue main/)
  assert.match(await summary('5001'), /its log says what it waits for: "waiting for queue"/)
})

test('what it says that it waits for is told before what the object owns, which it may wait for', async () => {
  const sandbox = setup()
  const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
  const ownerReferences = [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid: uid! }]
  const metadata = { name: 'wipe', namespace: 'shop', ownerReferences, creationTimestamp: ago(sandbox, MINUTE) }
  sandbox.put({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { template: { spec: { containers: [] } } } })
  assert.match(
    (await explained(sandbox)).causes[0]!.summary,
    /DaemonSet wipe, which Bucket logs owns, was created since/,
  )
  logs(sandbox, [[MINUTE, `{"level":"info","msg":"waiting for wipe to finish",${OBJECT}}`]])
  const [cause] = (await explained(sandbox)).causes
  assert.match(cause!.summary, /its log says what it waits for: "waiting for wipe to finish"/)
  assert.match(cause!.remedies[0]!.summary, /do not delete it before/)
})

test('that it waits, by its last line about the object, is told in place of that the reason is not known (rancher/rancher#36353)', async () => {
  const summary = async (...said: readonly Said[]) => {
    const sandbox = setup()
    logs(sandbox, said)
    assert.is(await answer(sandbox), SILENT)
    return (await explained(sandbox)).causes[0]!.summary
  }
  const line = (text: string): string => `{"level":"info","msg":"${text}",${OBJECT}}`
  const waits = line('waiting for the replicas to be deleted')
  assert.match(
    await summary([MINUTE, waits]),
    /its log says what it waits for: "waiting for the replicas to be deleted"/,
  )
  // giantswarm/kubectl-gs#837
  for (const end of ['done', 'keeping finalizers'])
    assert.match(await summary([MINUTE, waits], [MINUTE - 1, line(end)]), /waits for: "waiting/)
  // actions/actions-runner-controller#4585
  const unfinished = 'Runner is not finished yet, retrying in 30s'
  assert.match(await summary([MINUTE, line(unfinished)]), `what it waits for: "${unfinished}"`)
  const perhaps = '{"level":"info","msg":"waiting for [logs-1] replicas", "bucket": "logs"}'
  assert.match(await summary([MINUTE, perhaps]), /waits for, perhaps for another object of this name/)
  for (const said of [
    [[MINUTE, line('no longer waiting for the replicas')]],
    [
      [MINUTE, waits],
      [MINUTE - 1, line('deleting the bucket')],
    ],
    [
      [10 * MINUTE, waits],
      [MINUTE, line('done')],
    ],
  ] as const)
    assert.match(await summary(...said), /is not known/)
})

test('what the last try says is to be done, or went wrong, is told before a last line that says less (clastix/kamaji#1115)', async () => {
  const line = (text: string): string => `{"level":"info","msg":"${text}",${OBJECT}}`
  const last = async (...said: readonly Said[]) => {
    const sandbox = setup()
    logs(sandbox, said)
    const { summary } = (await explained(sandbox)).causes[0]!
    return /its last log lines? about the object: .*\./.exec(summary)![0]!
  }
  const end: Said = [MINUTE, line('triggering reconciliation of queues')]
  const safe = line('Bucket can be safely deleted')
  const both =
    'its last log lines about the object: "Bucket can be safely deleted", "triggering reconciliation of queues".'
  assert.is(await last([2 * MINUTE, safe], [MINUTE, safe], [MINUTE, safe], end), both)
  for (const other of [safe.replace('"logs"', '"other"'), line('reconciling')])
    assert.match(await last([MINUTE, other], end), 'log line about the object: "triggering')
  assert.match(await last([2 * MINUTE, safe], end), 'log line about the object: "triggering')
})

test('what the same try says of the failed Job of the object is quoted (ray-project/kuberay#1725)', async () => {
  const told = async (job: string, seconds = MINUTE) => {
    const sandbox = setup()
    const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
    sandbox.put({
      ...{ apiVersion: 'batch/v1', kind: 'Job', spec: { template: { spec: { containers: [] } } } },
      metadata: {
        ...{ name: 'logs-cleanup', namespace: 'shop', creationTimestamp: ago(sandbox, 30 * MINUTE) },
        ownerReferences: [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid: uid! }],
      },
      status: { conditions: [{ type: 'Failed', status: 'True' }] },
    } as never)
    const failed = `{"level":"info","msg":"The Job ${job} has failed. You should manually delete the data."}`
    logs(sandbox, [
      [seconds, failed],
      [MINUTE, `{"level":"info","msg":"starting with the deletion",${OBJECT}}`],
    ])
    return (await quotes(sandbox))[0]!.includes('manually')
  }
  assert.is(await told('logs-cleanup'), true)
  assert.is(await told('logs-cleanup-2'), false)
  assert.is(await told('logs-cleanup', 2 * MINUTE), false)
})

test('of what runs on each node, may change the object and wrote its status, the Pod on the object’s node is heard too (kubevirt/kubevirt#10407)', async () => {
  const setupOf = (nodeName: string, manager: string, said = ERROR) => {
    const sandbox = setup()
    for (const name of ['near', 'far']) node(sandbox, name)
    const { logs: written } = logs(sandbox, [])
    const made = sandbox.get('apps/v1', 'Deployment', 'objectstore', HOME)!
    const labels = { app: 'agent' }
    const containers = [{ name: 'bucket-agent', image: 'bucket-agent' }]
    const template = { metadata: { labels }, spec: { serviceAccountName: 'objectstore', containers } }
    const metadata = {
      name: 'bucket-agent',
      namespace: HOME,
      uid: 'ds',
      creationTimestamp: made.metadata.creationTimestamp,
    }
    const status = { desiredNumberScheduled: 2, currentNumberScheduled: 2, numberReady: 2, numberAvailable: 2 }
    const spec = { selector: { matchLabels: labels }, template }
    sandbox.put({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec, status } as never)
    for (const where of ['near', 'far']) {
      const name = `bucket-agent-${where}`
      const ownerReferences = [
        { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'bucket-agent', uid: 'ds', controller: true },
      ]
      sandbox.put({
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: HOME, labels, ownerReferences } },
        ...{ spec: { nodeName: where, containers }, status: { phase: 'Running' } },
      } as never)
      written.set(`${HOME}/${name}/bucket-agent`, {
        lines: [`${ago(sandbox, BEFORE)} ${STARTS}`, ...(where === 'near' ? [`${ago(sandbox, MINUTE)} ${said}`] : [])],
      })
    }
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const reported = {
      manager,
      operation: 'Update',
      subresource: 'status',
      time: ago(sandbox, 2 * HOUR),
      fieldsV1: { 'f:status': {} },
    }
    const managedFields = [...(bucket.metadata.managedFields ?? []), reported]
    sandbox.put({ ...bucket, metadata: { ...bucket.metadata, managedFields }, status: { nodeName } } as never)
    return sandbox
  }
  const answerOf = async (nodeName: string, manager: string) => answer(setupOf(nodeName, manager))
  assert.is(await answerOf('near', 'bucket-agent'), 'CleanupFailing stuck logs')
  // An error that names no object leaves the answer open: the log it is from is the first to be read (kubevirt/kubevirt#6685).
  const ofNone = '{"level":"error","msg":"cannot open the socket: no such file"}'
  const [cause] = (await explained(setupOf('near', 'bucket-agent', ofNone))).causes
  assert.is(cause!.remedies[0]!.commands[0], `kubectl logs -n ${HOME} bucket-agent-near -c bucket-agent --tail 50`)
  assert.is(await answerOf('far', 'bucket-agent'), SILENT)
  assert.is(await answerOf('near', 'somebody'), SILENT)
})

test('a workload that is called as the object, may change it and wrote its status is heard too (openebs/openebs#3056)', async () => {
  const answerOf = async (name: string, manager: string) => {
    const sandbox = setup()
    const { logs: written } = logs(sandbox, [])
    const labels = { app: name }
    const containers = [{ name: 'bucket-worker', image: 'bucket-worker' }]
    const template = { metadata: { labels }, spec: { serviceAccountName: 'objectstore', containers } }
    const metadata = { name, namespace: HOME, uid: 'worker', creationTimestamp: ago(sandbox, DAY) }
    const spec = { replicas: 1, selector: { matchLabels: labels }, template }
    const status = { replicas: 1, readyReplicas: 1, availableReplicas: 1 }
    sandbox.put({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec, status } as never)
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name, uid: 'worker', controller: true }]
    sandbox.put({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: `${name}-0`, namespace: HOME, labels, ownerReferences } },
      ...{ spec: { nodeName: 'near', containers }, status: { phase: 'Running' } },
    } as never)
    written.set(`${HOME}/${name}-0/bucket-worker`, {
      lines: [`${ago(sandbox, BEFORE)} ${STARTS}`, `${ago(sandbox, MINUTE)} ${ERROR}`],
    })
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const wrote = { manager, operation: 'Update', time: ago(sandbox, 2 * HOUR), fieldsV1: { 'f:status': {} } }
    const managedFields = [...(bucket.metadata.managedFields ?? []), { ...wrote, subresource: 'status' }]
    sandbox.put({ ...bucket, metadata: { ...bucket.metadata, managedFields }, status: { ready: true } } as never)
    return answer(sandbox)
  }
  assert.is(await answerOf('logs', 'bucket-worker'), 'CleanupFailing stuck logs')
  assert.is(await answerOf('other', 'bucket-worker'), SILENT)
  assert.is(await answerOf('logs', 'somebody'), SILENT)
})

test('of objects that are one to their controller its log names the group, in no namespace', async () => {
  const group = 'networking.k8s.io'
  const name = 'aws-load-balancer-controller'
  const error = (place: string) =>
    `{"level":"error","msg":"Reconciler error","controller":"ingress","object":{"name":"shared","namespace":"${place}"},` +
    `"namespace":"${place}","name":"shared","error":"TooManyUniqueTargetGroups: 100"}`
  const answers = async (place: string) => {
    const sandbox = createSandbox({ clock: manualClock() })
    namespace(sandbox, 'shop')
    operator(sandbox, { name, group, plural: 'ingresses' })
    customResource(sandbox, {
      ...{ apiVersion: `${group}/v1`, kind: 'Ingress', namespace: 'shop', name: 'web', manager: name },
      ...{ finalizers: ['group.ingress.k8s.aws/shared'], deleted: HOUR },
    })
    const { logs } = servedLogs(sandbox)
    for (const { metadata } of sandbox.server.store.list('pods'))
      logs.set(`${metadata.namespace}/${metadata.name}/app`, {
        lines: [`${ago(sandbox, BEFORE)} ${STARTS}`, `${ago(sandbox, MINUTE)} ${error(place)}`],
      })
    return answer(sandbox)
  }
  assert.is(await answers(''), 'CleanupFailing stuck web')
  assert.is(await answers('other'), 'CleanupInProgress unknown web')
})

test('an object is found in a log that names it as kube-rs does', async () => {
  const sandbox = setup()
  logs(sandbox, [
    [MINUTE, `ERROR reconciling: c: error=not empty object.ref=Bucket.v1.${GROUP}/logs.shop object.reason=x`],
  ])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
})

test('a line whose logger is called after the object is quoted (kubernetes-sigs/cluster-api#5483)', async () => {
  const sandbox = setup()
  logs(sandbox, [
    [MINUTE, 'I0115 11:59:00.0 1 c.go:221] manager/bucket-controller/shop/logs "msg"="Waiting for parts" "count"=1'],
  ])
  assert.match((await quotes(sandbox)).join(), 'Waiting for parts')
})

test('what a controller logs that it cannot create in a namespace that is being deleted ends never', async () => {
  const sandbox = setup()
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: 'gone',
      deletionTimestamp: ago(sandbox, HOUR),
      finalizers: ['example.com/hold'],
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Terminating' },
  })
  const refused =
    'configmaps \\"a\\" is forbidden: unable to create new content in namespace gone because it is being terminated'
  logs(sandbox, [[MINUTE, `{"level":"error","msg":"Reconciler error",${OBJECT},"error":"${refused}"}`]])
  const [cause] = (await explained(sandbox)).causes.filter(({ code }) => code === 'CleanupFailing')
  assert.equal(
    cause!.remedies.map(({ kind }) => kind),
    ['inspect', 'remove'],
  )
})

/** Bucket shop/logs, which is being deleted for five minutes, and says so for so many seconds. */
function deleting(seconds: number): Sandbox {
  const sandbox = setup()
  customResource(sandbox, {
    ...{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name: 'logs', manager: 'objectstore' },
    ...{ finalizers: [`${GROUP}/bucket`], deleted: 5 * MINUTE },
    status: { conditions: [{ type: 'Deleting', status: 'True', lastTransitionTime: ago(sandbox, seconds) }] },
  })
  return sandbox
}

test('an error in the log that says that what is to be cleaned up is gone is checked before a removal', async () => {
  const told = async (error: string) => {
    const sandbox = setup()
    logs(sandbox, [[60, `{"level":"error","msg":"Reconciler error",${OBJECT},"error":"${error}"}`]])
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.code, 'CleanupFailing')
    const own = ownRemedies(cause!)
    return [own[0]!.kind, own.at(-1)!.risk]
  }
  assert.equal(await told('NoSuchBucket: The specified bucket does not exist'), ['inspect', 'medium'])
  assert.equal(await told('bucket logs not found'), ['inspect', 'low'])
  assert.is((await told('BucketNotEmpty: 3 objects left'))[0], 'repair')
})

test('an error in the log is more than a status that says since the first minute that it deletes', async () => {
  const working = 'CleanupInProgress progressing logs'
  for (const [seconds, said, told] of [
    [5 * MINUTE - 2, [[MINUTE, ERROR]], 'CleanupFailing stuck logs'],
    [MINUTE, [[MINUTE, ERROR]], 'CleanupFailing stuck logs'],
    [MINUTE, [[MINUTE, ERROR_OF_NAME]], 'CleanupFailing unknown logs'],
    [30, [[MINUTE, ERROR]], working],
    [
      5 * MINUTE - 2,
      [[MINUTE, `{"level":"info","msg":"skipping bucket",${OBJECT}}`]],
      'OutOfScope unknown objectstore',
    ],
  ] as const) {
    const sandbox = deleting(seconds)
    logs(sandbox, said)
    assert.is(await answer(sandbox), told)
  }
})

test('an error in the log is more than an Event that tells of work before it, and not than one after it', async () => {
  for (const [last, told] of [
    [2 * MINUTE, 'CleanupFailing stuck logs'],
    [30, 'CleanupInProgress progressing logs'],
  ] as const) {
    const sandbox = setup({ deleted: 5 * MINUTE })
    event(sandbox, sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!, {
      ...{ type: 'Normal', reason: 'Deleting', message: 'deleting the bucket', component: 'objectstore' },
      ...{ first: 4 * MINUTE, last },
    })
    logs(sandbox, [[MINUTE, ERROR]])
    assert.is(await answer(sandbox), told)
  }
})

test('signs of work of the first half minute alone are no work any more two minutes after the deletion', async () => {
  const kindsOf = async (seconds: number) =>
    ownRemedies((await explained(deleting(seconds))).causes[0]!).map(({ kind }) => kind)
  assert.equal(await kindsOf(5 * MINUTE - 2), ['inspect', 'remove'])
  assert.equal(await kindsOf(MINUTE), ['wait'])
})

test('an error in the log is more than a write of the object before it, and not than one after it (knative/eventing-contrib#1085)', async () => {
  for (const [seconds, told] of [
    [5 * MINUTE - 2, 'CleanupFailing stuck logs'],
    [2 * MINUTE, 'CleanupFailing stuck logs'],
    [30, 'CleanupInProgress progressing logs'],
  ] as const) {
    const sandbox = setup({ deleted: 5 * MINUTE })
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const time = ago(sandbox, seconds)
    const wrote = { manager: 'objectstore', operation: 'Update', time, fieldsV1: { 'f:status': { 'f:seen': {} } } }
    const managedFields = [...(held.metadata.managedFields ?? []), { ...wrote, subresource: 'status' }]
    sandbox.put({ ...held, metadata: { ...held.metadata, managedFields } } as typeof held)
    logs(sandbox, [[MINUTE, ERROR]])
    assert.is(await answer(sandbox), told)
  }
})

test('an error with no more than the name of the object is a suspicion, and more than work that is only said', async () => {
  const said = JSON.stringify({ level: 'info', msg: 'emptying', bucket: 'logs', lastError: 'Error: store is down' })
  for (const sandbox of [setup(), deleting(5 * MINUTE - 2)]) {
    logs(sandbox, [[MINUTE, said]])
    assert.is(await answer(sandbox), 'CleanupFailing unknown logs')
    const [quote = ''] = await quotes(sandbox)
    assert.ok(quote.endsWith('"emptying: Error: store is down" (this object, or another one of its name)'), quote)
  }
  const other = setup()
  logs(other, [
    [2 * MINUTE, said],
    [MINUTE, `{"level":"info","msg":"bucket is not our class",${OBJECT}}`],
  ])
  assert.is(await answer(other), 'OutOfScope stuck objectstore')
  const cutOff = 'failed to list *v1.Pod: Get "https://10.96.0.1:443/api/v1/pods": dial tcp 10.96.0.1:443: i/o timeout'
  logs(other, [
    [2 * MINUTE, said],
    [MINUTE, `E0612 10:00:00.0 1 reflector.go:1] ${cutOff}`],
  ])
  assert.is(await answer(other), 'ControllerUnhealthy unknown objectstore')
})

test('an error with the kind directly before the name is of the object where no other has both (kubermatic/machine-controller#1015)', async () => {
  const sandbox = setup()
  logs(sandbox, [[MINUTE, 'E0612 10:00:00.0 1 c.go:372] Failed to reconcile bucket "logs": store is down']])
  const told = async () => {
    const { causes } = await explained(sandbox)
    return causes.map(({ verdict, summary, evidence }) => [
      verdict,
      /about another one/.test(summary),
      /another one of its name/.test(evidence[0]!.fact),
    ])
  }
  assert.equal(await told(), [['unknown', false, false]])
  namespace(sandbox, 'other')
  customResource(sandbox, { apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'other', name: 'logs', manager: 'x' })
  assert.equal(await told(), [['unknown', true, true]])
})

test('an error directly after a line of the same speaker about the deletion may be of it (istio/istio#40702)', async () => {
  const answerOf = async (logger: string, error: string, deleting = 'Deleting Bucket logs') => {
    const sandbox = setup()
    logs(sandbox, [
      [MINUTE, `2026-01-15T11:59:00.1Z\tinfo\tinstaller\t${deleting}`],
      [MINUTE, `2026-01-15T11:59:00.1Z\terror\t${logger}\t${error}`],
    ])
    const { causes } = await explained(sandbox)
    return causes.map(({ code, verdict, evidence }) => [`${code} ${verdict}`, evidence[0]!.fact.split('Z: ')[1]])
  }
  const error = 'failed to get proxy infos: unable to find any instances.'
  assert.equal(await answerOf('installer', error), [['CleanupFailing unknown', `"${error}"`]])
  assert.match((await answerOf('other', error)).join(), /^CleanupInProgress unknown/)
  assert.match((await answerOf('installer', error, 'Reading Bucket logs')).join(), /^CleanupInProgress unknown/)
})

test('such an error may be of the only object of its type after any line about it (openshift/cluster-image-registry-operator#351)', async () => {
  const told = async (error: string, others: readonly string[] = []) => {
    const sandbox = setup()
    for (const name of others)
      customResource(sandbox, { apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name, manager: 'x' })
    logs(sandbox, [
      [MINUTE, 'I0612 10:00:00.0 1 c.go:260] object changed: *v1.Bucket, Name=logs Namespace=shop'],
      [MINUTE, `E0612 10:00:00.0 1 c.go:235] ${error}`],
    ])
    const { causes } = await explained(sandbox)
    const facts = causes.flatMap(({ evidence }) => evidence).map(({ fact }) => fact)
    assert.ok(!facts.some(fact => fact.includes('no known error')), facts.join())
    const summaries = causes.map(({ summary }) => summary.replace(/^.* is not known(?=[;.])/, ''))
    return [causes.map(({ code, verdict }) => `${code} ${verdict}`).join(), ...summaries]
  }
  const error = 'unable to sync: unable to remove storage: BucketNotEmpty'
  const [code, summary = ''] = await told(error)
  assert.equal([code, summary], ['CleanupFailing unknown', '.'])
  const open = (text: string) => [
    'CleanupInProgress unknown',
    `; the last error in its log, which names no object: "${text}".`,
  ]
  assert.equal(await told(error, ['data']), open(error))
  assert.equal(await told('unable to sync: BucketNotEmpty'), open('unable to sync: BucketNotEmpty'))
})

test('an error that names no object is told in place of a reason where it is of a deletion and the object the only one of its type', async () => {
  const told = async (line: string, others: readonly string[] = []) => {
    const sandbox = setup()
    for (const name of others)
      customResource(sandbox, { apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name, manager: 'x' })
    logs(sandbox, [[MINUTE, line]])
    const { causes } = await explained(sandbox)
    const facts = causes.flatMap(({ evidence }) => evidence).map(({ fact }) => fact)
    const [, summary] = causes[0]!.summary.split(' is not known')
    return [summary, facts.some(fact => fact.includes('no known error'))]
  }
  const line = 'E0612 10:00:00.0 1 c.go:235] unable to remove storage: BucketNotEmpty'
  const said = '; the last error in its log, which names no object: "unable to remove storage: BucketNotEmpty".'
  assert.equal(await told(line), [said, false])
  assert.equal(await told(line, ['data']), ['.', false])
  assert.equal(await told('E0612 10:00:00.0 1 c.go:235] unable to list storage'), ['.', false])
  assert.equal(await told('I0612 10:00:00.0 1 c.go:235] removing storage'), ['.', true])
  // gardener/gardener#2572
  const info = `{"level":"info","msg":"Error syncing it: still found one", ${OBJECT}}`
  assert.is((await told(info))[1], false)
  // An error at another object of its kind, or at one of another namespace, is none of this one (kubernetes-sigs/cluster-api#7385).
  assert.equal(await told('E0612 10:00:00.0 1 c.go:235] "cannot delete" Bucket="shop/data"'), ['.', true])
  assert.equal(await told('E0612 10:00:00.0 1 c.go:235] "cannot delete" Queue="other/data"'), ['.', true])
  assert.equal((await told('E0612 10:00:00.0 1 c.go:235] "cannot delete" Queue="shop/data"'))[1], false)
})

test('another word for its kind is of it where no type that is called so has its name (zalando/postgres-operator#2678)', async () => {
  const told = async (key: string, others: readonly object[] = []) => {
    const sandbox = setup()
    namespace(sandbox, 'other')
    definition(sandbox, { group: 'lakes.example.org', plural: 'lakes', kind: 'Lake' })
    const lake = { apiVersion: 'lakes.example.org/v1', kind: 'Lake', namespace: 'shop', name: 'logs', manager: 'x' }
    for (const each of others) customResource(sandbox, { ...lake, ...each })
    const line = `level=error msg="could not delete storage: it is locked" ${key}=shop/logs pkg=controller`
    logs(sandbox, [[MINUTE, line]])
    return (await answer(sandbox)).split(',')[0]
  }
  const failing = 'CleanupFailing stuck logs'
  assert.is(await told('cluster-name'), failing)
  assert.is(await told('clusterName'), failing)
  assert.is(await told('lake-name', [{ namespace: 'other' }, { name: 'data' }]), failing)
  for (const key of ['parent', 'queue-name', 'secretName', 'tlsSecretName', 'pvc-name'])
    assert.is(await told(key), SILENT, key)
  assert.is(await told('lake-name', [{}]), SILENT)
})

test('an Event that says what failed, and not why, does not hide the error in the log (actions/actions-runner-controller#141)', async () => {
  for (const [text, told] of [
    ['Updating registration token failed', true],
    // What it fails to read is named in the log alone (adyanth/cloudflare-operator#154).
    ['Error reading Secret to configure API', true],
    ['Updating registration token failed: 401 Unauthorized', false],
  ] as const) {
    const sandbox = setup()
    event(sandbox, sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!, {
      ...{ reason: 'FailedUpdate', message: text, component: 'objectstore', first: HOUR - MINUTE, last: MINUTE },
    })
    logs(sandbox, [[MINUTE, ERROR]])
    assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
    const [{ evidence } = { evidence: [] }] = (await explained(sandbox)).causes
    assert.is(
      evidence.some(({ fact }) => fact.includes('BucketNotEmpty')),
      told,
    )
    assert.ok(evidence.some(({ fact }) => fact.includes(text)))
  }
})

test('an error at what is called after the kind of the object alone is of it, whichever controller logs it', async () => {
  const sandbox = setup()
  const fields = { controller: 'queue', bucket: 'logs', Namespace: 'shop', error: 'code: 404' }
  logs(sandbox, [[MINUTE, JSON.stringify({ level: 'error', msg: 'Failed to delete', ...fields })]])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  logs(sandbox, [[MINUTE, JSON.stringify({ level: 'error', msg: 'x', ...fields, queue: 'shop/b' })]])
  assert.is(await answer(sandbox), SILENT)
})

test('the last word of a kind names an object where no other kind ends in it (kubeovn/kube-ovn#1847)', async () => {
  const answers = async (...kinds: readonly string[]) => {
    const sandbox = createSandbox({ clock: manualClock() })
    for (const kind of kinds) definition(sandbox, { group: GROUP, plural: `${kind.toLowerCase()}s`, kind })
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'iptableseips' })
    customResource(sandbox, {
      ...{ apiVersion: `${GROUP}/v1`, kind: 'IptablesEIP', namespace: 'shop', name: 'eip-1', manager: 'objectstore' },
      ...{ finalizers: [`${GROUP}/eip`], deleted: HOUR },
    })
    logs(sandbox, [
      [MINUTE, "E0612 10:00:00.0 1 a.go:1] failed to clean eip 'eip-1' in namespace shop: pod 'gw' not exist"],
    ])
    return answer(sandbox)
  }
  assert.is(await answers('IptablesEIP'), 'CleanupFailing stuck eip-1')
  assert.is(await answers('IptablesEIP', 'OvnEip'), 'CleanupFailing unknown eip-1')
})

/** Bucket shop/logs with this status, written a minute after the deletion of an hour ago, or so many seconds ago. */
function withStatus(status: object, written = HOUR - MINUTE): Sandbox {
  const sandbox = setup()
  const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const time = ago(sandbox, written)
  const wrote = { manager: 'objectstore', operation: 'Update', time, fieldsV1: { 'f:status': { 'f:phase': {} } } }
  const managedFields = [...(held.metadata.managedFields ?? []), { ...wrote, subresource: 'status' }]
  sandbox.put({ ...held, metadata: { ...held.metadata, managedFields }, status } as typeof held)
  return sandbox
}

test('a status that only says that it failed does not hide what the log says (longhorn/longhorn#2018)', async () => {
  for (const [phase, alone] of [
    ['Failed', 'CleanupFailing unknown logs'],
    ['DeletionFailed', 'CleanupFailing stuck logs'],
  ] as const) {
    const sandbox = withStatus({ phase })
    logs(sandbox, [])
    assert.is(await answer(sandbox), alone)
    logs(sandbox, [[MINUTE, ERROR]])
    assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
    const [{ evidence } = { evidence: [] }] = (await explained(sandbox)).causes
    assert.equal(
      evidence.slice(0, 2).map(({ source }) => source),
      ['logs', 'status.phase'],
    )
  }
  const sandbox = withStatus({ phase: 'DeletionFailed', message: 'bucket is locked' })
  logs(sandbox, [[MINUTE, ERROR]])
  assert.equal(await quotes(sandbox), [])
})

test('a condition without a message is told by the error in the log (RamenDR/ramen#302)', async () => {
  const sandbox = withStatus({
    conditions: [{ type: 'Degraded', status: 'True', reason: 'VolumeDegraded', message: '' }],
  })
  logs(sandbox, [[MINUTE, ERROR]])
  const [cause] = (await explained(sandbox)).causes
  assert.match(cause!.evidence[0]!.fact, /BucketNotEmpty: 3 objects left/)
  assert.is(cause!.evidence[1]!.fact, 'condition Degraded=True VolumeDegraded')
})

test('a sentence without a reason is told by the error beside it in the log (noobaa/noobaa-operator#132)', async () => {
  const message = 'Cannot delete pool'
  const now = {
    type: 'Available',
    status: 'False',
    reason: 'TemporaryError',
    message,
    lastTransitionTime: '2090-01-01T00:00:00Z',
  }
  const sandbox = withStatus({ conditions: [now] })
  const code = 'Response Error: Code=IN_USE Message=Cannot delete pool'
  logs(sandbox, [
    [MINUTE, 'level=info msg="RPC: pool.delete_pool() Request: {Name:logs}"'],
    [MINUTE, `level=error msg="${code}"`],
    [MINUTE, `level=warning msg="Temporary Error: ${message}" bucket=shop/logs`],
    [MINUTE, 'level=info msg="UpdateStatus: Done" bucket=shop/logs'],
  ])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  assert.ok((await quotes(sandbox))[0]!.endsWith(`: "${code}"`))
})

test('the error before one that says no more than that it is tried again is told with it (openebs/zfs-localpv#123)', async () => {
  const sandbox = setup()
  const has = "cannot destroy 'pool/logs': filesystem has children"
  logs(sandbox, [
    [MINUTE, 'I0612 10:00:00.0 1 volume.go:85] Got update event for deleted Bucket logs'],
    [MINUTE, `E0612 10:00:00.0 1 zfs_util.go:680] ${has}`],
    [MINUTE, 'info'],
    [MINUTE, 'I0612 10:00:00.0 1 volume.go:85] cannot tell of logs'],
    [MINUTE, "E0612 10:00:00.0 1 volume.go:251] error syncing 'shop/logs': exit status 1, requeuing"],
  ])
  const [first = '', second = '', ...others] = await quotes(sandbox)
  assert.ok(first.endsWith(`"${has}"`), first)
  assert.match(second, /error syncing/)
  assert.equal(others, [])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
})

test('what the line before an exit code says to be gone is not left behind (openebs/lvm-localpv#15)', async () => {
  const removal = async (error: string) => {
    const sandbox = setup()
    logs(sandbox, [
      [MINUTE, `E0612 10:00:00.0 1 lvm_util.go:228] lvm: could not destroy vg/logs error: ${error}`],
      [MINUTE, "E0612 10:00:00.0 1 volume.go:251] error syncing 'shop/logs': exit status 5, requeuing"],
    ])
    const { causes } = await explained(sandbox)
    return causes[0]!.remedies.findLast(({ kind }) => kind === 'remove')!.summary
  }
  assert.match(await removal('Failed to find logical volume "vg/logs"'), 'no longer exists')
  assert.not.match(await removal('Logical volume vg/logs in use.'), 'no longer exists')
})

test('what it failed at stands before an error that says no more than how a call ended (banzaicloud/koperator#728)', async () => {
  const sandbox = setup()
  logs(sandbox, [
    [MINUTE + 2, `{"level":"info","msg":"Deleting user ACLs",${OBJECT}}`],
    [MINUTE + 1, `{"level":"info","msg":"failed to finalize bucket",${OBJECT}}`],
    [MINUTE + 1, `{"level":"info","msg":"failed to finalize Bucket logs",${OBJECT}}`],
    [MINUTE, ERROR.replace(/BucketNotEmpty.*left/, 'EOF')],
  ])
  assert.equal(
    (await quotes(sandbox)).map(quote => quote.slice(quote.indexOf('"'))),
    ['"Reconciler error: EOF"', '"Deleting user ACLs"'],
  )
  logs(sandbox, [
    [MINUTE + 2, `{"level":"info","msg":"Deleting user ACLs",${OBJECT}}`],
    [MINUTE, ERROR],
  ])
  assert.is((await quotes(sandbox)).length, 1)
})

test('the error that a try began to fail with stands beside the last one (splunk/splunk-operator#569)', async () => {
  const sandbox = setup()
  const first = '{"level":"error","msg":"Unable to list items","error":"NoSuchBucket: it does not exist"}'
  const told = async (...before: readonly Said[]) => {
    logs(sandbox, [...before, [MINUTE, ERROR]])
    return (await quotes(sandbox)).length
  }
  const start: Said = [MINUTE, `{"level":"info","msg":"start",${OBJECT}}`]
  assert.is(await told([MINUTE, first], [MINUTE, ERROR.replace('Reconciler', 'Plan')]), 2)
  assert.ok((await quotes(sandbox))[1]!.includes('NoSuchBucket'))
  // Of an earlier try, of another object, not directly before it, or with no more than the last one says.
  assert.is(await told([MINUTE, first], start), 1)
  assert.is(await told([2 * MINUTE, first]), 1)
  assert.is(await told([MINUTE, ERROR.replace('"logs"', '"other"').replace('3 objects', '4 objects')]), 1)
  assert.is(await told([MINUTE, ERROR.replace('Reconciler', 'Plan')]), 1)
})

test('beside an error at the creation stands what is logged of the deletion (kubermatic/machine-controller#131)', async () => {
  const sandbox = withStatus({ errorReason: 'CreateBucketError', errorMessage: 'failed to create bucket: 401' })
  logs(sandbox, [])
  assert.equal(await quotes(sandbox), [])
  logs(sandbox, [[MINUTE, ERROR]])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  const [{ evidence } = { evidence: [] }] = (await explained(sandbox)).causes
  assert.equal(
    evidence.slice(0, 2).map(({ source }) => source),
    ['logs', 'status.errorReason'],
  )
})

test('an error from before the deletion that is logged again since counts still (mongodb/mongodb-atlas-kubernetes#2145)', async () => {
  const message = 'an expired bucket cannot be managed'
  const before = {
    type: 'Ready',
    status: 'False',
    reason: 'Expired',
    message,
    lastTransitionTime: '2020-01-01T00:00:00Z',
  }
  const sandbox = withStatus({ conditions: [before] }, 2 * HOUR)
  const said = (text: string) =>
    logs(sandbox, [
      [MINUTE + 1, `{"level":"warn","msg":"Bucket shop/logs: ${text}",${OBJECT}}`],
      [MINUTE, `{"level":"info","msg":"Status update",${OBJECT},"lastCondition":{"message":"${message}"}}`],
    ])
  said('looked at')
  assert.is(await answer(sandbox), 'CleanupFailing unknown logs')
  assert.ok((await quotes(sandbox))[0]!.endsWith(': looked at"'))
  said(message)
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  assert.ok((await quotes(sandbox))[0]!.endsWith(`: ${message}"`))
})

test('an Event that says no more than that a handler raised an exception is told by what was raised (zakkg3/ClusterSecret#11)', async () => {
  const message = "Handler 'on_delete' failed with an exception. Will retry."
  const sandbox = withStatus({
    kopf: { progress: { on_delete: { retries: 7, success: false, message: 'nothing at 0' } } },
  })
  event(sandbox, sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!, {
    ...{ reason: 'Logging', message, component: 'objectstore', first: HOUR - MINUTE, last: MINUTE },
  })
  const factsOf = async () =>
    (await explained(sandbox)).causes.flatMap(({ evidence }) => evidence.map(({ fact }) => fact))
  logs(sandbox, [])
  assert.match((await factsOf()).slice(0, 3).join(), /without success: nothing at 0/)
  logs(sandbox, [
    [MINUTE, `[2026-06-12 10:00:00,762] kopf.objects [ERROR   ] [shop/logs] ${message}`],
    [MINUTE, 'Traceback (most recent call last):'],
    [MINUTE, '  File "/src/handlers.py", line 83, in get_ns_list'],
    [MINUTE, 're.error: nothing to repeat at position 0'],
  ])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  const [first = ''] = await factsOf()
  assert.ok(first.endsWith(' re.error: nothing to repeat at position 0"'), first)
})

test('an error that names nothing is quoted directly after the name of the object (openebs/openebs#3034)', async () => {
  const sandbox = withStatus({ phase: 'DeletionFailed' })
  const busy = 'E0612 10:00:00.0 1 pool.go:353] Unable to delete: pool is busy'
  const said = `I0612 10:00:00.0 1 handler.go:210] Processing Bucket Destroy event logs`
  for (const [other, told] of [
    [MINUTE, '"Unable to delete: pool is busy"'],
    [2 * MINUTE, '"Processing Bucket Destroy event logs" (this object, or another one of its name)'],
  ] as const) {
    logs(sandbox, [
      [other, said],
      [MINUTE, busy],
      [MINUTE, 'E0612 10:00:00.0 1 other.go:1] cannot sync'],
    ])
    const [first = ''] = await quotes(sandbox)
    assert.ok(first.endsWith(told), first)
  }
})

test('a conflict at the finalizer that is not tried again is all that is left, beside the work that is done', async () => {
  const sandbox = setup()
  const conflict = `Operation cannot be fulfilled on buckets.${GROUP} \\"logs\\": the object has been modified`
  const said = (seconds: number) =>
    logs(sandbox, [
      [seconds, `{"level":"info","msg":"bucket deleted",${OBJECT}}`],
      [seconds, ERROR.replace(/"BucketNotEmpty.*"/, `"${conflict}"`)],
    ])
  said(MINUTE)
  assert.is(await answer(sandbox), SILENT)
  said(10 * MINUTE)
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  assert.match((await quotes(sandbox))[1] ?? '', /"bucket deleted"$/)
  const [{ summary } = { summary: '' }] = (await explained(sandbox)).causes
  assert.match(summary, /tried to write the object, .* no further try/)
})

test('a removal that lost to another write, again and again or as the last word, is what is wrong (kubernetes-sigs/cluster-api-provider-aws#891, envoyproxy/ai-gateway#2565)', async () => {
  const conflict = `Operation cannot be fulfilled on buckets.${GROUP} \\"logs\\": the object has been modified`
  const removal = ERROR.replace('Reconciler error', 'Failed to remove finalizer').replace(
    /"BucketNotEmpty.*"/,
    `"${conflict}"`,
  )
  const klog = `1 main.go:1] Error removing finalizer from logs; ${conflict.replaceAll('\\', '')}`
  const tried = (seconds: number, line = removal) =>
    [[seconds, line.replace(/^1/, 'E0612 10:00:00.0 1')]] as readonly Said[]
  for (const [said, told, summary] of [
    [tried(MINUTE), SILENT, /not known/],
    [tried(2 * MINUTE), 'CleanupFailing unknown logs', /no further try/],
    [tried(6 * MINUTE), 'CleanupFailing stuck logs', /no further try/],
    [[3, 2, 1].flatMap(each => tried(each)), 'CleanupFailing unknown logs', /rejects each try/],
    [[3, 2, 1].flatMap(each => tried(each + 2 * MINUTE)), 'CleanupFailing unknown logs', /no further try/],
    [[9, 5, 1].flatMap(each => tried(each * MINUTE)), 'CleanupFailing stuck logs', /rejects each try/],
    [[9, 1].flatMap(each => tried(each * MINUTE)), SILENT, /not known/],
    [[9, 5, 1].flatMap(each => tried(each * MINUTE, klog)), 'CleanupFailing unknown logs', /tell no namespace/],
  ] as const) {
    const sandbox = setup()
    logs(sandbox, said)
    assert.is(await answer(sandbox), told, said[0]![1])
    const [cause] = (await explained(sandbox)).causes
    assert.match(cause!.summary, summary)
    const { risk } = cause!.remedies.at(-1)!
    assert.is(risk, told.includes('stuck') ? 'low' : 'medium')
  }
})

test('a conflict after the step that removes the finalizer counts as one at it, if no other try begins (kubeslice/kubeslice-controller#361, kyma-project/kyma#6162, opendatahub-io/opendatahub-operator#1142)', async () => {
  const conflict = `Operation cannot be fulfilled on buckets.${GROUP} \\"logs\\": the object has been modified`
  const request = '"RequestName":"logs","RequestNamespace":"shop"'
  const info = (msg: string) => `{"level":"info","msg":"${msg}",${request}}`
  const failed = `{"level":"error","msg":"Update failed",${request},"error":"${conflict}"}`
  const of = (seconds: number, ...lines: string[]): readonly Said[] => lines.map(line => [seconds, line])
  const [start, step] = [info('Reconcile'), info('Bucket is being deleted: removing finalizer')]
  for (const [said, told, summary] of [
    [of(6 * MINUTE, start, step, failed, info('reconciled')), 'CleanupFailing stuck logs', /tried to remove it/],
    [of(2 * MINUTE, start, step, failed, info('reconciled')), 'CleanupFailing unknown logs', /tried to remove it/],
    [of(6 * MINUTE, start, step, info('patching'), failed), 'CleanupFailing stuck logs', /tried to remove it/],
    // Another try began, and said nothing of how it ended.
    [of(6 * MINUTE, start, step, failed, start), SILENT, /not known/],
    [[...of(9 * MINUTE, step, failed), ...of(6 * MINUTE, info('reconciled'))], SILENT, /not known/],
    [of(6 * MINUTE, step, failed, info('requeue after 10m')), SILENT, /not known/],
    [of(2 * MINUTE, info('deleting'), failed), SILENT, /not known/],
    [of(2 * MINUTE, failed, failed, failed), 'CleanupFailing unknown logs', /tried to write the object/],
    // The server rejects it for another reason.
    [
      of(6 * MINUTE, failed.replace('the object has been modified', 'a is immutable')),
      'CleanupFailing stuck logs',
      /cannot/,
    ],
  ] as const) {
    const sandbox = setup()
    logs(sandbox, said)
    assert.is(await answer(sandbox), told, said.join())
    const { summary: text, remedies } = (await explained(sandbox)).causes[0]!
    assert.match(text, summary)
    const isLost = /tried/.test(text)
    assert.is(remedies[0]!.summary.startsWith('restart the controller'), isLost)
    const restart = `kubectl rollout restart deployment/objectstore -n ${HOME}`
    assert.is(remedies[0]!.commands.includes(restart), isLost)
    assert.is(remedies.at(-1)!.risk, 'medium')
  }
})

test('a removal of one of several finalizers, or before a later write, is no proof that all is cleaned up', async () => {
  const sandbox = setup()
  const conflict = `Operation cannot be fulfilled on buckets.${GROUP} \\"logs\\": the object has been modified`
  const removal = ERROR.replace('Reconciler error', 'Failed to remove finalizer')
  const said = (error: string) => logs(sandbox, [[10 * MINUTE, removal.replace(/"BucketNotEmpty.*"/, `"${error}"`)]])
  said(conflict)
  const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const { metadata } = bucket
  const later = (metadata.managedFields ?? []).map(each => ({ ...each, time: ago(sandbox, 5 * MINUTE) }))
  const isLow = async () => {
    const { causes } = await explained(sandbox)
    return causes.some(({ remedies }) => remedies.some(({ kind, risk }) => kind === 'remove' && risk === 'low'))
  }
  for (const changed of [{ managedFields: later }, { finalizers: [`${GROUP}/bucket`, `${GROUP}/other`] }]) {
    sandbox.put({ ...bucket, metadata: { ...metadata, ...changed } })
    assert.not(await isLow())
  }
  sandbox.put(bucket)
  assert.ok(await isLow())
  // Of a child that is called as it is, or of none that is named.
  for (const other of [conflict.replace(GROUP, 'child.example.com'), 'the object has been modified']) {
    said(other)
    assert.not(await isLow())
  }
})

test('Pods that are not deleted yet, by the log, are those of its namespace with its name (openshift/hypershift#1692)', async () => {
  for (const [place, name, told] of [
    ['shop', 'logs', /^PodNodeLost stuck n1$/],
    ['shop', 'other', /^CleanupFailing stuck logs/],
    // Whoever may create Pods there gives them any label.
    ['pods', 'logs', /^CleanupFailing stuck logs/],
  ] as const) {
    const sandbox = setup()
    namespace(sandbox, 'pods')
    node(sandbox, 'n1', { lost: HOUR })
    pod(sandbox, place, 'router', { node: 'n1', deleted: HOUR, labels: { [`bucket.${GROUP}/deployment`]: name } })
    const said = 'got retryable error; requeueing: not all router pods have been deleted for shop/logs'
    logs(sandbox, [[MINUTE, `{"level":"error","logger":"operator.bucket_controller","msg":"${said}"}`]])
    assert.match(await answer(sandbox), told)
  }
})

test('who gave up, or skips the deletion, is not said to try again', async () => {
  for (const [error, told] of [
    ['BucketNotEmpty', /^fix what the error names; the controller then tries again$/],
    ['Exceeded failedDeleteThreshold: 15, will not attempt retries', /then restart the controller/],
    ['terminal error: it is bound', /^fix .*; the controller does not retry a terminal error by itself/],
    ['the instance is in a terminal error: see it', /^fix what the error names; the controller then tries again$/],
    ['no instance found: skip deleting', /^see whether what it should delete still exists/],
    ['cannot cancel: the job has already reached another terminal state', /has ended by itself/],
    ['the instance is already stopped: start it to detach its disk', /^fix what the error names/],
  ] as const) {
    const sandbox = setup()
    logs(sandbox, [[MINUTE, ERROR.replace('BucketNotEmpty: 3 objects left', error)]])
    const [cause] = (await explained(sandbox)).causes
    assert.match(ownRemedies(cause!)[0]!.summary, told)
  }
})

test('of one who gave up the error before counts, as long as nothing follows (operator-framework/java-operator-sdk#2679)', async () => {
  const id = "ResourceID{name='logs', namespace='shop'}"
  const error = `2026-11-29 06:00:00,899 ERROR [a.b.C] (ReconcilerExecutor-bucketreconciler-1) Error ${id}: not implemented`
  const over = error.replace(/Error .*/, `Exhausted retries for scope ExecutionScope{ resource id: ${id}}.`)
  const sandbox = setup({ deleted: 3 * HOUR })
  const told = async (...said: readonly Said[]) => {
    logs(sandbox, said)
    const [cause] = (await explained(sandbox)).causes
    return [
      await answer(sandbox),
      (await quotes(sandbox))[0]!.includes('not implemented'),
      ownRemedies(cause!)[0]!.summary.includes('restart'),
    ]
  }
  assert.equal(await told([2 * HOUR, error], [2 * HOUR, over]), ['CleanupFailing stuck logs', true, true])
  assert.equal(await told([2 * HOUR, error]), ['CleanupFailing unknown logs', true, false])
  const works = `{"level":"info","msg":"deleting",${OBJECT}}`
  assert.is((await told([2 * HOUR, error], [2 * HOUR, over], [MINUTE, works]))[0], SILENT)
  const another = error.replace('bucketreconciler', 'queuereconciler')
  logs(sandbox, [[MINUTE, another]])
  assert.is(await answer(sandbox), SILENT)
})

test('who still uses the object by the words of its controller, and exists, holds it (opendatahub-io/opendatahub-operator#3841)', async () => {
  const told = async (line: string, place: string | undefined, at = MINUTE, name = 'web') => {
    const sandbox = setup({ deleted: 3 * HOUR })
    namespace(sandbox, 'other')
    if (place !== undefined)
      customResource(sandbox, {
        ...{ apiVersion: `${GROUP}/v1`, kind: 'Queue', namespace: place, name, manager: 'kubectl' },
        ...{ finalizers: [], spec: {} },
      })
    logs(sandbox, [[at, line]])
    return answer(sandbox)
  }
  const line = `{"level":"info","msg":"Bucket is still referenced by Queues, deletion is blocked",${OBJECT},"referencedBy":["PLACE/web"]}`
  const here = line.replace('PLACE', 'shop')
  assert.is(await told(here, 'shop'), 'InstanceAlive stuck web')
  assert.is(await told(line.replace('PLACE', 'other'), 'other'), 'InstanceAlive stuck web')
  assert.is(await told(here, 'shop', 2 * HOUR), 'InstanceAlive unknown web')
  assert.is(await told(here, undefined), SILENT)
  assert.is(await told(here, 'other'), SILENT)
  // A Queue that is called as the bucket or its namespace is, is named by neither.
  for (const own of ['logs', 'shop']) assert.is(await told(here, 'shop', MINUTE, own), SILENT)
  assert.is(await told(here.replace('/web', '/logs'), 'shop', MINUTE, 'logs'), 'InstanceAlive stuck logs')
  assert.is(await told(here.replace('still referenced', 'no longer referenced'), 'shop'), SILENT)
  assert.is(await told(here.replace('info', 'error'), 'shop'), 'CleanupFailing stuck logs')
})

test('who uses a claim or a volume that its log has in a field holds it (fluid-cloudnative/fluid#176, openshift/local-storage-operator#513)', async () => {
  const told = async (line: string, { phase = 'Running', claims = ['data'], isBound = true } = {}) => {
    const sandbox = setup()
    pod(sandbox, 'shop', 'train', { claim: 'data', phase: phase as 'Running' })
    const v1 = { apiVersion: 'v1', metadata: { namespace: 'shop', name: 'data' } }
    const uids = claims.map(name => {
      const metadata = { namespace: 'shop', name }
      return sandbox.put({ ...v1, kind: 'PersistentVolumeClaim', metadata }).metadata.uid
    })
    const claimRef = { namespace: 'shop', name: 'data', uid: isBound ? uids[0] : 'another' }
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'local-pv-1' }, spec: { claimRef } }
    sandbox.put(volume)
    logs(sandbox, [[MINUTE, line]])
    const { causes } = await explained(sandbox)
    return causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.kind} ${subject.name}`).join()
  }
  const used = `{"level":"info","msg":"The volume is used by pods, will retry",${OBJECT},"pvc":"data"}`
  const silent = 'CleanupInProgress unknown Bucket logs'
  assert.is(await told(used), 'InstanceAlive stuck Pod train')
  assert.is(await told(used, { phase: 'Succeeded' }), silent)
  assert.is(await told(used, { claims: [] }), silent)
  assert.is(await told(used.replace('"pvc":"data"', '"pvc":"other"')), silent)
  assert.is(await told(used.replace('is used', 'is no longer used')), silent)
  const bound = `{"level":"info","msg":"bound/released PVs found, not removing",${OBJECT},"pvNames":["local-pv-1"]}`
  assert.is(await told(bound), 'InstanceAlive stuck PersistentVolumeClaim data')
  assert.is(await told(bound, { isBound: false }), silent)
  assert.is(await told(bound, { claims: [] }), silent)
  assert.is(await told(bound.replace('local-pv-1', 'local-pv-2')), silent)
})

test('a list of users of other namespaces costs few requests, however long it is', async () => {
  const sandbox = setup()
  const places = Array.from({ length: 100 }, (_, index) => `"other-${index}/web"`)
  logs(sandbox, [
    [MINUTE, `{"level":"info","msg":"Bucket is still in use by Queues",${OBJECT},"usedBy":[${places.join()}]}`],
  ])
  const { onRequest } = sandbox
  const asked: string[] = []
  sandbox.onRequest = request => {
    asked.push(request.path)
    return onRequest!(request)
  }
  await explained(sandbox)
  assert.is(asked.filter(path => path.endsWith('/queues/web')).length, 10)
})

test('a 404 beside the id of the object says that it is gone, and without it that it is likely (DataDog/datadog-operator#1854)', async () => {
  const told = async (id: string, error: string) => {
    const sandbox = setup()
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...bucket, spec: { bucketName: 'shop' }, status: { id: '0a1b2c' } } as never)
    logs(sandbox, [[MINUTE, `{"level":"error","msg":"deleting",${OBJECT},"Bucket ID":"${id}","error":"${error}"}`]])
    const [cause] = (await explained(sandbox)).causes
    const { risk, leaks } = cause!.remedies.find(({ kind }) => kind === 'remove')!
    return [ownRemedies(cause!)[0]!.kind, risk, leaks.length]
  }
  const error = '404 Not Found: {\\"errors\\":[\\"Bucket not found\\"]}'
  assert.equal(await told('0a1b2c', error), ['inspect', 'low', 0])
  assert.equal(await told('ffffff', error), ['inspect', 'medium', 1])
  assert.equal(await told('0a1b2c', `${error} or you do not have access to it`), ['inspect', 'medium', 1])
  assert.equal(await told('0a1b2c', '404 Not Found: [\\"Account not found\\"]'), ['repair', 'medium', 1])
})

test('where an error names no namespace none is said to be the one that it means (Kuadrant/kuadrant-operator#363)', async () => {
  const told = async (error: string) => {
    const sandbox = setup()
    logs(sandbox, [[MINUTE, ERROR.replace(/BucketNotEmpty.*left/, error)]])
    const [cause] = (await explained(sandbox)).causes
    const repair = ownRemedies(cause!)[0]!.summary
    return [cause!.summary.includes('in namespace shop'), repair.includes('if that is what'), await answer(sandbox)]
  }
  assert.equal(await told('secrets \\"gone\\" not found'), [false, true, 'ReferenceMissing stuck gone'])
  assert.equal(await told('secrets \\"shop/gone\\" not found'), [true, false, 'ReferenceMissing stuck gone'])
})

test('what an error did not find belongs where it says, beside the object, or where its controller and others of its type are (CrunchyData/postgres-operator#4230)', async () => {
  const told = async (error: string, ...queues: readonly string[]) => {
    const sandbox = setup()
    for (const place of queues) {
      namespace(sandbox, place)
      sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Queue', metadata: { name: 'other', namespace: place } })
    }
    logs(sandbox, [[MINUTE, ERROR.replace(/"BucketNotEmpty.*left"/, JSON.stringify(error))]])
    const [cause] = (await explained(sandbox)).causes
    return [cause!.subject.namespace, cause!.evidence.some(({ fact }) => fact.includes('no namespace is named'))]
  }
  const queue = `queues.${GROUP} "gone" not found`
  assert.equal(await told(queue), ['shop', false])
  // One of the type in a third namespace is no sign that this one was there.
  assert.equal(await told(queue, 'vault'), ['shop', true])
  assert.equal(await told(`get Queue vault/gone: ${queue}`, HOME), ['vault', false])
  assert.equal(await told(`cannot start image vault/gone: ${queue}`), ['shop', false], 'an image of that name')
  assert.equal(await told(queue, 'vault', 'shop'), ['shop', false])
  assert.equal(await told(queue, 'vault', HOME), [HOME, false])
  assert.equal(await told('no client for Bucket shop/logs: secrets "logs-kubeconfig" not found'), ['shop', false])
  assert.equal(await told('no client for Bucket shop/logs: secrets "kubeconfig" not found'), ['shop', true])
  assert.equal(await told('no child cluster config: secrets "logs-kubeconfig" not found'), ['shop', true])
})

test('an error of the deletion in the log is more than what was not found before it (rabbitmq/messaging-topology-operator#195)', async () => {
  const told = async (error: string) => {
    const sandbox = setup()
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const condition = { type: 'Ready', status: 'False', reason: 'FailedCreate', message: 'Secret "aws" not found' }
    const conditions = [{ ...condition, lastTransitionTime: ago(sandbox, 2 * HOUR) }]
    sandbox.put({ ...bucket, spec: { secretRef: { name: 'aws' } }, status: { conditions } } as never)
    logs(sandbox, [[MINUTE, ERROR.replace(/BucketNotEmpty.*left/, error)]])
    return answer(sandbox)
  }
  assert.is(await told('no credentials in status'), 'CleanupFailing stuck logs')
  assert.is(await told('Secret \\"aws\\" not found'), 'ReferenceMissing stuck aws')
})

test('a missing owner belongs in the namespace of its object (kubernetes-sigs/cluster-api-provider-aws#1059)', async () => {
  const told = async (apiVersion: string, owner: string) => {
    const sandbox = setup()
    definition(sandbox, { group: GROUP, plural: 'queues', kind: 'Queue' })
    namespace(sandbox, 'vault')
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Queue', metadata: { name: 'other', namespace: 'vault' } })
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const ownerReferences = [{ apiVersion, kind: 'Queue', name: owner, uid: 'a' }]
    sandbox.put({ ...bucket, metadata: { ...bucket.metadata, ownerReferences } } as never)
    const error = `Queue.${GROUP} \\"gone\\" not found`
    logs(sandbox, [[MINUTE, ERROR.replace(/BucketNotEmpty.*left/, error)]])
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'ReferenceMissing')!
    return [cause.summary.includes('in namespace shop'), cause.evidence.some(({ fact }) => fact.includes('may belong'))]
  }
  assert.equal(await told(`${GROUP}/v1`, 'gone'), [true, false])
  assert.equal(await told(`${GROUP}/v1`, 'other'), [false, true])
  assert.equal(await told('example.com/v1', 'gone'), [false, true])
})

test('what is over needs nothing created again that it was for (CrunchyData/postgres-operator#4230)', async () => {
  const remedies = async (status: object, error = `queues.${GROUP} "gone" not found`) => {
    const sandbox = setup()
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...bucket, status } as never)
    logs(sandbox, [[MINUTE, ERROR.replace(/"BucketNotEmpty.*left"/, JSON.stringify(error))]])
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'ReferenceMissing')!
    return ownRemedies(cause).map(({ kind }) => kind)
  }
  const over = { state: 'Succeeded', completed: '2026-01-01T10:00:00Z' }
  assert.equal(await remedies(over), ['remove'])
  assert.equal(await remedies({ state: 'Succeeded' }), ['repair', 'remove'])
  assert.equal(await remedies(over, 'secrets "gone" not found'), ['repair', 'remove'])
})

test('what may belong in another namespace is created there alone, where that of the object is being deleted', async () => {
  const repairs = async (error: string) => {
    const sandbox = setup()
    const shop = sandbox.get('v1', 'Namespace', 'shop')!
    const deletion = { deletionTimestamp: ago(sandbox, HOUR), deletionGracePeriodSeconds: 0 }
    const rest = { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Terminating' } }
    sandbox.put({ ...shop, metadata: { ...shop.metadata, ...deletion }, ...rest })
    logs(sandbox, [[MINUTE, ERROR.replace(/"BucketNotEmpty.*left"/, JSON.stringify(error))]])
    const cause = (await explained(sandbox)).causes.find(({ code }) => code === 'ReferenceMissing')!
    return ownRemedies(cause).flatMap(({ kind, summary }) => (kind === 'repair' ? [summary.includes(HOME)] : []))
  }
  assert.equal(await repairs('secrets "gone" not found'), [true])
  assert.equal(await repairs('secrets "shop/gone" not found'), [])
})

test('an error that has just the name, and names what a field of the object does, will be of it (kubeovn/kube-ovn#4898)', async () => {
  const told = async (name: string) => {
    const sandbox = setup({ spec: { queue: name } })
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Queue', metadata: { name: 'there', namespace: 'shop' } })
    const text = `error syncing bucket \\"logs\\": queue.${GROUP} \\"gone\\" not found`
    logs(sandbox, [[MINUTE, `{"level":"error","msg":"${text}"}`]])
    const missing = (await explained(sandbox)).causes.filter(({ code }) => code === 'ReferenceMissing')
    return missing.map(({ subject, evidence }) => `${subject.name} ${evidence[1]!.source}`)
  }
  assert.equal(await told('gone'), ['gone logs'])
  assert.equal(
    (await told('other')).filter(each => each.includes('gone')),
    [],
  )
})

test('an error of long ago is a suspicion: a try that fails would have failed again', async () => {
  const sandbox = setup({ deleted: 3 * HOUR })
  logs(sandbox, [[2 * HOUR, ERROR]])
  assert.is(await answer(sandbox), 'CleanupFailing unknown logs')
})

test('a namesake, an older line, another controller and an error in passing do not count', async () => {
  for (const said of [
    [MINUTE, ERROR.replaceAll('"shop"', '"other"')],
    [2 * HOUR, ERROR],
    [MINUTE, ERROR.replace('"controllerKind":"Bucket"', '"controllerKind":"Queue"')],
    [MINUTE, ERROR.replace('"controllerKind":"Bucket"', '"controller":"queue"')],
    [
      MINUTE,
      ERROR.replace(
        /"BucketNotEmpty.*"/,
        '"the object has been modified; please apply your changes to the latest version and try again"',
      ),
    ],
    [MINUTE, ERROR.replaceAll('"logs"', '"logs-2"')],
  ] as const) {
    const sandbox = setup()
    logs(sandbox, [said])
    assert.is(await answer(sandbox), SILENT, said[1])
  }
})

test('a line counts by the uid of the object', async () => {
  const sandbox = setup()
  const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
  logs(sandbox, [[MINUTE, `{"level":"error","msg":"cannot delete","uid":"${uid}","error":"denied"}`]])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
})

test('silence is evidence, where the log reaches back to the deletion', async () => {
  const sandbox = setup()
  logs(sandbox, [[MINUTE, '{"level":"info","msg":"Reconciled","Bucket":{"name":"a","namespace":"shop"}}']])
  const [pod] = podsIn(sandbox)
  assert.equal(await quotes(sandbox), [
    `Pod ${HOME}/${pod}, container app, logged 1 line since the deletion, none of which names the object`,
  ])
  servedLogs(sandbox).logs.set(`${HOME}/${pod}/app`, { lines: [`${ago(sandbox, MINUTE)} ${STARTS}`] })
  assert.equal(await quotes(sandbox), [])
})

test('a line that has the name and tells no namespace is quoted as one that may be of the object', async () => {
  const line = (text: string, fields: object = {}) => JSON.stringify({ level: 'info', msg: text, ...fields })
  const waits = 'bucket logs still going down for deletion'
  for (const [said, told] of [
    [line(waits), waits],
    [line(waits, { bucket: 'logs' }), waits],
    [line('Reconciling', { bucket: 'logs', 'Request.Name': 'logs' }), 'Reconciling'],
    [line('waits for other/logs to be deleted'), undefined],
    [line(waits, { namespace: 'other' }), undefined],
    [line(waits, { kind: 'Queue' }), undefined],
    [line('logs-2 still going down for deletion'), undefined],
    [line('waiting for logs to be deleted'), undefined],
  ] as const) {
    const sandbox = setup()
    const other = { apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'other', name: 'logs', manager: 'x' }
    namespace(sandbox, 'other')
    customResource(sandbox, other)
    logs(sandbox, [
      [2 * MINUTE, said],
      [MINUTE, line('Reconciling', told && { bucket: 'logs' })],
    ])
    assert.is(await answer(sandbox), SILENT)
    const found = (await quotes(sandbox)).filter(each => each.endsWith('(this object, or another one of its name)'))
    assert.equal(
      found.map(each => each.includes(`"${told}"`)),
      told === undefined ? [] : [true],
      said,
    )
  }
})

test('a log that cannot be read says so, and is never silence', async () => {
  const sandbox = setup()
  const [pod] = podsIn(sandbox)
  servedLogs(sandbox).logs.set(`${HOME}/${pod}/app`, { lines: [], fails: 'disk is gone' })
  assert.is(await answer(sandbox), SILENT)
  assert.match((await quotes(sandbox)).join(), /^its log could not be read \(InternalError\)/)
})

test('what it looks for and the server does not have is a missing reference', async () => {
  const sandbox = setup({ spec: { credentialsRef: { name: 'keys', namespace: 'shop' } } })
  logs(sandbox, [[MINUTE, ERROR.replace(/"BucketNotEmpty.*"/, '"secrets \\"keys\\" not found"')]])
  assert.is(await answer(sandbox), 'ReferenceMissing stuck keys')
  sandbox.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'keys', namespace: 'shop' } })
  assert.is(await answer(sandbox), 'CleanupFailing unknown logs')
})

test('what it looks for stands in an error of the same try, before one that names nothing (kubevela/kubevela#4002)', async () => {
  const sandbox = setup({ spec: { credentialsRef: { name: 'keys', namespace: 'shop' } } })
  const error = (text: string) => ERROR.replace(/"BucketNotEmpty.*"/, JSON.stringify(text))
  logs(sandbox, [
    [MINUTE, error('secrets "keys" not found')],
    [MINUTE, error('cannot go on: credentials not found')],
  ])
  assert.is(await answer(sandbox), 'ReferenceMissing stuck keys')
})

test('a missing reference of its own is told by a line that is no error, too; what only the line names is not', async () => {
  const line = (msg: string) =>
    JSON.stringify({ level: 'warn', msg, controllerKind: 'Bucket', Bucket: { name: 'logs', namespace: 'shop' } })
  for (const [msg, told] of [
    ['Secret "keys" not found', 'ReferenceMissing stuck keys'],
    ['Secret "keys" not found, continuing without it', 'ReferenceMissing unknown keys'],
    ['Secret "others" not found', 'ReferenceMissing unknown keys'],
    ['secrets "others" not found', 'ReferenceMissing unknown keys'],
  ] as const) {
    const sandbox = setup({ spec: { secretRef: { name: 'keys' } } })
    logs(sandbox, [
      [2 * MINUTE, line(msg)],
      [MINUTE, line('reconciled')],
    ])
    assert.is(await answer(sandbox), told, msg)
  }
})

test('a refusal that names an object of a Kubernetes type is certain of what looks after types of the finalizer’s owner (VictoriaMetrics/operator#2543)', async () => {
  const denied = (name: string, account = 'objectstore') =>
    `{"level":"error","msg":"Reconciler error","controllerKind":"Bucket","Bucket":{"name":"logs","namespace":"shop"},"error":"cannot finalize: configmaps \\"${name}\\" is forbidden: User \\"system:serviceaccount:${HOME}:${account}\\" cannot patch resource \\"configmaps\\" in API group \\"\\" in the namespace \\"shop\\""}`
  const cases = [
    ['apps.example.com', denied('settings'), 'ControllerForbidden stuck objectstore'],
    ['apps.example.com', denied('others'), 'ControllerForbidden unknown objectstore'],
    ['apps.example.com', denied('settings', 'tenant'), 'ControllerForbidden unknown objectstore'],
    ['objectstore.io', denied('settings'), 'ControllerForbidden unknown objectstore'],
  ] as const
  for (const [domain, line, expected] of cases) {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets' })
    customResource(sandbox, {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings', manager: 'objectstore' },
      ...{ finalizers: [`${domain}/finalizer`], deleted: HOUR },
    })
    logs(sandbox, [[MINUTE, line]])
    assert.is(await answer(sandbox), expected, `${domain} ${line}`)
  }
})

test('a client with all of the owner’s types, or with a role of everybody’s, is given no right by a refusal in its own log', async () => {
  const line = `{"level":"error","msg":"cannot finalize","error":"configmaps \\"settings\\" is forbidden: User \\"system:serviceaccount:${HOME}:objectstore\\" cannot patch resource \\"configmaps\\" in API group \\"\\" in the namespace \\"shop\\""}`
  const all = { apiGroups: [GROUP], resources: ['*'], verbs: ['*'] }
  const status = { apiGroups: [GROUP], resources: ['buckets/status'], verbs: ['patch'] }
  const watch = { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }
  const labels = { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' }
  for (const [rules, marked, expected] of [
    [[all], {}, 'unknown'],
    [[all, watch], {}, 'stuck'],
    [[status], {}, 'stuck'],
    [[status], labels, 'unknown'],
    [[{ ...status, resourceNames: ['logs'] }], {}, 'unknown'],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
    namespace(sandbox, 'shop')
    operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets' })
    const role = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRole', 'objectstore-manager')!
    sandbox.put({ ...role, metadata: { ...role.metadata, labels: marked }, rules } as never)
    customResource(sandbox, {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings', manager: 'objectstore' },
      ...{ finalizers: ['apps.example.com/finalizer'], deleted: HOUR },
    })
    logs(sandbox, [[MINUTE, line]])
    assert.is(await answer(sandbox), `ControllerForbidden ${expected} objectstore`, JSON.stringify(rules))
    const [cause] = (await explained(sandbox)).causes
    const grants = cause!.remedies.flatMap(({ commands }) => commands).some(command => command.includes('create role'))
    assert.is(grants, expected === 'stuck')
  }
})

const DENIED = (resource: string, account = 'objectstore') =>
  `{"level":"error","msg":"Reconciler error",${OBJECT},"error":"${resource} is forbidden: User \\"system:serviceaccount:${HOME}:${account}\\" cannot delete resource \\"${resource}\\" in API group \\"\\" in the namespace \\"shop\\""}`

test('a refusal of its own account that the authorizer confirms is a missing right, with the grant', async () => {
  const sandbox = setup()
  logs(sandbox, [[MINUTE, DENIED('services')]])
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, verdict }) => `${code} ${verdict}`),
    ['ControllerForbidden stuck'],
  )
  assert.ok(causes[0]!.remedies.some(({ commands }) => commands.some(each => each.includes('--resource services'))))
})

test('a refusal of another account, and one of Secrets, gives no right', async () => {
  for (const denied of [DENIED('services', 'tenant'), DENIED('secrets')]) {
    const sandbox = setup()
    logs(sandbox, [[MINUTE, denied]])
    const { causes } = await explained(sandbox)
    assert.equal(
      causes.map(({ code }) => code),
      ['CleanupFailing'],
    )
    assert.not.ok(causes[0]!.remedies.some(({ commands }) => commands.some(each => each.includes('create'))))
  }
})

test('a refusal in a namespace that does not exist is mended by no Role (VictoriaMetrics/operator#1036)', async () => {
  for (const [named, isSwapped] of [
    ['shop', true],
    ['other', false],
  ] as const) {
    const sandbox = setup()
    const denied = DENIED('services').replace('services is', `services \\"${named}\\" is`)
    logs(sandbox, [[MINUTE, denied.replace('namespace \\"shop', 'namespace \\"logs-web')]])
    const [cause, ...others] = (await explained(sandbox)).causes
    assert.is(others.length, 0)
    assert.is(`${cause!.code} ${cause!.verdict}`, 'ControllerForbidden unknown')
    assert.match(cause!.summary, 'in namespace logs-web, which does not exist')
    assert.is(cause!.summary.includes('name and namespace seem to be swapped'), isSwapped)
    assert.not.ok(cause!.remedies.some(({ commands }) => commands.some(each => each.includes(' create '))))
  }
})

test('that it may not list its own type counts without the name of an object', async () => {
  const sandbox = setup()
  const role = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRole', 'objectstore-manager')!
  const rules = [{ apiGroups: [GROUP], resources: ['buckets'], verbs: ['get', 'update', 'patch'] }]
  sandbox.put({ ...role, rules })
  const line = `E0612 10:00:00.0 1 reflector.go:1] "Failed to watch" err="failed to list *v1.Bucket: buckets.${GROUP} is forbidden: User \\"system:serviceaccount:${HOME}:objectstore\\" cannot list resource \\"buckets\\" in API group \\"${GROUP}\\" at the cluster scope"`
  logs(sandbox, [[MINUTE, line]])
  assert.is(await answer(sandbox), 'ControllerForbidden stuck objectstore')
})

/** As client-go repeats it for a cache that it cannot fill. */
function unlisted(resource: string, kind: string, account = `${HOME}:objectstore`): string {
  const [plural = '', ...group] = resource.split('.')
  return `W0612 10:00:00.0 1 reflector.go:561] reflector.go:243: failed to list *v1.${kind}: ${resource} is forbidden: User "system:serviceaccount:${account}" cannot list resource "${plural}" in API group "${group.join('.')}" at the cluster scope`
}

test('a kind that it tries to list and may not list is a suspicion, also beside work that is only said (apecloud/kubeblocks#10348)', async () => {
  const sandbox = deleting(5 * MINUTE - 2)
  logs(sandbox, [[MINUTE, unlisted('namespaces', 'Namespace')]])
  const [cause] = (await explained(sandbox)).causes
  assert.is(`${cause?.code} ${cause?.verdict} ${cause?.subject.name}`, 'ControllerForbidden unknown objectstore')
  assert.match(cause!.summary, /not allowed to list namespaces: what waits for that list does not go on/)
  assert.ok(cause!.remedies.some(({ commands }) => commands.some(each => / --verb list,watch /.test(each))))
  logs(sandbox, [
    [2 * MINUTE, unlisted('namespaces', 'Namespace')],
    [MINUTE, ERROR],
  ])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs', 'an error about the object says more')
  for (const [other, told] of [
    [unlisted('secrets', 'Secret'), true],
    [unlisted('secrets', 'Secret').replace(' at the cluster scope', ' in the namespace \\"shop\\"'), false],
    [unlisted('namespaces', 'Namespace', 'shop:tenant'), false],
  ] as const) {
    logs(sandbox, [[MINUTE, other]])
    assert.is((await answer(sandbox)).startsWith('ControllerForbidden unknown'), told, other)
    const { remedies } = (await explained(sandbox)).causes[0]!
    assert.not.ok(remedies.some(({ commands }) => commands.some(each => each.includes('create'))))
  }
})

test('of two operators of one name that of the namespace of the object may have lost its right (hazelcast/hazelcast-platform-operator#651)', async () => {
  const sandbox = setup()
  deployment(sandbox, 'shop', 'objectstore', { serviceAccount: 'objectstore' })
  const { logs: all } = logs(sandbox, [])
  const [pod] = sandbox.server.store.list('pods').filter(({ metadata }) => metadata.namespace === 'shop')
  const say = (line: string) =>
    all.set(`shop/${pod!.metadata.name}/app`, { lines: [`${ago(sandbox, MINUTE)} ${line}`] })
  assert.is(await answer(sandbox), SILENT)
  say(unlisted(`buckets.${GROUP}`, 'Bucket', 'shop:objectstore'))
  const [cause] = (await explained(sandbox)).causes
  assert.is(`${cause?.code} ${cause?.verdict}`, 'ControllerForbidden unknown')
  assert.equal(cause!.subject, { kind: 'ServiceAccount', namespace: 'shop', name: 'objectstore' })
  assert.not.ok(cause!.remedies.some(({ commands }) => commands.some(each => each.includes(' create '))))
  say(unlisted(`buckets.${GROUP}`, 'Bucket', `${HOME}:objectstore`))
  assert.is(await answer(sandbox), SILENT, 'of another account')
  say(unlisted(`queues.${GROUP}`, 'Queue', 'shop:objectstore'))
  assert.is(await answer(sandbox), SILENT, 'of another type')
})

test('what looks after the API group and logs that it may not change the object has lost the right (IBM/operand-deployment-lifecycle-manager#649)', async () => {
  const sandbox = setup()
  const role = sandbox.get('rbac.authorization.k8s.io/v1', 'ClusterRole', 'objectstore-manager')!
  const allow = (resources: readonly string[], group = GROUP) =>
    sandbox.put({ ...role, rules: [{ apiGroups: [group], resources, verbs: ['*'] }] })
  const denied = `E0612 10:00:00.0 1 controller.go:1] failed to clean up Bucket shop/logs: buckets.${GROUP} "logs" is forbidden: User "system:serviceaccount:${HOME}:objectstore" cannot update resource "buckets" in API group "${GROUP}" in the namespace "shop"`
  logs(sandbox, [[MINUTE, denied]])
  const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  sandbox.put({ ...held, metadata: { ...held.metadata, managedFields: [] } } as typeof held)
  // What may be given to any deployer is no controller's role.
  allow(['queues'])
  assert.is(await answer(sandbox), 'ControllerForbidden unknown objectstore')
  allow(['queues', 'queues/finalizers'])
  assert.is(await answer(sandbox), 'ControllerForbidden stuck objectstore')
  allow(['queues'], 'other.example.com')
  assert.is(await answer(sandbox), 'ControllerForbidden unknown objectstore', 'kin that looks after another group')
  logs(sandbox, [[MINUTE, STARTS]])
  assert.not.match(await answer(sandbox), /ControllerForbidden/)
})

test('a line of level info that is plainly an error counts as one, though its requeue is said too (apecloud/kubeblocks#9272)', async () => {
  const said = (text: string) => `{"level":"info","msg":"${text}",${OBJECT}}`
  for (const [text, told] of [
    ['build error: requeue after: 1s as: Queue.objectstore.example.com \\"a\\" not found', 'ReferenceMissing stuck a'],
    ['build error: the bucket cannot be emptied', 'CleanupFailing stuck logs'],
    ['error: cannot get it, requeue after 1s', SILENT],
    ['synced, last error: none', SILENT],
  ] as const) {
    const sandbox = setup()
    logs(sandbox, [[MINUTE, said(text)]])
    assert.is(await answer(sandbox), told, text)
  }
})

test('a pause, another class and a passing over are told by the last line about the object', async () => {
  const info = (msg: string) => `{"level":"info","msg":"${msg}",${OBJECT}}`
  const cases = [
    ['Reconciliation is paused for this object', 'Paused stuck logs'],
    ['ignoring: it is not our class', 'OutOfScope stuck objectstore'],
    ['skipping bucket', 'OutOfScope unknown objectstore'],
  ] as const
  for (const [msg, told] of cases) {
    const sandbox = setup()
    logs(sandbox, [[MINUTE, info(msg)]])
    assert.is(await answer(sandbox), told)
    logs(sandbox, [
      [2 * MINUTE, info(msg)],
      [MINUTE, ERROR],
    ])
    assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  }
})

test('a paused object that it skips has the field that pauses it turned off (kubermatic/kubermatic#1563)', async () => {
  const sandbox = setup({ spec: { pause: true } })
  logs(sandbox, [[MINUTE, `{"level":"debug","msg":"skipping paused resource",${OBJECT}}`]])
  assert.is(await answer(sandbox), 'Paused stuck logs')
  const [{ remedies } = { remedies: [] }] = (await explained(sandbox)).causes
  assert.match(remedies[0]!.commands.join(), `'{"spec":{"pause":false}}'`)
})

test('what it skips since its owner is gone is not out of scope (kubermatic/kubermatic#4619)', async () => {
  const line = `{"level":"debug","msg":"Skipping because the queue is already gone",${OBJECT},"queue":"main"}`
  const spec = { queue: { kind: 'Queue', name: 'main', uid: '7f0c2a52-0000-4000-8000-000000000001' } }
  for (const [given, isThere, told] of [
    [spec, false, 'ReferenceMissing stuck main'],
    [spec, true, SILENT],
    [{}, false, SILENT],
  ] as const) {
    const sandbox = setup({ spec: given })
    const queue = { apiVersion: `${GROUP}/v1`, kind: 'Queue', namespace: 'shop', name: 'main', manager: 'x' }
    if (isThere) customResource(sandbox, queue)
    logs(sandbox, [[MINUTE, line]])
    assert.is(await answer(sandbox), told)
    const [{ remedies } = { remedies: [] }] = (await explained(sandbox)).causes
    assert.is(remedies.length > 0 && remedies.every(({ kind }) => kind === 'remove'), told !== SILENT)
  }
})

test('what is gone is in the namespace that the line gives, and no reason to skip where the line says that it acts', async () => {
  const spec = { queue: { kind: 'Queue', name: 'main', uid: '7f0c2a52-0000-4000-8000-000000000001' } }
  for (const [message, queue, told] of [
    ['Skipping because the queue is already gone', 'infra/main', SILENT],
    ['Skipping because the queue is already gone', 'shop/main', 'ReferenceMissing stuck main'],
    ['Removing the finalizer because the queue is already gone', 'main', SILENT],
  ] as const) {
    const sandbox = setup({ spec })
    namespace(sandbox, 'infra')
    customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Queue',
      namespace: 'infra',
      name: 'main',
      manager: 'x',
    })
    logs(sandbox, [[MINUTE, `{"level":"debug","msg":"${message}",${OBJECT},"queue":"${queue}"}`]])
    assert.is(await answer(sandbox), told)
  }
})

test('why it keeps the finalizer stands directly before that it does (giantswarm/kvm-operator#1076)', async () => {
  const info = (msg: string) => `{"level":"info","msg":"${msg}",${OBJECT}}`
  for (const [seconds, isOfTry] of [
    [6 * MINUTE, false],
    [MINUTE + 1, true],
  ] as const) {
    const sandbox = setup()
    logs(sandbox, [
      [seconds, info('lake has no drained condition')],
      [MINUTE, info('keeping finalizers')],
    ])
    assert.is(await answer(sandbox), SILENT)
    const { summary } = (await explained(sandbox)).causes[0]!
    assert.ok(summary.endsWith(`${isOfTry ? '"lake has no drained condition", ' : ''}"keeping finalizers".`), summary)
    assert.is(
      (await quotes(sandbox)).some(each => each.includes('drained')),
      isOfTry,
    )
  }
})

test('that it does not act stands before that a try is over, also by the controller of its owner (tailscale/tailscale#19922, zalando-incubator/stackset-controller#2)', async () => {
  const said = (msg: string, of = OBJECT) => `{"level":"info","msg":"${msg}",${of}}`
  for (const [first, told] of [
    [said('no example.com/group annotation, skipping the bucket provisioning'), true],
    [said('Not deleting Bucket shop/logs, it is still used', '"controller":"queue"'), true],
    [said('Not deleting Bucket shop/other, it is still used', '"controller":"queue"'), false],
    [said('Reading Bucket shop/logs, it is still used', '"controller":"queue"'), false],
  ] as const) {
    const sandbox = setup()
    logs(sandbox, [
      [MINUTE, first],
      [MINUTE, said('reconcile finished')],
    ])
    assert.is(await answer(sandbox), SILENT)
    const [{ summary } = { summary: '' }] = (await explained(sandbox)).causes
    assert.is(/last log line about the object: "(?:no|Not) /.test(summary), told, first)
  }
})

const ELECTS =
  'I0128 05:39:25.02 1 leaderelection.go:242] attempting to acquire leader lease objectstore-system/lock...'

test('a controller whose Pods all wait to lead does not lead', async () => {
  const sandbox = setup({ replicas: 2 })
  const served = logs(sandbox, [[2 * HOUR, ELECTS]])
  assert.is(await answer(sandbox), 'LeaderMissing unknown lock')
  const [first] = podsIn(sandbox)
  const leads = [
    `${ago(sandbox, DAY)} ${ELECTS}`,
    `${ago(sandbox, DAY)} I0128 05:39:25.02 1 leaderelection.go:252] successfully acquired lease objectstore-system/lock`,
  ]
  served.logs.set(`${HOME}/${first}/app`, { lines: leads })
  assert.is(await answer(sandbox), SILENT)
})

test('a Lease of a Pod that is gone is deleted so that another leads', async () => {
  const sandbox = setup()
  logs(sandbox, [[2 * HOUR, ELECTS]])
  const spec = {
    holderIdentity: 'objectstore-6f7c9d-gone_x',
    leaseDurationSeconds: 14_400,
    renewTime: ago(sandbox, HOUR).replace('Z', '.000000Z'),
  }
  sandbox.put({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'lock', namespace: HOME },
    spec,
  })
  const { causes } = await explained(sandbox)
  assert.equal(
    causes.map(({ code, subject }) => `${code} ${subject.name}`),
    ['LeaderMissing lock'],
  )
  assert.equal(causes[0]!.remedies[0]!.commands, ['kubectl delete lease lock -n objectstore-system'])
})

test('a controller that does not reach the API server, or is not let in, is ill though it is ready', async () => {
  for (const why of [
    'dial tcp 10.96.0.1:443: connect: connection refused',
    'x509: certificate signed by unknown authority',
  ]) {
    const sandbox = setup()
    logs(sandbox, [
      [
        MINUTE,
        `E0612 10:00:00.0 1 reflector.go:1] failed to list *v1.Bucket: Get "https://10.96.0.1:443/apis/${GROUP}/v1/buckets": ${why}`,
      ],
    ])
    assert.is(await answer(sandbox), 'ControllerUnhealthy unknown objectstore')
    logs(sandbox, [
      [
        HOUR / 2,
        `E0612 10:00:00.0 1 reflector.go:1] failed to list *v1.Bucket: Get "https://10.96.0.1:443/apis/${GROUP}/v1/buckets": ${why}`,
      ],
    ])
    assert.is(await answer(sandbox), SILENT)
  }
})

/** The container was restarted, and waits to start again or runs. */
function restarted(sandbox: Sandbox, isWaiting: boolean, ended = 2 * MINUTE): void {
  const pod = ofPods(sandbox)[0]!
  const { containerStatuses } = pod.status as { containerStatuses: readonly object[] }
  const state = isWaiting
    ? { waiting: { reason: 'CrashLoopBackOff' } }
    : { running: { startedAt: ago(sandbox, MINUTE) } }
  const lastState = { terminated: { exitCode: 2, reason: 'Error', finishedAt: ago(sandbox, ended) } }
  const statuses = containerStatuses.map(each => ({ ...each, ready: !isWaiting, restartCount: 7, state, lastState }))
  sandbox.put({ ...pod, status: { ...(pod.status as object), containerStatuses: statuses } })
  if (!isWaiting) return
  const owner = sandbox.get('apps/v1', 'Deployment', 'objectstore', HOME)!
  sandbox.put({ ...owner, status: { replicas: 1, readyReplicas: 0 } })
}

const PANIC: readonly Said[] = [
  [3 * MINUTE, '{"level":"info","msg":"Starting workers"}'],
  [2 * MINUTE, 'panic: runtime error: invalid memory address or nil pointer dereference'],
  [2 * MINUTE, 'goroutine 1 [running]:'],
  [2 * MINUTE, 'main.main()'],
]

test('the last words of a controller in a crash loop are told', async () => {
  const sandbox = setup()
  restarted(sandbox, true)
  logs(sandbox, [], PANIC)
  assert.is(await answer(sandbox), 'ControllerUnhealthy stuck objectstore')
  assert.match(
    (await quotes(sandbox)).join(),
    /before its last restart, logged at .*: "panic: runtime error: invalid memory/,
  )
})

test('what a controller crashed at before the deletion is told while it waits to start again', async () => {
  const sandbox = setup()
  restarted(sandbox, true, HOUR + MINUTE)
  node(sandbox, (ofPods(sandbox)[0]!.spec as { nodeName: string }).nodeName)
  logs(sandbox, [], [[HOUR + MINUTE, 'panic: metadata.finalizers: Forbidden: no new finalizers can be added']])
  assert.match((await quotes(sandbox)).join(), /before its last restart, .*no new finalizers can be added/)
  const [cause] = (await explained(sandbox)).causes
  assert.ok(cause!.remedies[0]!.commands.some(command => command.includes('--previous')))
})

test('a controller that crashes because the CRD is being deleted holds that, which is opened (longhorn/longhorn#4258)', async () => {
  const sandbox = setup()
  restarted(sandbox, true)
  logs(
    sandbox,
    [],
    [[2 * MINUTE, 'Error starting: create not allowed while custom resource definition is terminating']],
  )
  const kinds = async () =>
    (await explained(sandbox)).causes.flatMap(({ remedies }) => remedies.map(({ kind }) => kind))
  assert.equal(await kinds(), ['repair'])
  const name = `buckets.${GROUP}`
  const crd = sandbox.get('apiextensions.k8s.io/v1', 'CustomResourceDefinition', name)!
  const deleted = { deletionTimestamp: ago(sandbox, HOUR), finalizers: ['customresourcecleanup.apiextensions.k8s.io'] }
  sandbox.put({ ...crd, metadata: { ...crd.metadata, ...deleted } })
  const [cause] = (await explained(sandbox)).causes
  assert.match(cause!.summary, `crashes as nothing can be created of a CRD that is being deleted; CRD ${name} is`)
  assert.equal(await kinds(), ['inspect', 'remove'])
})

test('the last error before a crash is told, also one without a level', async () => {
  const sandbox = setup()
  restarted(sandbox, true)
  const lines: readonly Said[] = [
    [3 * MINUTE, '{"level":"info","msg":"Reconciling","name":"logs","namespace":"shop"}'],
    [2 * MINUTE, 'failed to connect to PostgreSQL server: pq: database "logs" does not exist'],
  ]
  logs(sandbox, [], lines)
  assert.match((await quotes(sandbox)).join(), /before its last restart, logged at .*failed to connect to PostgreSQL/)
})

test('an account that a Pod was to run as and that is not there is a missing reference', async () => {
  const sandbox = setup()
  const error =
    'pods \\"a\\" is forbidden: error looking up service account ops/runner: serviceaccount \\"runner\\" not found'
  logs(sandbox, [[MINUTE, `{"level":"error","msg":"Reconciler error",${OBJECT},"error":"${error}"}`]])
  assert.is(await answer(sandbox), 'ReferenceMissing stuck runner')
})

test('the last error before a crash is told, also one of another object', async () => {
  const sandbox = setup()
  restarted(sandbox, true)
  logs(
    sandbox,
    [],
    [
      [3 * MINUTE, '{"level":"info","msg":"Starting workers"}'],
      [
        2 * MINUTE,
        '{"level":"error","msg":"cannot create","name":"other","namespace":"elsewhere","error":"method not allowed"}',
      ],
    ],
  )
  assert.is(await answer(sandbox), 'ControllerUnhealthy stuck objectstore')
  assert.match((await quotes(sandbox)).join(), /before its last restart, logged at .*method not allowed/)
})

test('a panic since the deletion is told of a controller that is ready again', async () => {
  const sandbox = setup()
  restarted(sandbox, false)
  logs(sandbox, [], PANIC)
  assert.is(await answer(sandbox), 'ControllerUnhealthy unknown objectstore')
})

test('a recovered panic directly after a line about the object may be at it, and its stack is left out (argoproj/argo-cd#18270)', async () => {
  const panic = 'Recovered from panic: runtime error: nil pointer dereference\\ngoroutine 187 [running]:\\nmain.main()'
  const answerOf = async (...said: readonly string[]) => {
    const sandbox = setup()
    logs(
      sandbox,
      said.map((text): Said => [MINUTE, text]),
    )
    const { causes } = await explained(sandbox)
    return causes.map(({ code, verdict, evidence, remedies }) => [
      `${code} ${verdict}`,
      evidence[0]!.fact.split(': ').slice(1).join(': '),
      remedies[0]!.summary.split(':')[0],
    ])
  }
  const deleting = `{"level":"info","msg":"Deleting resources",${OBJECT}}`
  const other = deleting.replaceAll('"logs"', '"other"')
  const line = `time="2026-01-15T11:59:00Z" level=error msg="${panic}"`
  const update = 'update the controller, or report it to its project'
  const quote = '"Recovered from panic: runtime error: nil pointer dereference"'
  assert.equal(await answerOf(deleting, line), [['CleanupFailing unknown', quote, update]])
  assert.match((await answerOf(deleting, other, line)).join(), /^CleanupInProgress unknown/)
  const named = `{"level":"error","msg":"Reconciler error",${OBJECT},"error":"panic: index out of range [recovered]"}`
  assert.equal(
    (await answerOf(named)).map(([is, , next]) => [is, next]),
    [['CleanupFailing stuck', update]],
  )
})

test('a controller that ended by a panic at the object has the removal as a last remedy (OT-CONTAINER-KIT/redis-operator#713)', async () => {
  const at = `{"level":"error","msg":"Observed a panic",${OBJECT},"panic":"nil pointer dereference"}`
  const remediesAfter = async (line: string) => {
    const sandbox = setup()
    restarted(sandbox, true)
    logs(sandbox, [], [[2 * MINUTE, line], ...PANIC.slice(1)])
    assert.is(await answer(sandbox), 'ControllerUnhealthy stuck objectstore')
    const [cause] = (await explained(sandbox)).causes
    return cause!.remedies.map(({ kind }) => kind)
  }
  assert.equal(await remediesAfter(at), ['repair', 'remove'])
  assert.equal(await remediesAfter(`{"level":"info","msg":"Deleting",${OBJECT}}`), ['repair'])
  assert.equal(await remediesAfter(at.replaceAll('"logs"', '"other"')), ['repair'])
})

test('an error that a warning has, of no object, is told where nothing else is, before who the controller is', async () => {
  const sandbox = setup()
  logs(sandbox, [[60, '2026-01-15T11:59:00Z WRN Unable to get health error="no such host" component=deployment']])
  const { causes } = await explained(sandbox)
  const [silence, error] = causes[0]!.evidence
  assert.equal([silence!.source, error!.source], ['logs', 'logs'])
  assert.match(error!.fact, /no such host/)
})

test('what it waits for by a line of the last try stands in the summary (kubewarden/adm-controller#100)', async () => {
  const summaryOf = async (...said: readonly string[]) => {
    const sandbox = setup()
    logs(
      sandbox,
      said.map((text): Said => [MINUTE, `{"level":"info","msg":"${text}",${OBJECT}}`]),
    )
    const { causes } = await explained(sandbox)
    return causes.map(({ summary }) => summary.split(' is not known')[1] ?? summary.split(' its log says ')[1])
  }
  const waits = 'delaying server deletion since all policies are not deleted yet'
  assert.equal(await summaryOf(waits, 'done'), [`what it waits for: "${waits}".`])
  assert.equal(await summaryOf('done'), ['; its last log line about the object: "done".'])
  assert.equal(await summaryOf(`${'long '.repeat(80)} waits`), ['.'])
})

test('counts that go down are work, and the same count again is none', async () => {
  const said = (seconds: number, done: number): Said => [
    seconds,
    `{"level":"info","msg":"deleted ${done} of 90 objects",${OBJECT}}`,
  ]
  const sandbox = setup()
  logs(sandbox, [said(2 * MINUTE, 4), said(MINUTE, 14)])
  assert.is(await answer(sandbox), 'CleanupInProgress progressing logs')
  logs(sandbox, [said(2 * MINUTE, 14), said(MINUTE, 14)])
  assert.is(await answer(sandbox), SILENT)
})

test('a workload that users of a namespace could have made is no witness', async () => {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  namespace(sandbox, 'shop')
  deployment(sandbox, 'shop', 'objectstore', { serviceAccount: 'objectstore' })
  const rules = [{ apiGroups: [GROUP], resources: ['buckets'], verbs: ['get', 'list', 'watch', 'update', 'patch'] }]
  const metadata = { name: 'objectstore', namespace: 'shop' }
  const RBAC = 'rbac.authorization.k8s.io'
  sandbox.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules })
  const roleRef = { apiGroup: RBAC, kind: 'Role', name: 'objectstore' }
  const subjects = [{ kind: 'ServiceAccount', ...metadata }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', metadata, roleRef, subjects })
  customResource(sandbox, {
    ...{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name: 'logs', manager: 'objectstore' },
    ...{ finalizers: [`${GROUP}/bucket`], deleted: HOUR },
  })
  const [pod] = sandbox.server.store.list('pods')
  for (const [line, told] of [
    [ERROR, 'CleanupFailing unknown logs'],
    [DENIED('services').replaceAll(HOME, 'shop'), 'ControllerForbidden unknown objectstore'],
    [`{"level":"info","msg":"Reconciliation is paused for this object",${OBJECT}}`, 'Paused unknown logs'],
  ] as const) {
    servedLogs(sandbox).logs.set(`shop/${pod!.metadata.name}/app`, {
      lines: [`${ago(sandbox, DAY)} ${STARTS}`, `${ago(sandbox, MINUTE)} ${line}`],
    })
    const { causes } = await explained(sandbox)
    assert.is(causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.name}`).join(), told)
    assert.not.ok(
      causes[0]!.remedies.some(({ commands }) => commands.some(each => / create (cluster)?role/.test(each))),
    )
  }
})

test('a log is not asked for where the answer does not hang on it', async () => {
  const sandbox = setup()
  const { asked } = logs(sandbox, [])
  await explained(sandbox)
  assert.is(asked.length, 1)
  const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const conditions = [
    {
      type: 'Synced',
      status: 'False',
      reason: 'DeleteFailed',
      message: 'denied',
      lastTransitionTime: ago(sandbox, MINUTE),
    },
  ]
  sandbox.put({ ...bucket, status: { conditions } }, { manager: 'objectstore' })
  asked.length = 0
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  assert.equal(asked, [])
})

test('a kind that is not there by the own words of its controller is what the object names; no error of others (opensearch-project/opensearch-k8s-operator#885)', async () => {
  for (const [said, spec, told] of [
    [{ msg: 'object pool does not exist, requeueing' }, { objectPool: { name: 'p1' } }, 'ReferenceMissing stuck p1'],
    [
      { msg: 'deleting', error: 'object pool does not exist' },
      { objectPool: { name: 'p1' } },
      'CleanupFailing stuck logs',
    ],
    [{ msg: 'object pool does not exist' }, { objectPool: { name: 'p2' } }, 'other'],
    [{ msg: 'object pool does not exist' }, { objectPool: { name: 'p1' }, from: { objectPoolRef: 'p3' } }, 'other'],
    [{ msg: 'object pool does not exist in region eu' }, { objectPool: { name: 'p1' } }, 'other'],
  ] as const) {
    const sandbox = setup({ spec })
    definition(sandbox, { group: GROUP, plural: 'objectpools', kind: 'ObjectPool' })
    sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'ObjectPool', metadata: { name: 'p2', namespace: 'shop' } })
    const line = { level: 'info', controller: 'bucket', namespace: 'shop', name: 'logs', ...said }
    logs(sandbox, [[MINUTE, JSON.stringify(line)]])
    const found = await answer(sandbox)
    if (told === 'other') assert.not.match(found, /ReferenceMissing stuck/, JSON.stringify([said, spec]))
    else assert.is(found, told, JSON.stringify(said))
  }
})

test('what a controller says that it waits for, by kind and name, is told where no namespace has it', async () => {
  const told = async (message: string, fields: object, name?: string) => {
    const sandbox = setup()
    if (name !== undefined) {
      sandbox.put({ apiVersion: `${GROUP}/v1`, kind: 'Queue', metadata: { name, namespace: 'elsewhere' } })
    }
    const line = { level: 'info', msg: message, controller: 'bucket', namespace: 'shop', name: 'logs', ...fields }
    logs(sandbox, [[MINUTE, JSON.stringify(line)]])
    const [cause] = (await explained(sandbox)).causes
    assert.is(`${cause!.code} ${cause!.verdict}`, 'CleanupInProgress unknown')
    const isTold = cause!.summary.endsWith('waits for Queue main, which is not in this cluster.')
    assert.is(cause!.evidence[0]!.fact === `queues.${GROUP} "main" is not found`, isTold)
    return isTold
  }
  assert.ok(await told('Waiting for queue to be ready', { queue: 'main' }))
  assert.ok(await told('Waiting for queue to be ready', { queue: 'shop/main' }, 'other'))
  assert.not.ok(await told('Waiting for queue to be ready', { queue: 'main' }, 'main'))
  assert.not.ok(await told('Waiting for queue to be ready', {}))
  assert.not.ok(await told('Waiting for queue to be ready', { queue: ['main'] }))
  assert.not.ok(await told('Looked at queue', { queue: 'main' }))
  assert.not.ok(await told('Waiting for parts', { queue: 'main' }))
  assert.not.ok(await told('Waiting for widget', { widget: 'main' }))
})

test('words that are smuggled into a message are quoted on one line and change nothing else', async () => {
  const sandbox = setup()
  const smuggled = 'x\\u001b[2J\\nE0612 10:00:00.0 1 c.go:1] \\u202e is not our class'
  logs(sandbox, [[MINUTE, ERROR.replace(/BucketNotEmpty.*left/, `${smuggled} ${'y'.repeat(5000)}`)]])
  assert.is(await answer(sandbox), 'CleanupFailing stuck logs')
  const [quote = ''] = await quotes(sandbox)
  assert.not.match(quote, /[\u0000-\u001f\u202e]/)
  assert.ok(quote.slice(quote.indexOf('"')).length <= 2002, String(quote.length))
})

test('the practice incidents that only a log solves are solved', async () => {
  for (const [name, told] of [
    ['cleanup-logged', 'CleanupFailing stuck year-2024'],
    ['class-of-another', 'OutOfScope stuck mail'],
  ] as const) {
    const sandbox = buildIncident(name, manualClock())!
    assert.is(await answer(sandbox), told)
    sandbox.logs.clear()
    assert.match(await answer(sandbox), /^CleanupInProgress unknown/)
  }
})

test('an object that is skipped for what there is not is not out of scope: the line is told', async () => {
  const sandbox = setup()
  const line = 'Skipping reconciliation of shop/logs, as there is no store in the namespace.'
  logs(sandbox, [[MINUTE, `{"level":"info","msg":"${line}"}`]])
  const { causes } = await explained(sandbox)
  assert.is(causes[0]!.code, 'CleanupInProgress')
  assert.match(causes[0]!.summary, line)
})

test('what the log says is more than a condition of one word, and a condition with a message more than the log', async () => {
  for (const [message, told] of [
    ['', 'timeout of the store'],
    ['the bucket is locked', 'the bucket is locked'],
  ] as const) {
    const sandbox = setup()
    const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const at = { lastTransitionTime: ago(sandbox, MINUTE) }
    const conditions = [{ type: 'Ready', status: 'False', reason: 'NotFound', message, ...at }]
    sandbox.put({ ...held, status: { conditions } } as typeof held)
    logs(sandbox, [[30, `{"level":"error","msg":"Reconciler error",${OBJECT},"error":"timeout of the store"}`]])
    const [cause] = (await explained(sandbox)).causes
    assert.is(`${cause!.code} ${cause!.verdict}`, 'CleanupFailing stuck')
    assert.match(cause!.evidence[0]!.fact, told)
  }
})

test.run()
