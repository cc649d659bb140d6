import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { toldAwaited } from '../../src/diagnosis/protections/told-awaited.ts'
import type { Cause } from '../../src/render/words/explanation.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { deployment } from '../../src/sandbox/incidents/parts/workload.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { type Explained, explained } from './explained.ts'
import { servedLogs } from './pod-logs.ts'
import { configuration, service, webhook } from './webhook-configuration.ts'

const test = suite('what the object tells of its deletion')

const GROUP = 'objectstore.example.com'
const FINALIZER = `${GROUP}/bucket`

interface Told {
  /** Seconds since the deletion. */
  readonly deleted?: number
  readonly status?: (sandbox: Sandbox) => Record<string, unknown>
  /** Seconds since the status was written, and by whom. */
  readonly written?: number
  readonly writer?: string
  readonly spec?: Record<string, unknown>
}

/** A cluster with the type Bucket, its operator, and a bucket whose status tells something. */
function setup({ deleted = HOUR, status, written, writer = 'objectstore', spec }: Told = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
  namespace(sandbox, 'shop')
  operator(sandbox, { name: 'objectstore', group: GROUP, plural: 'buckets' })
  const made = customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Bucket',
    namespace: 'shop',
    name: 'logs',
    manager: 'objectstore',
    finalizers: [FINALIZER],
    deleted,
    ...(spec && { spec }),
    ...(status && { status: status(sandbox) }),
  })
  if (written !== undefined) sandbox.put(writtenBy(sandbox, made, writer, written))
  return sandbox
}

/** The same with its status last written by this manager, so many seconds ago. */
function writtenBy(sandbox: Sandbox, object: KubeObject, manager: string, seconds: number): KubeObject {
  const managedFields = object.metadata.managedFields!.map(entry =>
    entry.subresource === 'status' ? { ...entry, manager, time: ago(sandbox, seconds) } : entry,
  )
  return { ...object, metadata: { ...object.metadata, managedFields } }
}

const condition = (type: string, status: string | undefined, reason: string, message: string, since: number) => {
  return (sandbox: Sandbox) => ({
    conditions: [{ type, ...(status && { status }), reason, message, lastTransitionTime: ago(sandbox, since) }],
  })
}

function codeAndVerdict({ causes, object }: Explained): string {
  return `${causes.map(({ code }) => code).join()} ${object('Bucket', 'logs').verdict}`
}

const factsOf = (cause: Cause | undefined) => (cause?.evidence ?? []).map(({ fact }) => fact).join('\n')

const DENIED = 'AccessDenied: not authorized to perform s3:DeleteBucket'

test('an error of any dialect since the deletion is a failure, in its own words', async () => {
  const dialects: readonly ((sandbox: Sandbox) => Record<string, unknown>)[] = [
    condition('Ready', 'False', 'Denied', DENIED, MINUTE),
    condition('Ready', 'Unknown', 'Denied', DENIED, MINUTE),
    condition('ACK.Recoverable', 'True', '', DENIED, MINUTE),
    condition('DeletionError', undefined, '', DENIED, MINUTE),
    condition('Deleting', 'True', 'Deleting', DENIED, MINUTE),
    () => ({ reason: DENIED }),
    () => ({ error: { message: DENIED } }),
    () => ({ lastErrors: [{ description: DENIED }] }),
    () => ({ phase: 'Failed', message: DENIED }),
    () => ({ phase: 'Failed', message: 'the pool answered E42' }),
    () => ({ failureReason: 'DeleteMachineError', failureMessage: DENIED }),
  ]
  for (const status of dialects) {
    const answer = await explained(setup({ status, written: MINUTE }))
    assert.is(codeAndVerdict(answer), 'CleanupFailing stuck', JSON.stringify(status(setup())))
    assert.match(factsOf(answer.causes[0]), /s3:DeleteBucket|E42/)
  }
})

test('a kind alone is whom it waits for, where one of that kind with its name is being deleted (k0rdent/kcm#2085)', async () => {
  const waits = (names: readonly string[], sibling?: string, groups: readonly string[] = [GROUP]) => {
    const status = condition(
      'Summary',
      'Unknown',
      'Deleting',
      '* Deleting: Waiting for Queue to be deleted',
      40 * MINUTE,
    )
    const sandbox = setup({ status, written: 40 * MINUTE })
    for (const group of groups) definition(sandbox, { group, plural: 'queues', kind: 'Queue' })
    if (sibling !== undefined)
      customResource(sandbox, {
        ...{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', namespace: 'shop', name: sibling, manager: 'objectstore' },
      })
    for (const name of names)
      customResource(sandbox, {
        ...{ apiVersion: `${groups[0]}/v1`, kind: 'Queue', namespace: 'shop', name, manager: 'queue' },
        ...{ finalizers: ['queue.example.com/queue'], deleted: HOUR },
      })
    return explained(sandbox)
  }
  const { object, causes } = await waits(['logs-main', 'other'])
  assert.equal(
    object('Bucket', 'logs').waitingFor.map(({ ref }) => ref.name),
    ['logs-main'],
  )
  assert.not(causes.some(({ finalizer }) => finalizer === FINALIZER))
  for (const names of [['other'], ['logs-one', 'logs-two']])
    assert.equal((await waits(names)).object('Bucket', 'logs').waitingFor, [])
  // Of another bucket, which lives.
  assert.equal((await waits(['logs-2-main'], 'logs-2')).object('Bucket', 'logs').waitingFor, [])
  assert.is((await waits(['logs-2-main'], 'logs-20')).object('Bucket', 'logs').waitingFor.length, 1)
  // Two groups have such a kind, neither is the bucket's.
  assert.equal(
    (await waits(['logs'], undefined, ['one.example.com', 'two.example.com'])).object('Bucket', 'logs').waitingFor,
    [],
  )
})

test('an error that tells only whose end it waits for leads there, by its path or its kind, and hides no other (gardener/gardener#4648, codeready-toolchain/host-operator#565)', async () => {
  const ended = async (message: string, other: string, [namespace_, name, finalizer = FINALIZER]: string[]) => {
    const failed = (sandbox: Sandbox) => ({
      conditions: [
        { type: 'Ready', status: 'False', reason: 'DeletionFailed', message, lastTransitionTime: ago(sandbox, MINUTE) },
        ...(other === '' ? [] : condition('Synced', 'False', 'Failed', other, MINUTE)(sandbox).conditions),
      ],
    })
    const sandbox = setup({ status: failed, written: MINUTE })
    definition(sandbox, { group: GROUP, plural: 'queues', kind: 'Queue' })
    namespace(sandbox, 'members')
    operator(sandbox, { name: 'queue', group: GROUP, plural: 'queues' })
    customResource(sandbox, {
      ...{ apiVersion: `${GROUP}/v1`, kind: 'Queue', namespace: namespace_!, name: name!, manager: 'queue' },
      ...{ finalizers: [finalizer], deleted: HOUR },
    })
    const answer = await explained(sandbox)
    const quoting = answer.causes
      .flatMap(({ evidence }) => evidence)
      .find(({ fact }) => fact.startsWith('Bucket shop/logs: '))
    return `${answer.object('Bucket', 'logs').waitingFor.map(({ ref }) => ref.name)} ${answer.codesOf('Bucket', 'logs')} ${quoting?.fact}`
  }
  const path = 'retry failed: resource shop/logs-queue still exists'
  const kind = 'Queue deletion has not completed in over 1 minute'
  assert.match(await ended(path, '', ['shop', 'logs-queue']), /^logs-queue (?!CleanupFailing)/)
  // What leads from one to the other is told where it leads.
  assert.match(
    await ended(path, '', ['shop', 'logs-queue']),
    /Bucket shop\/logs: .*retry failed: resource .* still exists$/,
  )
  assert.match(await ended(path, DENIED, ['shop', 'logs-queue']), /^logs-queue CleanupFailing/)
  assert.match(await ended(path, '', ['members', 'logs-queue']), /^ CleanupFailing/)
  assert.match(await ended(kind, '', ['shop', 'logs']), /^logs (?!CleanupFailing)/)
  assert.match(await ended(kind, '', ['queue-system', 'logs']), /^logs (?!CleanupFailing)/)
  // Any user of another namespace could have made it, with that finalizer.
  assert.match(await ended(kind, '', ['members', 'logs']), /^ CleanupFailing/)
  assert.match(await ended(kind, '', ['members', 'logs', 'queue.example.com/queue']), /^ CleanupFailing/)
})

test('of two types with that name it is the one whose objects can be deleted: metrics of Pods are called pods, too', () => {
  const metrics = { group: 'metrics.k8s.io', version: 'v1beta1', kind: 'PodMetrics', plural: 'pods', verbs: ['get'] }
  const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true, verbs: ['get', 'delete'] }
  const router = {
    ref: { name: 'logs-router' },
    meta: { name: 'logs-router', namespace: 'shop', uid: '2' },
    type: pods,
  }
  const held = { ref: { name: 'logs', namespace: 'shop', uid: '1', resource: 'buckets' }, type: { group: GROUP } }
  const facts = { types: [metrics, pods], read: () => ({ state: 'known', value: [] }) }
  const said = { fact: 'not all pods have been deleted', source: 'logs' }
  const told = toldAwaited(said, held as never, { facts, terminating: new Map([['2', router]]) } as never, said)
  assert.equal(
    told.map(({ ref }) => ref.name),
    ['logs-router'],
  )
})

test('a condition that says that it waits stands in the summary', async () => {
  const summary = async (message: string) =>
    (await explained(setup({ status: condition('Deleting', 'True', 'Draining', message, 40 * MINUTE) }))).causes[0]!
      .summary
  assert.match(
    await summary('waiting for the pool'),
    /object reports: condition Deleting=True Draining: waiting for the pool\.$/,
  )
  assert.match(await summary('the pool'), /object reports\.$/)
  assert.match(await summary(`waiting for the pool ${'x'.repeat(300)}`), /object reports\.$/)
})

test('a hook that it waits for is named, with what the controller of its owner logs of it, and is what may be removed (kubernetes-sigs/cluster-api#11161)', async () => {
  const hook = 'pre-exit.delete.hook.objectstore.example.com/copy'
  const hooked = async (message: string, manager = 'manager', deleted?: number) => {
    const sandbox = setup({ status: condition('Exit', 'False', 'WaitingExternalHook', message, 40 * MINUTE) })
    definition(sandbox, { group: 'pools.example.com', plural: 'pools', kind: 'Pool' })
    operator(sandbox, { name: 'pools', group: 'pools.example.com', plural: 'pools' })
    const pool = customResource(sandbox, {
      ...{
        apiVersion: 'pools.example.com/v1',
        kind: 'Pool',
        namespace: 'shop',
        name: 'main',
        manager: 'pools',
        deleted,
      },
      ...{ finalizers: ['pools.example.com/pool'] },
    })
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const { apiVersion, kind, metadata } = pool
    const ownerReferences = [{ apiVersion, kind, name: 'main', uid: metadata.uid, controller: true }]
    const fieldsV1 = { 'f:metadata': { 'f:annotations': { [`f:${hook}`]: {} } } }
    const managedFields = [
      ...bucket.metadata.managedFields!,
      {
        manager,
        operation: 'Update' as const,
        apiVersion: 'v1',
        time: ago(sandbox, DAY),
        fieldsType: 'FieldsV1',
        fieldsV1,
      },
    ]
    sandbox.put({
      ...bucket,
      metadata: { ...bucket.metadata, annotations: { [hook]: '' }, ownerReferences, managedFields },
    })
    const served = servedLogs(sandbox)
    const line = '{"level":"error","msg":"cannot copy","Bucket":{"name":"logs","namespace":"shop"},"error":"no route"}'
    for (const { metadata: pod } of sandbox.server.store.list('pods'))
      if (pod.namespace === 'pools-system')
        served.logs.set(`pools-system/${pod.name}/app`, { lines: [`${ago(sandbox, MINUTE)} ${line}`] })
    const { causes } = await explained(sandbox)
    return causes.find(({ finalizer }) => finalizer === FINALIZER)!
  }
  const cause = await hooked('Waiting for pre-exit hooks')
  assert.is(`${cause.code} ${cause.verdict}`, 'CleanupInProgress unknown')
  assert.match(cause.summary, /^Bucket logs waits until hook pre-exit.* by the controller of its owner Pool main\.$/)
  assert.match(factsOf(cause), /cannot copy: no route/)
  const remedy = cause.remedies.find(({ kind }) => kind === 'repair')!
  assert.equal(
    [remedy.risk, remedy.commands],
    ['medium', [`kubectl annotate buckets.objectstore.example.com logs -n shop ${hook}-`]],
  )
  assert.match(
    (await hooked('Waiting for pre-exit hooks', 'pool-controller', HOUR)).summary,
    /owner Pool main, which is/,
  )
  const others = await hooked('Waiting for pre-exit hooks', 'kubectl-annotate')
  assert.match(others.summary, /which manager "kubectl-annotate" put there\.$/)
  assert.not.match((await hooked('Waiting for pre-drain hooks')).summary, /until hook/)
})

test('that what is to be cleaned up is gone makes a removal cheap by the status, and not by an Event of anybody', async () => {
  const gone = 'bucket logs not found'
  const risks = async (sandbox: Sandbox) => {
    const { causes } = await explained(sandbox)
    return causes.flatMap(({ remedies }) => remedies.flatMap(({ kind, risk }) => (kind === 'remove' ? [risk] : [])))
  }
  const status = condition('Ready', 'False', 'DeletionFailed', gone, 40 * MINUTE)
  assert.equal(await risks(setup({ status, written: 40 * MINUTE })), ['low'])
  const sandbox = setup()
  const object = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const said = { reason: 'DeletionFailed', message: gone, component: 'objectstore', type: 'Warning' as const }
  event(sandbox, object, { ...said, first: HOUR / 2, last: MINUTE })
  assert.equal(await risks(sandbox), ['medium'])
})

test('an error of a thing that was deleted since is over (kubernetes-sigs/cluster-api-provider-openstack#1596)', async () => {
  const told = async (done: string, component = 'objectstore', last = 20 * MINUTE) => {
    const sandbox = setup()
    const object = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const failed = (what: string, reason: string, seen: number) =>
      event(sandbox, object, {
        ...{ reason, message: `Failed to delete ${what}: 409`, component: 'objectstore', type: 'Warning' as const },
        ...{ first: HOUR / 2, last: seen },
      })
    failed('gateway g with id 4f1c', 'FailedDeleteGateway', 25 * MINUTE)
    failed('network n with id 77aa', 'FailedDeleteNetwork', MINUTE)
    event(sandbox, object, { reason: 'Deleted', message: done, component, type: 'Normal', first: last, last })
    return /4f1c: 409/.test(factsOf((await explained(sandbox)).causes[0]))
  }
  assert.not(await told('Deleted gateway g with id 4f1c'))
  assert.ok(await told('Deleted gateway g with id 9b9b'))
  assert.ok(await told('Deleted gateway'))
  assert.ok(await told('Deleted gateway g with id 4f1c', 'another'))
  assert.ok(await told('Deleted gateway g with id 4f1c', 'objectstore', 28 * MINUTE))
})

test('a condition that repeats what an owned object says of itself is no second failure (nutanix-cloud-native/cluster-api-provider-nutanix#778)', async () => {
  const codes = async (reason: string, own = 'DeletionFailed', message = '') => {
    const status = condition('Ready', 'False', own, message, 40 * MINUTE)
    const sandbox = setup({ status, written: 40 * MINUTE })
    definition(sandbox, { group: GROUP, plural: 'queues', kind: 'Queue' })
    operator(sandbox, { name: 'queuestore', group: GROUP, plural: 'queues' })
    const queue = customResource(sandbox, {
      ...{ apiVersion: `${GROUP}/v1`, kind: 'Queue', namespace: 'shop', name: 'main', manager: 'queuestore' },
      ...{ finalizers: [`${GROUP}/queue`], deleted: HOUR },
      status: condition('Gone', 'False', reason, DENIED, 40 * MINUTE)(sandbox),
    })
    const { uid } = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!.metadata
    const ownerReferences = [{ apiVersion: `${GROUP}/v1`, kind: 'Bucket', name: 'logs', uid: uid! }]
    sandbox.put({ ...queue, metadata: { ...queue.metadata, ownerReferences } })
    const { causes } = await explained(sandbox)
    return causes.map(({ code, finalizer }) => `${code} ${finalizer}`).join(', ')
  }
  assert.is(await codes('DeletionFailed'), `CleanupFailing ${GROUP}/queue`)
  assert.match(await codes('AccessDenied'), /CleanupFailing.*, CleanupFailing/)
  // `Gone` is the type of the condition of what it owns.
  assert.match(await codes('AccessDenied', 'Failed', 'the disk is not Gone'), /CleanupFailing.*, CleanupFailing/)
})

test('that an object could not be made, before its deletion, does not keep it from being deleted (kubernetes-csi/external-snapshotter#418)', async () => {
  for (const [error, verdict] of [
    ['rpc error: Failed to create bucket: 404 not found', 'unknown'],
    ['error creating the storage bucket: 404 not found', 'unknown'],
    ['failed to create a session: 403 access denied', 'stuck'],
    ['failed to create bucket client to delete it: 403 access denied', 'stuck'],
  ] as const) {
    const status = (sandbox: Sandbox) => ({ error: { message: error, time: ago(sandbox, 2 * HOUR) } })
    const answer = await explained(setup({ status, written: 2 * HOUR }))
    assert.is(codeAndVerdict(answer), `CleanupFailing ${verdict}`, error)
  }
})

test('an error since before the deletion is told with that; stuck when the writer of the finalizer has not taken it back', async () => {
  const old = condition('Ready', 'False', 'CredentialsExpired', 'token expired', DAY)
  const unfit = condition('Ready', 'False', 'NotUp', '1 of 3 replicas: insufficient memory', DAY)
  const cases: readonly [Told, string][] = [
    [{ status: old, written: DAY }, 'CleanupFailing stuck'],
    // It had no time to try again.
    [{ status: old, written: DAY, deleted: 10 * MINUTE }, 'CleanupFailing unknown'],
    [{ status: old, written: MINUTE }, 'CleanupFailing stuck'],
    [{ status: old, written: DAY, writer: 'manager' }, 'CleanupFailing unknown'],
    // How its Pods fared tells nothing of its deletion, unless it is said again.
    [{ status: unfit, written: DAY }, 'CleanupFailing unknown'],
    [{ status: unfit, written: MINUTE }, 'CleanupFailing stuck'],
    [{ status: () => ({ phase: 'Error', message: 'quota exceeded' }), written: DAY }, 'CleanupFailing stuck'],
    [{ status: () => ({ lastError: 'token expired' }), written: DAY }, 'CleanupFailing stuck'],
  ]
  for (const [told, expected] of cases) {
    const answer = await explained(setup(told))
    assert.is(codeAndVerdict(answer), expected, JSON.stringify(told))
    assert.ok(factsOf(answer.causes[0]).includes('since before the deletion'))
  }
})

test('what the object says of its health, or said of itself before the deletion, is quoted and blames nothing', async () => {
  const health = () => ({ health: { state: 'Degraded', reason: 'cannot reach 10.0.0.7:502' } })
  const unready = condition('Ready', 'False', 'DependencyNotReady', 'dependency grid is not up', DAY)
  for (const [status, written, expected] of [
    [health, HOUR / 2, /10\.0\.0\.7/],
    [unready, DAY, /dependency grid .*before the/],
  ] as const) {
    const answer = await explained(setup({ status, written }))
    assert.is(codeAndVerdict(answer), 'CleanupInProgress unknown')
    assert.match(factsOf(answer.causes[0]), expected)
  }
  for (const health of [{ state: 'Healthy', since: 'x' }, { status: 'Good' }, 'Degraded', {}]) {
    assert.not.match(factsOf((await explained(setup({ status: () => ({ health }) }))).causes[0]), /status\.health/)
  }
})

test('a success since, or how a run ended before the deletion, is no failure of it', async () => {
  const working = setup({ status: condition('Ready', 'False', 'Denied', DENIED, DAY), written: DAY })
  const bucket = working.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const report = { type: 'Normal' as const, reason: 'Emptying', message: '9 objects left', component: 'objectstore' }
  event(working, bucket, { ...report, first: MINUTE, last: 5 })
  assert.is(codeAndVerdict(await explained(working)), 'CleanupInProgress progressing')
  for (const status of [
    condition('Succeeded', 'False', 'Failed', 'exit 1: error', DAY),
    (sandbox: Sandbox) => ({ phase: 'Failed', message: 'exit 1: error', finishedAt: ago(sandbox, DAY) }),
  ]) {
    const answer = await explained(setup({ status, written: DAY }))
    assert.is(codeAndVerdict(answer), 'CleanupInProgress unknown')
    assert.match(factsOf(answer.causes[0]), 'exit 1')
  }
})

test('what is not well because of the deletion is progress while it is new, and then told as what it says', async () => {
  const degraded = (since: number) =>
    condition('Degraded', 'True', 'DeletionInProgress', 'Deletion in progress, waiting for pods', since)
  const fresh = await explained(setup({ status: degraded(MINUTE), written: MINUTE }))
  assert.is(codeAndVerdict(fresh), 'CleanupInProgress progressing')
  const stale = await explained(setup({ deleted: DAY, status: degraded(DAY), written: DAY }))
  assert.is(codeAndVerdict(stale), 'CleanupInProgress unknown')
  const superseded = (sandbox: Sandbox) => ({
    conditions: [
      ...(condition('Ready', 'False', 'CrashLoop', 'container crashed', DAY)(sandbox).conditions as object[]),
      ...(condition('Available', 'False', 'Terminating', '', MINUTE)(sandbox).conditions as object[]),
    ],
  })
  assert.is(
    codeAndVerdict(await explained(setup({ status: superseded, written: MINUTE }))),
    'CleanupInProgress progressing',
  )
})

test('a try that failed before and is written again with the deletion still fails', async () => {
  const status = (sandbox: Sandbox) => ({
    conditions: [
      ...(condition('Synced', 'False', 'ReconcileError', 'cannot connect', DAY)(sandbox).conditions as object[]),
      ...(condition('Ready', 'False', 'Deleting', '', MINUTE)(sandbox).conditions as object[]),
    ],
  })
  const answer = await explained(setup({ status, written: MINUTE }))
  assert.is(codeAndVerdict(answer), 'CleanupFailing stuck')
})

test('a condition or a Normal event that says what it waits for is quoted, and no progress', async () => {
  const draining = condition('Deleting', 'True', 'DrainingNode', 'Pod shop/web: not evicted yet', MINUTE)
  const conditioned = await explained(setup({ status: draining, written: MINUTE }))
  assert.is(codeAndVerdict(conditioned), 'CleanupInProgress unknown')
  assert.ok(factsOf(conditioned.causes[0]).includes('shop/web'))
  const evented = setup({ status: () => ({ observedGeneration: 2 }), written: 5 })
  const bucket = evented.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const report = { type: 'Normal' as const, component: 'objectstore', first: HOUR - 5, last: 5 }
  event(evented, bucket, { ...report, reason: 'DisruptionBlocked', message: 'pdb prevents pod evictions', count: 29 })
  const answer = await explained(evented)
  assert.is(codeAndVerdict(answer), 'CleanupInProgress unknown')
  assert.ok(factsOf(answer.causes[0]).includes('pdb prevents'))
})

test('what another than the controller of the finalizer says is not taken for its words', async () => {
  const sandbox = setup({
    status: condition('Ready', 'False', 'Denied', DENIED, MINUTE),
    written: MINUTE,
    writer: 'cost-agent',
  })
  const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const finalizers = [FINALIZER, 'cost-agent.example.org/report']
  sandbox.put({ ...bucket, metadata: { ...bucket.metadata, finalizers } })
  const { causes } = await explained(sandbox)
  assert.is(causes.find(({ finalizer }) => finalizer === FINALIZER)!.code, 'CleanupInProgress')
})

test('an error much older than the newest sign of work is told with it, and is no failure any more', async () => {
  const warned = { type: 'Warning' as const, reason: 'DeleteFailed', message: DENIED, component: 'objectstore' }
  const works = { type: 'Normal' as const, reason: 'Emptying', message: '9 objects left', component: 'objectstore' }
  const after = async (last: number, told: Told, isWorking: boolean) => {
    const sandbox = setup(told)
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    event(sandbox, bucket, { ...warned, first: HOUR - 60, last })
    if (isWorking) event(sandbox, bucket, { ...works, first: HOUR - 60, last: 5 })
    const answer = await explained(sandbox)
    assert.ok(factsOf(answer.causes[0]).includes('s3:DeleteBucket'))
    return codeAndVerdict(answer)
  }
  const written = { status: () => ({ objects: 9 }), written: 5 }
  assert.is(await after(40 * MINUTE, {}, true), 'CleanupInProgress progressing')
  assert.is(await after(40 * MINUTE, written, false), 'CleanupInProgress progressing')
  assert.is(await after(40 * MINUTE, {}, false), 'CleanupFailing stuck')
  assert.is(await after(MINUTE, written, true), 'CleanupFailing stuck')
  assert.is(await after(5, {}, true), 'CleanupFailing stuck')
  const bad = condition('Ready', 'False', 'Denied', DENIED, 40 * MINUTE)
  assert.is(await after(40 * MINUTE, { status: bad, written: 5 }, true), 'CleanupFailing stuck')
})

test('beside work that goes on stands what anyone complains of the object since, and it is not said that there is nothing to do but wait', async () => {
  const answerTo = async (type: 'Warning' | 'Normal', reason: string, said: string) => {
    const sandbox = setup({ status: () => ({ objects: 9 }), written: 5 })
    event(sandbox, sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!, {
      ...{ type, reason, message: said, component: 'quota-warden' },
      ...{ first: MINUTE, last: 2 },
    })
    const answer = await explained(sandbox)
    assert.is(codeAndVerdict(answer), 'CleanupInProgress progressing')
    return [factsOf(answer.causes[0]).includes(said), answer.causes[0]!.remedies[0]!.summary]
  }
  assert.equal(await answerTo('Warning', 'SyncFailed', 'no permission to read quotas'), [
    true,
    'run explain again in some minutes',
  ])
  assert.equal(await answerTo('Normal', 'Synced', 'quotas are read'), [false, 'nothing to do but wait'])
})

test('what a program complains of that is shown to be another than the controller is quoted, and no failure of it', async () => {
  const codeOf = async (component: string, writer = 'objectstore') => {
    const status = condition('PolicyCompliant', 'False', 'Denied', 'policy check failed: no owner label', MINUTE)
    const sandbox = writer === 'objectstore' ? setup() : setup({ status, written: MINUTE, writer })
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const report = { type: 'Warning' as const, reason: 'BackupFailed', message: 'no snapshot', component }
    if (component !== '') event(sandbox, bucket, { ...report, first: HOUR - 60, last: 5 })
    const answer = await explained(sandbox)
    assert.match(factsOf(answer.causes[0]), /no snapshot|no owner label/)
    return codeAndVerdict(answer)
  }
  assert.is(await codeOf('velvet-backup'), 'CleanupInProgress unknown')
  assert.is(await codeOf('', 'complybot'), 'CleanupInProgress unknown')
  for (const own of ['objectstore', 'objectstore-controller', 'bucket-controller', 'controller', 'objstore/bucket'])
    assert.is(await codeOf(own), 'CleanupFailing stuck', own)
})

test('that there is no known error is not said beside one of anybody (chaosblade-io/chaosblade-operator#164, Azure/AKS#4316)', async () => {
  const said = async (status: Record<string, unknown> | undefined, component?: string) => {
    const sandbox = setup(status && { status: () => status })
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const report = { type: 'Warning' as const, reason: 'VolumeFailedDelete', message: 'no plugin matched' }
    if (component !== undefined) event(sandbox, bucket, { ...report, component, first: HOUR - 60, last: 5 })
    return factsOf((await explained(sandbox)).causes[0])
  }
  const nested = { parts: [{ results: [{ state: 'Error', text: 'destroy failed, cannot get the program' }] }] }
  assert.match(await said(nested), 'status.parts.results.text is destroy failed, cannot get the program')
  assert.match(await said(undefined, 'persistentvolume-controller'), 'no plugin matched')
  for (const facts of [await said(nested), await said(undefined, 'persistentvolume-controller')]) {
    assert.not.match(facts, 'no known error')
    assert.is(facts.includes('no sign of work'), facts.includes('cannot get the program'), facts)
  }
  assert.match(await said({ endpoint: 'https://errors.example.com', phase: 'Ready' }), 'no known error')
})

test('who reports of the object that its deletion fails is its controller, under whatever name that no workload has (openshift/machine-api-operator#882)', async () => {
  const codeOf = async (component: string, message: string) => {
    const sandbox = setup()
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    deployment(sandbox, 'shop', 'velvet')
    event(sandbox, bucket, { type: 'Warning', reason: 'Failed', message, component, first: HOUR - 60, last: 5 })
    return codeAndVerdict(await explained(sandbox))
  }
  assert.is(await codeOf('vspherecontroller', 'failed to delete it: 3 left'), 'CleanupFailing stuck')
  assert.is(await codeOf('vspherecontroller', 'no snapshot'), 'CleanupInProgress unknown')
  assert.is(await codeOf('velvet', 'failed to delete it: 3 left'), 'CleanupInProgress unknown')
})

test('what turned since the deletion, and is not known as good or bad, is quoted beside the silence', async () => {
  const peer = 'BGP peer 10.0.0.9 does not answer'
  for (const status of [
    condition('Obstructed', 'True', 'PeerOffline', peer, 30 * MINUTE),
    condition('RouteWithdrawn', 'False', 'PeerOffline', peer, 30 * MINUTE),
    () => ({ lastFailure: { code: 'E42', text: peer } }),
    () => ({ health: { problem: peer } }),
    () => ({ deletion: { lastFailureReason: peer } }),
    (sandbox: Sandbox) => ({
      conditions: {
        RouteWithdrawn: { status: 'False', message: peer, lastTransitionTime: ago(sandbox, 30 * MINUTE) },
      },
    }),
  ]) {
    const answer = await explained(setup({ status, written: 30 * MINUTE }))
    assert.is(codeAndVerdict(answer), 'CleanupInProgress unknown', JSON.stringify(status(setup())))
    assert.ok(factsOf(answer.causes[0]).includes(peer))
  }
  const before = condition('RouteWithdrawn', 'False', 'NotYet', peer, DAY)
  const answer = await explained(setup({ status: before, written: DAY }))
  assert.not.ok(factsOf(answer.causes[0]).includes(peer))
})

test('an object that says it is paused, by no known switch, is paused by something that is to be found', async () => {
  const spec = { mode: 'frozen', size: 3 }
  for (const status of [
    condition('Paused', 'True', 'ByOwner', '', DAY),
    condition('Suspended', 'True', '', '', MINUTE),
    condition('Ready', 'False', 'Skipped', 'reconciliation is paused', HOUR),
    condition('Ready', 'False', 'Skipped', 'This bucket is frozen', HOUR),
    () => ({ message: 'Reconciliation is paused' }),
  ]) {
    const { causes, object } = await explained(setup({ status, written: DAY, spec }))
    const [cause] = causes
    assert.equal(
      [cause!.code, cause!.subject.name, object('Bucket', 'logs').verdict],
      ['Paused', 'logs', 'stuck'],
      JSON.stringify(status(setup())),
    )
    assert.equal(
      cause!.remedies.map(({ kind }) => kind),
      ['inspect'],
    )
    assert.ok(factsOf(cause).includes('spec.mode=frozen'))
  }
  const evented = setup()
  const bucket = evented.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
  const report = { type: 'Normal' as const, component: 'objectstore', first: HOUR - 5, last: 5 }
  event(evented, bucket, { ...report, reason: 'Skipped', message: 'reconciliation is paused' })
  assert.is(codeAndVerdict(await explained(evented)), 'Paused stuck')
  for (const status of [
    condition('Paused', 'False', 'NotPaused', 'reconciliation is not paused', MINUTE),
    condition('Ready', 'False', 'Denied', DENIED, MINUTE),
    condition('Ready', 'False', 'Waiting', 'waits for backups to be paused', MINUTE),
    condition('Ready', 'True', 'Resumed', 'no longer paused', MINUTE),
  ]) {
    const { causes } = await explained(setup({ status, written: HOUR }))
    assert.is.not(causes[0]!.code, 'Paused', JSON.stringify(status(setup())))
  }
})

test('a deletion that is held on purpose is told first, and its removal says that it overrides that (openchoreo/openchoreo#4541)', async () => {
  for (const [type, status, reason, message, isHeld] of [
    ['Finalizing', 'False', 'RetainHold', 'Deletion is held because retainPolicy is Retain', true],
    ['Ready', 'False', 'Retained', 'the removal was deliberately withheld', true],
    ['Finalizing', 'False', 'Busy', 'deletion is held up by backups', false],
    ['Ready', 'False', 'Waiting', 'waits for the lock held by backups', false],
  ] as const) {
    const { causes } = await explained(setup({ status: condition(type, status, reason, message, MINUTE), written: 5 }))
    const { summary, verdict, remedies } = causes[0]!
    assert.is(summary.includes('on purpose'), isHeld, `${message}: ${summary}`)
    if (!isHeld) continue
    assert.ok(summary.includes(message), summary)
    assert.is(verdict, 'unknown')
    assert.match(remedies.at(-1)!.summary, /overrides what is held on purpose/)
  }
})

test('what an error leaves to do: to wait for a limit, to update, or to correct the field that it names', async () => {
  const spec = { meshName: 'global.mesh', adminPassword: 'hunter2', pool: { image: '' } }
  const again = /fix what the error names; the controller then tries again/
  for (const [said, verdict, kind, summary, field] of [
    ['Throttling: Rate exceeded', 'unknown', 'wait', /takes no more requests/, ''],
    ['Service quota exceeded', 'stuck', 'repair', again, ''],
    ['failed: java.lang.NullPointerException: getStatus() is null', 'stuck', 'repair', /error in its code/, ''],
    [
      'BadRequest: MeshName must match ^[a-z]+$',
      'stuck',
      'repair',
      /seems spec\.meshName/,
      'spec.meshName is "global.mesh"',
    ],
    [
      'wrong options: Pool.Image can not be empty',
      'stuck',
      'repair',
      /seems spec\.pool\.image/,
      'spec.pool.image is ""',
    ],
    ['MeshName not found', 'stuck', 'inspect', /something does not exist/, ''],
    ['failed: AdminPassword must match ^[a-z]+$', 'stuck', 'repair', again, ''],
    ['failed: the image must match ^[a-z]+$', 'stuck', 'repair', again, ''],
  ] as const) {
    const status = condition('Ready', 'False', 'DeleteFailed', said, MINUTE)
    const { causes } = await explained(setup({ status, written: MINUTE, spec }))
    const { verdict: told, remedies } = causes[0]!
    assert.equal([told, remedies[0]!.kind], [verdict, kind], said)
    assert.match(remedies[0]!.summary, summary)
    assert.is(causes[0]!.evidence.find(({ fact }) => fact.startsWith('spec.'))?.fact ?? '', field)
  }
})

test('where the status is a final one, it is not said that the controller tries again (kudobuilder/kudo#1368)', async () => {
  for (const [type, state, isFinal] of [
    ['Failed', 'True', true],
    ['Ready', 'False', false],
  ] as const) {
    const status = condition(type, state, 'UnbindFailed', 'the broker answered 500', MINUTE)
    const { causes } = await explained(setup({ status, written: MINUTE }))
    assert.is(causes[0]!.remedies[0]!.summary.includes('may have given up'), isFinal, type)
    assert.is(causes[0]!.verdict, 'stuck')
  }
})

test('a state that says that the deletion failed may be a final one (defenseunicorns/uds-core#1159)', async () => {
  for (const [phase, isFinal] of [
    ['RemovalFailed', true],
    ['DeleteFailed', true],
    ['RemovalFailing', false],
  ] as const) {
    const { causes } = await explained(
      setup({ status: () => ({ phase, message: 'broker: error 500' }), written: MINUTE }),
    )
    assert.is(causes[0]!.remedies[0]!.summary.includes('may have given up'), isFinal, phase)
  }
})

test('a final status is no sign that it gave up where the log repeats the error (crossplane/crossplane#315)', async () => {
  for (const [seconds, isFinal] of [
    [[3 * MINUTE, MINUTE], false],
    [[MINUTE], true],
    [[HOUR / 2 + MINUTE, HOUR / 2], true],
  ] as const) {
    const status = condition('Failed', 'True', 'UnbindFailed', 'the broker answered 500', HOUR / 2)
    const sandbox = setup({ status, written: HOUR / 2 })
    const { logs } = servedLogs(sandbox)
    const text = '{"level":"error","msg":"failed","error":"the broker answered 500","namespace":"shop","name":"logs"}'
    for (const { metadata } of sandbox.server.store.list('pods'))
      logs.set(`${metadata.namespace}/${metadata.name}/app`, {
        lines: [`${ago(sandbox, 2 * HOUR)} starts`, ...seconds.map(each => `${ago(sandbox, each)} ${text}`)],
      })
    const { causes } = await explained(sandbox)
    assert.is(causes[0]!.remedies[0]!.summary.includes('may have given up'), isFinal, String(seconds))
  }
})

test('a phase beside a condition that tells of the error is no such sign (argoproj/argo-workflows#13499)', async () => {
  const failed = condition('WipeError', 'True', 'WipeFailed', 'wiping failed: exit code 1', MINUTE)
  const status = (each: Sandbox) => ({ ...failed(each), phase: 'Failed', message: 'exit code 1' })
  const { causes } = await explained(setup({ status, written: MINUTE }))
  assert.is(causes[0]!.remedies[0]!.summary, 'fix what the error names; the controller then tries again')
})

test('a Job since the deletion that an error names is told with how it ended (devfile/devworkspace-operator#877)', async () => {
  for (const [type, created, place, kind, fact, name = 'wipe'] of [
    ['Failed', MINUTE, 'shop', 'repair', undefined, 'failed'],
    ['Complete', MINUTE, 'shop', 'inspect', 'job shop/wipe, which the error names, has completed'],
    ['Failed', MINUTE, 'shop', 'repair', 'job shop/wipe, which the error names, failed'],
    ['Failed', DAY, 'shop', 'repair', undefined],
    ['Failed', MINUTE, 'ops', 'repair', undefined],
  ] as const) {
    const said = 'clean-up job failed: see the log of job "wipe"'
    const sandbox = setup({ status: condition('Ready', 'False', 'Error', said, MINUTE), written: MINUTE })
    if (place !== 'shop') namespace(sandbox, place)
    sandbox.put({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name, namespace: place, creationTimestamp: ago(sandbox, created) },
      spec: { template: { spec: { containers: [] } } },
      status: { conditions: [{ type, status: 'True' }] },
    })
    const { causes } = await explained(sandbox)
    const found = causes.find(({ code }) => code === 'CleanupFailing')!
    assert.is(found.evidence.find(each => each.fact.startsWith('job '))?.fact, fact, `${type} ${place}`)
    assert.is(found.remedies[0]!.kind, kind)
    assert.is(found.verdict, 'stuck')
  }
})

test('work that began before the deletion, which the controller has not seen yet, is told (fluxcd/flux2#4507)', async () => {
  const running = "Running 'install' action with timeout of 30m0s"
  for (const [observedGeneration, isTold] of [
    [1, true],
    [2, false],
  ] as const) {
    const written = 2 * HOUR
    const at = condition('Reconciling', 'True', 'Progressing', running, written)
    const sandbox = setup({ status: each => ({ ...at(each), observedGeneration }), written })
    const made = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    sandbox.put({ ...made, metadata: { ...made.metadata, generation: 2 } } as KubeObject)
    const [cause] = (await explained(sandbox)).causes
    assert.is(cause!.summary.includes(running), isTold, String(observedGeneration))
    assert.is(cause!.verdict, 'unknown')
    assert.is(cause!.remedies[0]!.summary.startsWith('see whether that work still goes on'), isTold)
    assert.is(factsOf(cause).includes('no sign of work'), !isTold)
  }
})

test('that it is being deleted, said long ago in a word, is told (SeldonIO/seldon-core#5043)', async () => {
  const status = condition('Ready', 'False', 'ModelTerminating', '', HOUR - MINUTE)
  const { causes } = await explained(setup({ status, written: HOUR - MINUTE }))
  assert.is(causes[0]!.verdict, 'unknown')
  assert.match(factsOf(causes[0]), 'condition Ready=False ModelTerminating')
})

test('what an error misses cannot be created again in a namespace that is being deleted (keycloak/keycloak-operator#446)', async () => {
  for (const [said, deleted, isTold] of [
    ['no matching bucket class found', HOUR, true],
    ['no matching bucket class found', undefined, false],
    ['the bucket is not empty', HOUR, false],
  ] as const) {
    const sandbox = setup({ status: condition('Ready', 'False', 'DeleteFailed', said, MINUTE), written: MINUTE })
    if (deleted !== undefined) namespace(sandbox, 'shop', { deleted })
    const { causes } = await explained(sandbox)
    const { remedies } = causes.find(({ code }) => code === 'CleanupFailing')!
    assert.is(remedies[0]!.summary.includes('nothing can be created there'), isTold, said)
  }
})

test('what Kubernetes writes of its own types is no word of a controller that holds one', async () => {
  const status = condition('ScalingActive', 'False', 'FailedGetScale', 'unable to get the target', MINUTE)
  const sandbox = setup({ status, written: MINUTE, writer: 'kube-controller-manager' })
  assert.is(codeAndVerdict(await explained(sandbox)), 'CleanupInProgress unknown')
})

test('a failure that says that the very thing of the object is gone makes the removal one of low risk', async () => {
  const id = 'tg-0a1b2c3d'
  const removalOf = async (message: string) => {
    const ready = condition('Ready', 'False', 'DeleteFailed', message, MINUTE)
    const spec = { bucketName: 'acme-photos-prod', accountId: '17', credentials: { profile: 'k8s-prod' } }
    const answer = await explained(setup({ status: sandbox => ({ ...ready(sandbox), id }), spec }))
    assert.ok(answer.causes[0]!.code === 'CleanupFailing', message)
    return answer.causes[0]!.remedies.at(-1)!
  }
  for (const message of [
    `TargetGroupNotFound: the target group ${id} does not exist`,
    `waypoint ${id} not found`,
    `delete failed: Bucket "logs" was not found`,
    'NoSuchBucket: bucket acme-photos-prod does not exist',
    `NotFound: no such thing: ${id}`,
  ]) {
    const gone = await removalOf(message)
    assert.equal([gone.kind, gone.risk], ['remove', 'low'], message)
    assert.not.ok(gone.leaks.some(leak => leak.includes(id)))
    assert.ok(gone.commands.every(command => command.endsWith('--override ControllerAlive')))
  }
  for (const message of [
    DENIED,
    'the target group does not exist',
    'user profile "k8s-prod" not found in ~/.meridian/credentials',
    'dial tcp: lookup logs: no such host',
    '404 page not found (is the API path right?)',
    'exec: "geoctl": executable file not found in $PATH',
    'project "logs" not found or you do not have permission to see it',
    'x509: certificate of logs: issuer does not exist in trust store',
    'key "token" not found in secret "logs"',
    'entry of bucket logs not found',
    'bucket logs not found in region eu-2',
    'account 17 not found',
    'policy "logs" not found',
    'owner "logs" not found',
    `waypoint ${id}-next not found`,
  ]) {
    const removal = await removalOf(message)
    assert.equal([removal.kind, removal.risk], ['remove', 'medium'], message)
  }
})

test('an error that something does not exist is not to be fixed, and an id that is empty is no thing that stays (metal3-io/baremetal-operator#482)', async () => {
  const said = condition('Ready', 'False', 'DeleteFailed', 'failed to delete rule: rule r1 was not found', MINUTE)
  const [first, last] = (await explained(setup({ status: said }))).causes[0]!.remedies
  assert.equal([first!.kind, last!.risk], ['inspect', 'medium'])
  assert.match(last!.summary, /^if all that is to be cleaned up is gone already/)
  const removal = async (provisioning: Record<string, string>) => {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: 'metal3.io', plural: 'baremetalhosts', kind: 'BareMetalHost' })
    namespace(sandbox, 'shop')
    const host = { apiVersion: 'metal3.io/v1', kind: 'BareMetalHost', namespace: 'shop', name: 'a', deleted: HOUR }
    const status = { provisioning }
    customResource(sandbox, { ...host, manager: 'metal', finalizers: ['baremetalhost.metal3.io'], status })
    const { causes } = await explained(sandbox)
    return causes[0]!.remedies.at(-1)!.summary.includes('status.provisioning.ID is empty')
  }
  assert.equal([await removal({ ID: '' }), await removal({ ID: 'n-1' }), await removal({})], [true, false, false])
})

test('a thing of this cluster that a status without conditions says is missing is the subject', async () => {
  for (const status of [
    () => ({ reason: 'secrets "aws" not found' }),
    () => ({ state: 'errored', reason: 'getting credentials: secret "aws" not found' }),
    () => ({ error: { message: 'secrets "aws" not found' } }),
    condition('DeletionError', undefined, '', 'secrets "aws" not found', MINUTE),
  ]) {
    const { causes } = await explained(setup({ status, written: MINUTE, spec: { secretRef: { name: 'aws' } } }))
    assert.equal(
      causes.map(({ code, subject }) => `${code} ${subject.kind}/${subject.name}`),
      ['ReferenceMissing Secret/aws'],
    )
  }
})

test('a state has its reason beside it, a list of users in use is a wait, and so are a refusal to be deletable and a hook of others', async () => {
  const cases: readonly [Told['status'], string, RegExp][] = [
    [
      () => ({ state: 'DELETE_FAILED', stateReason: 'in use by stack billing' }),
      'CleanupFailing stuck',
      /stack billing/,
    ],
    [() => ({ clusterStatus: 'DeleteFailed' }), 'CleanupFailing stuck', /DeleteFailed/],
    [
      condition('Deletable', 'False', 'SnapshotsExist', '2 snapshots exist: snap-a', HOUR - MINUTE),
      'CleanupInProgress unknown',
      /snap-a/,
    ],
    [
      condition('Drainable', 'False', 'HookPresent', 'Drain currently blocked by: [{Name:Quorum}]', HOUR - MINUTE),
      'CleanupInProgress unknown',
      /Quorum/,
    ],
    [condition('InUse', 'True', 'Consumers', '1 reef still', HOUR - MINUTE), 'CleanupInProgress unknown', /1 reef/],
    [
      condition('Ready', 'False', 'Releasing', 'releasing 3 of 5 anchors', HOUR - MINUTE),
      'CleanupInProgress progressing',
      /wrote it/,
    ],
    [
      sandbox => ({
        lastError: { message: 'i/o timeout', time: ago(sandbox, 5 * DAY) },
        lastSuccessTime: ago(sandbox, 4 * DAY),
      }),
      'CleanupInProgress progressing',
      /wrote it/,
    ],
  ]
  for (const [status, expected, words] of cases) {
    const answer = await explained(setup({ status: status!, written: MINUTE }))
    assert.is(codeAndVerdict(answer), expected, JSON.stringify(status!(setup())))
    assert.match(factsOf(answer.causes[0]), words)
  }
})

test('an error in an annotation of the product counts where its controller wrote it; a setting is none', async () => {
  const annotated = (key: string, value: string, manager: string): Sandbox => {
    const sandbox = setup()
    const made = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const fieldsV1 = { 'f:metadata': { 'f:annotations': { [`f:${key}`]: {} } } }
    const entry = {
      manager,
      operation: 'Update' as const,
      apiVersion: `${GROUP}/v1`,
      time: ago(sandbox, MINUTE),
      fieldsV1,
    }
    const managedFields = [...made.metadata.managedFields!, entry]
    sandbox.put({ ...made, metadata: { ...made.metadata, annotations: { [key]: value }, managedFields } })
    return sandbox
  }
  const said = await explained(annotated(`${GROUP}/last-error`, 'release failed: chain is padlocked', 'objectstore'))
  assert.is(codeAndVerdict(said), 'CleanupFailing stuck')
  assert.match(factsOf(said.causes[0]), 'padlocked')
  for (const [key, value, manager] of [
    [`${GROUP}/retry-on-error`, 'always', 'objectstore'],
    [`${GROUP}/last-error`, 'release failed', 'kubectl-edit'],
  ] as const) {
    assert.not(codeAndVerdict(await explained(annotated(key, value, manager))).startsWith('CleanupFailing'))
  }
})

test('an error that stands in several places of a status is told once, with the words that it stands beside (gardener/gardener#2778)', async () => {
  const error = 'Error deleting the reef: DependencyViolation: reef-0d1 has dependents'
  const toldIn = async (status: object) => {
    const { causes } = await explained(setup({ status: () => ({ ...status }), written: MINUTE }))
    return causes[0]!.evidence.filter(({ source }) => source.startsWith('status')).map(({ fact }) => fact)
  }
  const operation = { lastOperation: { type: 'Delete', state: 'Failed', description: error } }
  assert.equal(await toldIn(operation), [`status.lastOperation.state is Failed (${error})`])
  const [first, second, ...others] = await toldIn({ lastError: { description: error }, ...operation })
  assert.equal([first, second], [`status.lastError is ${error}`, 'status.lastOperation.state is Failed'])
  assert.equal(others, [])
  const more = `${error}: 3 of them are tables, and one is a view`
  assert.is((await toldIn({ lastError: { description: error }, message: more })).length, 2)
  assert.is((await toldIn({ lastError: { description: error }, message: `flow failed: ${error}` })).length, 1)
  const [, other] = await toldIn({
    lastError: { description: 'is not empty' },
    message: 'the reef and all of it is not empty',
  })
  assert.match(other ?? '', /the reef and all of it/)
})

test('two objects fail alike when they say the same of their own; other words are another cause, each named', async () => {
  const sandbox = setup({
    status: condition('Ready', 'False', 'DeleteFailed', 'bucket logs: access denied', MINUTE),
    written: MINUTE,
  })
  const add = (name: string, message: string): void => {
    customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Bucket',
      namespace: 'shop',
      name,
      manager: 'objectstore',
      finalizers: [FINALIZER],
      deleted: HOUR,
      status: condition('Ready', 'False', 'DeleteFailed', message, MINUTE)(sandbox),
    })
  }
  add('orders', 'bucket orders: access denied')
  add('taxes', 'legal hold on taxes')
  const { causes } = await explained(sandbox)
  assert.equal(causes.map(({ blocks }) => blocks.map(({ name }) => name).toSorted()).toSorted(), [
    ['logs', 'orders'],
    ['taxes'],
  ])
  const [alike] = causes.filter(({ blocks }) => blocks.length === 2)
  assert.ok(
    alike!.evidence.filter(({ fact }) => fact.includes('access denied')).every(({ fact }) => /logs|orders/.test(fact)),
  )
})

test('an error of an older generation, which was not said again, is quoted and not blamed', async () => {
  const of = (observedGeneration: number, since: number) => (sandbox: Sandbox) => ({
    observedGeneration: 3,
    conditions: [
      {
        type: 'Valid',
        status: 'False',
        reason: 'InvalidSpec',
        message: 'region is not supported',
        observedGeneration,
        lastTransitionTime: ago(sandbox, since),
      },
    ],
  })
  const old = await explained(setup({ status: of(1, 5 * DAY), written: 4 * DAY }))
  assert.equal(old.codes, ['CleanupInProgress logs'])
  assert.ok(
    old.causes[0]!.evidence.some(({ fact }) => fact.includes('InvalidSpec') && fact.includes('older generation')),
  )
  assert.equal((await explained(setup({ status: of(3, 5 * DAY), written: MINUTE }))).codes, ['CleanupFailing logs'])
  // Some say the generation only when the condition turns: what turned since the deletion holds.
  assert.equal((await explained(setup({ status: of(1, MINUTE), written: MINUTE }))).codes, ['CleanupFailing logs'])
})

test('what is kept for a while says until when, and no restart is advised', async () => {
  for (const [type, state, reason, message] of [
    ['Deleting', 'True', 'RetentionPeriod', 'kept for legal hold, will be purged after 2026-03-01T00:00:00Z'],
    ['Ready', 'False', 'SoftDeleted', 'soft-deleted, recoverable until 2026-03-01T00:00:00Z'],
  ] as const) {
    const status = condition(type, state, reason, message, 50 * MINUTE)
    const { causes } = await explained(setup({ status, written: 50 * MINUTE }))
    assert.is(causes[0]!.code, 'CleanupInProgress')
    assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes(message)))
    assert.not.ok(causes[0]!.remedies.some(({ commands }) => commands.some(each => each.includes('restart'))))
  }
})

test('what has to be confirmed first is what it waits for', async () => {
  const says = 'set annotation objectstore.example.com/confirm=true to delete 3 TiB of data'
  const status = condition('Deletable', 'False', 'ConfirmationRequired', says, 50 * MINUTE)
  const { causes } = await explained(setup({ status, written: 50 * MINUTE }))
  assert.is(causes[0]!.code, 'CleanupInProgress')
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes(says)))
  assert.not.ok(causes[0]!.remedies.some(({ commands }) => commands.some(each => each.includes('restart'))))
})

test('a status written by the clock, of a generation before the deletion, is no sign of work', async () => {
  for (const [observedGeneration, verdict] of [
    [1, 'unknown'],
    [2, 'progressing'],
  ] as const) {
    const answer = await explained(
      setup({ status: sandbox => ({ observedGeneration, lastSyncTime: ago(sandbox, MINUTE) }), written: MINUTE }),
    )
    assert.is(answer.object('Bucket', 'logs').verdict, verdict)
  }
})

test('where events cannot be read, that no error was heard is not said, and nothing follows from it', async () => {
  const sandbox = setup({ spec: { secretRef: { name: 'gone' } } })
  assert.equal((await explained(sandbox)).codes, ['ReferenceMissing gone'])
  sandbox.onRequest = ({ path }) =>
    path.endsWith('/events') ? statusResponse(403, { reason: 'Forbidden', message: 'events is forbidden' }) : undefined
  const { causes } = await explained(sandbox)
  assert.is(causes[0]!.code, 'CleanupInProgress')
  assert.ok(causes[0]!.evidence.some(({ fact }) => fact.includes('events could not be read (Forbidden)')))
  assert.not.ok(causes[0]!.remedies.some(({ commands }) => commands.some(each => each.includes('restart'))))
})

/** The Deployment of the operator became ready so many seconds ago: by its condition, or by a roll-out that left it available. */
function ready(sandbox: Sandbox, seconds: number, by: 'Available' | 'Progressing'): void {
  const found = sandbox.get('apps/v1', 'Deployment', 'objectstore', 'objectstore-system')!
  const time = ago(sandbox, seconds)
  const condition = { type: by, status: 'True', lastTransitionTime: time, lastUpdateTime: time }
  const { conditions } = found.status as { conditions: readonly { type: string }[] }
  sandbox.put({
    ...found,
    status: {
      ...(found.status as object),
      conditions: [
        ...conditions.filter(({ type }) => type !== by),
        { ...condition, ...(by === 'Progressing' && { reason: 'NewReplicaSetAvailable' }) },
      ],
    },
  })
}

test('an error from before the controller came up, a moment ago, may be over: nothing is removed yet', async () => {
  const failed = condition('Ready', 'False', 'DeleteFailed', 'nil pointer in cleanup', 40 * MINUTE)
  for (const by of ['Available', 'Progressing'] as const) {
    const sandbox = setup({ deleted: 3 * HOUR, status: failed, written: 40 * MINUTE })
    ready(sandbox, MINUTE, by)
    const answer = await explained(sandbox)
    assert.is(codeAndVerdict(answer), 'CleanupFailing unknown', by)
    assert.match(factsOf(answer.causes[0]), /became ready only (1m|60s) ago/)
    assert.equal(
      answer.causes[0]!.remedies.map(({ kind }) => kind),
      ['wait'],
    )
  }
  for (const [seconds, written] of [
    // It had the time to try again.
    [20 * MINUTE, 40 * MINUTE],
    // It has written its status since.
    [MINUTE, 30],
  ] as const) {
    const sandbox = setup({ deleted: 3 * HOUR, status: failed, written })
    ready(sandbox, seconds, 'Available')
    assert.is(codeAndVerdict(await explained(sandbox)), 'CleanupFailing stuck', `${seconds} ${written}`)
  }
})

test('an error long before the first report of work since is told with that, and is no proof', async () => {
  const failed = condition('Ready', 'False', 'DeleteFailed', 'network unreachable', 170 * MINUTE)
  const work = { reason: 'CleanupResumed', message: 'deleting 3 of 7 replicas', component: 'objectstore', last: MINUTE }
  for (const [first, type, expected] of [
    [MINUTE, 'Normal', 'CleanupFailing unknown'],
    // It is told at each try, and was before.
    [175 * MINUTE, 'Normal', 'CleanupFailing stuck'],
    [MINUTE, 'Warning', 'CleanupFailing stuck'],
  ] as const) {
    const sandbox = setup({ deleted: 3 * HOUR, status: failed, written: 170 * MINUTE })
    event(sandbox, sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!, { ...work, type, first })
    const answer = await explained(sandbox)
    assert.is(codeAndVerdict(answer), expected, `${first} ${type}`)
    if (expected.endsWith('unknown')) assert.match(factsOf(answer.causes[0]), /since then objectstore reports CleanupR/)
  }
})

test('a try that a framework counts fails as its last word says, however lately it was counted', async () => {
  const tried = (message: string, rest: Record<string, unknown> = {}) => ({
    kopf: { progress: { on_delete: { retries: 31, success: false, failure: false, message, ...rest } } },
  })
  const cases: readonly [Record<string, unknown>, string][] = [
    [tried('(403) Reason: Forbidden: AccessDenied on bucket acme-1'), 'CleanupFailing stuck'],
    [tried('waiting for 3 pods to end'), 'CleanupInProgress unknown'],
    [tried('(403) Forbidden', { purpose: 'create' }), 'CleanupInProgress unknown'],
    [tried('(403) Forbidden', { success: true }), 'CleanupInProgress unknown'],
    [{ failures: [{ resource: 'vm-1', error: 'quota exceeded' }], retryCount: 44 }, 'CleanupFailing stuck'],
  ]
  for (const [status, expected] of cases) {
    const answer = await explained(setup({ status: () => status, written: MINUTE }))
    assert.is(codeAndVerdict(answer), expected, JSON.stringify(status))
  }
})

test('a status that counts tries, or an event that is said again and again, is no sign of work', async () => {
  const counted = () => ({ phase: 'Deleting', attempts: 44 })
  assert.is(codeAndVerdict(await explained(setup({ status: counted, written: MINUTE }))), 'CleanupInProgress unknown')
  for (const [first, count, expected] of [
    [3 * HOUR, 500, 'CleanupInProgress unknown'],
    [10 * MINUTE, 30, 'CleanupInProgress progressing'],
  ] as const) {
    const sandbox = setup({ deleted: 3 * HOUR })
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const report = { type: 'Normal' as const, reason: 'ReconcileStarted', message: 'Reconciling Bucket' }
    event(sandbox, bucket, { ...report, component: 'objectstore', first, last: 5, count })
    assert.is(codeAndVerdict(await explained(sandbox)), expected)
  }
})

test('an error long before the last word of the operation that deletes is over; how a run ended tells nothing', async () => {
  const going = (sandbox: Sandbox, error: number) => ({
    lastErrors: [{ description: 'quota exceeded', lastUpdateTime: ago(sandbox, error) }],
    lastOperation: { type: 'Delete', state: 'Processing', progress: 65, lastUpdateTime: ago(sandbox, MINUTE) },
  })
  const cases: readonly [Told['status'], string][] = [
    [sandbox => going(sandbox, 2 * HOUR), 'CleanupInProgress progressing'],
    [sandbox => going(sandbox, 2 * MINUTE), 'CleanupFailing stuck'],
    [
      sandbox => ({
        applicationState: { state: 'FAILED', errorMessage: 'driver container failed with ExitCode: 1' },
        terminationTime: ago(sandbox, 2 * DAY),
      }),
      'CleanupInProgress unknown',
    ],
    [
      () => ({ health: { status: 'Degraded', message: 'cannot delete: lease held by node n7' } }),
      'CleanupFailing stuck',
    ],
  ]
  for (const [status, expected] of cases) {
    const isRun = expected === 'CleanupInProgress unknown'
    const answer = await explained(setup({ deleted: 3 * HOUR, status: status!, written: isRun ? 2 * DAY : MINUTE }))
    assert.is(codeAndVerdict(answer), expected, JSON.stringify(status!(setup())))
  }
})

test('a deletion that the object says is done is no work that goes on, and is told first (gardener/gardener#3152)', async () => {
  const told = async (at: number, message = 'not checked yet') => {
    const status = (sandbox: Sandbox) => ({
      lastOperation: { type: 'Delete', state: 'Succeeded', description: 'deleted', lastUpdateTime: ago(sandbox, at) },
      conditions: [{ type: 'Available', status: 'Unknown', reason: 'New', message }],
    })
    const answer = await explained(setup({ deleted: HOUR, status, written: at }))
    return [codeAndVerdict(answer), answer.causes[0]!.evidence[0]!.fact.includes('(Delete: deleted)')]
  }
  assert.equal(await told(5 * MINUTE), ['CleanupInProgress unknown', true])
  assert.equal((await told(2 * HOUR))[1], false)
  assert.equal((await told(5 * MINUTE, 'waiting for its snapshots to be deleted'))[1], false)
})

test('what a deploy tool reports of an object that it syncs is no sign that its controller works', async () => {
  const verdictBy = async (component: string) => {
    const sandbox = setup()
    const bucket = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
    const says = { reason: 'ResourceUpdated', message: 'Synced -> OutOfSync', type: 'Normal' as const, component }
    event(sandbox, bucket, { ...says, first: 60, last: 5 })
    return codeAndVerdict(await explained(sandbox))
  }
  assert.is(await verdictBy('argocd-application-controller'), 'CleanupInProgress unknown')
  assert.is(await verdictBy('objectstore'), 'CleanupInProgress progressing')
})

test('what it waits for is quoted beside the signs of work, and apart from objects that wait for something else', async () => {
  const status = (message: string) => (sandbox: Sandbox) => {
    const told = condition('Deleting', 'True', 'WaitingForVolumeDetach', message, 60)(sandbox)
    return { ...told, phase: 'Deleting' }
  }
  const sandbox = setup({ deleted: 2 * MINUTE, written: MINUTE, status: status('volume data') })
  const alone = await explained(sandbox)
  assert.is(codeAndVerdict(alone), 'CleanupInProgress progressing')
  assert.match(factsOf(alone.causes[0]), /WaitingForVolumeDetach: volume data/)
  for (const [name, message] of [
    ['more', 'volume data'],
    ['other', 'volume cache'],
  ] as const) {
    const rest = { namespace: 'shop', name, manager: 'objectstore', finalizers: [FINALIZER], deleted: 2 * MINUTE }
    const made = customResource(sandbox, {
      apiVersion: `${GROUP}/v1`,
      kind: 'Bucket',
      ...rest,
      status: status(message)(sandbox),
    })
    sandbox.put(writtenBy(sandbox, made, 'objectstore', MINUTE))
  }
  const { causes } = await explained(sandbox)
  assert.equal(causes.map(({ blocks }) => blocks.map(({ name }) => name).toSorted()).toSorted(), [
    ['logs', 'more'],
    ['other'],
  ])
})

test('a controller that waits in vain for the list of a kind lacks the right to list it, where the authorizer says so', async () => {
  const message = 'cannot check the account: Timeout: failed waiting for *v1.ServiceAccount Informer to sync'
  const status = condition('Ready', 'False', 'UninstallFailed', message, MINUTE)
  const lacking = await explained(setup({ status, written: MINUTE }))
  assert.is(codeAndVerdict(lacking), 'ControllerForbidden stuck')
  const [cause] = lacking.causes
  assert.equal([cause!.subject.kind, cause!.subject.name], ['ServiceAccount', 'objectstore'])
  assert.match(factsOf(cause), 'service account objectstore-system/objectstore may not list serviceaccounts')
  // It may list them where the object is, and asks no more: something else keeps it from that.
  for (const namespaced of [true, false]) {
    const sandbox = setup({ status, written: MINUTE })
    const metadata = { name: 'lists', ...(namespaced && { namespace: 'shop' }) }
    const [role, binding] = namespaced ? ['Role', 'RoleBinding'] : ['ClusterRole', 'ClusterRoleBinding']
    const rules = [{ apiGroups: [''], resources: ['serviceaccounts'], verbs: ['list', 'watch'] }]
    sandbox.put({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: role!, metadata, rules })
    sandbox.put({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: binding!,
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role, name: 'lists' },
      subjects: [{ kind: 'ServiceAccount', name: 'objectstore', namespace: 'objectstore-system' }],
    })
    assert.is(codeAndVerdict(await explained(sandbox)), 'CleanupFailing stuck')
  }
  const unserved = condition('Ready', 'False', 'Failed', message.replace('ServiceAccount', 'Vault'), MINUTE)
  assert.is(codeAndVerdict(await explained(setup({ status: unserved, written: MINUTE }))), 'CleanupFailing stuck')
  // What an object says is no reason to let its controller read Secrets.
  const secrets = condition('Ready', 'False', 'Failed', message.replace('ServiceAccount', 'Secret'), MINUTE)
  const answer = await explained(setup({ status: secrets, written: MINUTE }))
  assert.is(codeAndVerdict(answer), 'CleanupFailing stuck')
  assert.not.match(JSON.stringify(answer.causes), /create (cluster)?role/)
})

test('a webhook that an error of the controller names, and that nothing answers, is the cause', async () => {
  const causeOf = async (hook: { failurePolicy?: string; isThere?: boolean; name?: string }, isEvent: boolean) => {
    const text =
      'failed to update namespace default: Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: Post "https://guard.guard-system.svc:443/validate?timeout=3s": service "guard" not found'
    const failed = condition('Ready', 'False', 'Error', text, MINUTE)
    const sandbox = setup(isEvent ? {} : { status: failed, written: MINUTE })
    if (isEvent) {
      const held = sandbox.get(`${GROUP}/v1`, 'Bucket', 'logs', 'shop')!
      event(sandbox, held, {
        reason: 'Failed',
        message: text,
        component: 'objectstore',
        first: 2 * MINUTE,
        last: MINUTE,
      })
    }
    const { failurePolicy = 'Fail', isThere = false, name = 'guard.example.com' } = hook
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['namespaces'], operations: ['UPDATE'] }]
    configuration(sandbox, 'guard', [webhook(name, { rules, failurePolicy })])
    if (isThere) service(sandbox, 'guard')
    const { causes } = await explained(sandbox)
    return causes.map(({ code, verdict, subject }) => `${code} ${verdict} ${subject.name}`)
  }
  for (const isEvent of [true, false]) {
    assert.equal(await causeOf({}, isEvent), ['WebhookUnavailable stuck guard'])
    // It answers, or the server does without it, or there is another one.
    for (const hook of [{ isThere: true }, { failurePolicy: 'Ignore' }, { name: 'other.example.com' }]) {
      assert.equal(await causeOf(hook, isEvent), ['CleanupFailing stuck logs'], JSON.stringify(hook))
    }
  }
})

test('the last error that is reported of an object is told first where no workload is found that reports it (democratic-csi/democratic-csi#49)', async () => {
  for (const [at, isTold] of [
    [MINUTE, true],
    [HOUR, false],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    definition(sandbox, { group: GROUP, plural: 'buckets', kind: 'Bucket' })
    namespace(sandbox, 'shop')
    const bucket = {
      apiVersion: `${GROUP}/v1`,
      kind: 'Bucket',
      namespace: 'shop',
      name: 'logs',
      manager: 'objectstore',
    }
    const held = customResource(sandbox, { ...bucket, finalizers: [`${GROUP}/bucket`], deleted: HOUR / 2 })
    const failed = { type: 'Warning', reason: 'FailedDelete', message: 'dataset is busy' } as const
    event(sandbox, held, { ...failed, component: 'nas.acme.org_pod-0', first: at, last: at })
    const { causes } = await explained(sandbox)
    assert.is(causes[0]!.code, 'ControllerUnknown')
    assert.is(causes[0]!.evidence[0]!.fact.includes('dataset is busy'), isTold)
  }
})

test('what is not well since before the deletion is told with that beside an error that says nothing', async () => {
  const status = (sandbox: Sandbox) => ({
    conditions: [
      { type: 'DeletionFailed', status: 'True', reason: 'Failed', lastTransitionTime: ago(sandbox, 40 * MINUTE) },
      { type: 'NodesHealthy', status: 'False', message: '1 of 3', lastTransitionTime: ago(sandbox, DAY) },
    ],
  })
  const { causes } = await explained(setup({ status, written: MINUTE }))
  assert.is(causes[0]!.code, 'CleanupFailing')
  assert.match(factsOf(causes[0]), /1 of 3.*\(since before the deletion\)/)
})

test.run()
