import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../src/api/object.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { event } from '../../src/sandbox/incidents/parts/event.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { ago, DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { type Explained, explained } from './explained.ts'

const test = suite('an object that several controllers hold')

const GROUP = 'lakes.acme.example'
const RBAC = 'rbac.authorization.k8s.io'

/** The finalizers of a lake, each with the manager that wrote it. */
type Holders = Readonly<Record<string, string>>

/** One has its finalizer in a domain of its own; of the others all are in that of the type, and only their managers differ. */
const DOMAINS: Holders = {
  'alpha.corp/hold': 'alpha-agent',
  [`${GROUP}/drain`]: 'lake-operator',
  'beta.corp/bind': 'beta-agent',
}
const PATHS: Holders = { [`${GROUP}/a`]: 'alpha-agent', [`${GROUP}/b`]: 'lake-operator', [`${GROUP}/c`]: 'beta-agent' }
const NAMELESS: Holders = { [`${GROUP}/a`]: 'manager', [`${GROUP}/b`]: 'lake-operator', [`${GROUP}/c`]: 'beta-agent' }

interface Work {
  readonly deleted?: number
  /** Who writes the status, and how long ago. */
  readonly status?: { readonly manager: string; readonly ago: number; readonly conditions?: readonly object[] }
}

/** A lake of which the first controller is gone and the others live. */
function setup(holders: Holders, { deleted = MINUTE, status }: Work = {}): { sandbox: Sandbox; lake: KubeObject } {
  const sandbox = createSandbox({ clock: manualClock() })
  definition(sandbox, { group: GROUP, plural: 'lakes', kind: 'Lake' })
  namespace(sandbox, 'shop')
  const living = new Set(
    Object.values(holders)
      .slice(1)
      .filter(name => !name.endsWith('-policy')),
  )
  for (const name of living) operator(sandbox, { name, group: GROUP, plural: 'lakes' })
  const written = Object.entries(holders).map(([finalizer, manager]) => ({
    manager,
    operation: 'Update',
    time: ago(sandbox, 2 * DAY),
    fieldsV1: { 'f:metadata': { 'f:finalizers': { [`v:${JSON.stringify(finalizer)}`]: {} } } },
  }))
  const keys = (status?.conditions ?? []).map(each => [
    `k:${JSON.stringify({ type: (each as { type: string }).type })}`,
    {},
  ])
  const reported = status && {
    manager: status.manager,
    operation: 'Update',
    subresource: 'status',
    time: ago(sandbox, status.ago),
    fieldsV1: { 'f:status': { 'f:conditions': Object.fromEntries(keys) } },
  }
  const lake = sandbox.put({
    apiVersion: `${GROUP}/v1`,
    kind: 'Lake',
    metadata: {
      name: 'w',
      namespace: 'shop',
      creationTimestamp: ago(sandbox, 2 * DAY),
      deletionTimestamp: ago(sandbox, deleted),
      deletionGracePeriodSeconds: 0,
      finalizers: Object.keys(holders),
      managedFields: [...written, ...(reported ? [reported] : [])],
    },
    status: { conditions: status?.conditions ?? [] },
  })
  return { sandbox, lake }
}

function uninstall(sandbox: Sandbox, name: string): void {
  const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name }
  const subjects = [{ kind: 'ServiceAccount', name, namespace: 'gone' }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects })
}

/** `code verdict` by finalizer. */
function byFinalizer({ causes }: Explained): Readonly<Record<string, string>> {
  return Object.fromEntries(causes.map(({ finalizer, code, verdict }) => [finalizer, `${code} ${verdict}`]))
}

test('a finalizer whose writer is gone is not told as at work of a bystander, and neither are the others', async () => {
  for (const holders of [DOMAINS, PATHS, NAMELESS]) {
    const [gone, second, third] = Object.keys(holders) as [string, string, string]
    const { sandbox } = setup(holders)
    const answer = await explained(sandbox)
    assert.equal(byFinalizer(answer), {
      [gone]: 'ControllerUnknown unknown',
      [second]: 'CleanupInProgress unknown',
      [third]: 'CleanupInProgress unknown',
    })
    for (const [finalizer, manager] of Object.entries(holders).slice(1)) {
      const { evidence } = answer.causes.find(cause => cause.finalizer === finalizer)!
      const named = evidence.filter(({ fact }) => fact.includes('has the name of'))
      assert.equal(
        named.map(({ fact }) => fact.includes(manager)),
        [true],
      )
    }
  }
})

test('it is missing by the traces of its own uninstall or its own silence, whatever the others do', async () => {
  for (const holders of [DOMAINS, PATHS]) {
    const [gone] = Object.keys(holders) as [string]
    const traced = setup(holders, { status: { manager: 'lake-operator', ago: 5 } })
    uninstall(traced.sandbox, 'alpha-agent')
    const answer = await explained(traced.sandbox)
    assert.is(byFinalizer(answer)[gone], 'ControllerMissing stuck')
    // Controllers of the others may have the right.
    const { evidence } = answer.causes.find(({ finalizer }) => finalizer === gone)!
    assert.not.ok(evidence.some(({ fact }) => fact.includes('is granted update or patch')))
    const silent = setup(holders, { deleted: 3 * HOUR, status: { manager: 'lake-operator', ago: 5 } })
    // A hold of another product may be meant to wait: its silence is no proof.
    const expected = holders === DOMAINS ? 'ControllerUnknown unknown' : 'ControllerMissing stuck'
    assert.is(byFinalizer(await explained(silent.sandbox))[gone], expected)
  }
})

test('the type’s operator, which reports under its own name, did not add what another program put on in a domain beside (stolostron/multicluster-global-hub#19)', async () => {
  const reports = { status: { manager: 'multi-lake', ago: DAY } }
  const of = async (finalizer: string, manager: string, work: Work = reports) => {
    const { sandbox } = setup({ [finalizer]: manager }, work)
    operator(sandbox, { name: 'multi-lake', group: GROUP, plural: 'lakes' })
    const { causes } = await explained(sandbox)
    assert.is(causes.length, 1)
    return { ...causes[0]!, is: byFinalizer({ causes } as Explained)[finalizer] }
  }
  const beside = await of('hub-of-hubs.acme.example/lake-cleanup', 'manager')
  assert.is(beside.is, 'ControllerUnknown unknown')
  assert.ok(beside.evidence.some(({ fact }) => fact.startsWith('"multi-lake" writes the status of this Lake')))
  for (const [finalizer, manager] of [
    [`${GROUP}/cleanup`, 'manager'],
    ['acme.example/lake-cleanup', 'manager'],
    ['hub-of-hubs.acme.example/lake-cleanup', 'multi-lake'],
    ['hub-of-hubs.acme.example/lake-cleanup', 'kubectl-edit'],
  ] as const)
    assert.is((await of(finalizer, manager)).is, 'CleanupInProgress unknown', `${finalizer} ${manager}`)
  assert.is((await of('hub-of-hubs.acme.example/lake-cleanup', 'manager', {})).is, 'CleanupInProgress unknown')
})

test('an uninstall of another of them is no proof for it', async () => {
  for (const holders of [DOMAINS, PATHS]) {
    const [gone] = Object.keys(holders) as [string]
    const { sandbox } = setup(holders)
    uninstall(sandbox, 'beta-agent')
    assert.is(byFinalizer(await explained(sandbox))[gone], 'ControllerUnknown unknown')
  }
})

test('a write of the status is a sign of work for the finalizer of who wrote it alone', async () => {
  for (const holders of [DOMAINS, PATHS, NAMELESS]) {
    const [gone, second, third] = Object.keys(holders) as [string, string, string]
    const { sandbox } = setup(holders, { status: { manager: 'beta-agent', ago: 5 } })
    assert.equal(byFinalizer(await explained(sandbox)), {
      [gone]: 'ControllerUnknown unknown',
      [second]: 'CleanupInProgress unknown',
      [third]: 'CleanupInProgress progressing',
    })
  }
})

test('an error that one reports, by an event or a condition, is no failure of the others', async () => {
  for (const holders of [DOMAINS, PATHS]) {
    const [gone, second, third] = Object.keys(holders) as [string, string, string]
    const expected = {
      [gone]: 'ControllerUnknown unknown',
      [second]: 'CleanupInProgress unknown',
      [third]: 'CleanupFailing stuck',
    }
    const evented = setup(holders)
    const report = { reason: 'UnbindFailed', message: 'no route', component: 'beta-agent', first: 40, last: 5 }
    event(evented.sandbox, evented.lake, report)
    assert.equal(byFinalizer(await explained(evented.sandbox)), expected)
    const { sandbox } = setup(holders)
    const failed = { type: 'Ready', status: 'False', reason: 'UnbindFailed', lastTransitionTime: ago(sandbox, 30) }
    const status = { manager: 'beta-agent', ago: 5, conditions: [failed] }
    assert.equal(byFinalizer(await explained(setup(holders, { status }).sandbox)), expected)
  }
})

test('several finalizers that one operator put, under one name or names that are akin, are all its own', async () => {
  const ways: readonly Holders[] = [
    { 'drain.acme.example/x': 'gone', [`${GROUP}/a`]: 'lake-operator', [`${GROUP}/b`]: 'lake-operator' },
    { 'drain.acme.example/x': 'gone', [`${GROUP}/a`]: 'lake-operator', [`${GROUP}/b`]: 'lake-operator-policy' },
  ]
  for (const holders of ways) {
    const { sandbox } = setup({ ...holders })
    const { causes } = await explained(sandbox)
    assert.equal(causes.map(({ code }) => code).toSorted(), ['CleanupInProgress', 'ControllerUnknown'])
  }
})

test("what the type's own operator does is nothing for the finalizer of a stranger, even where it has none of its own", async () => {
  // What follows the domain may be the kind (aquasecurity/trivy-operator#1224).
  for (const finalizer of ['hold.deadcorp.io/audit', 'hold.deadcorp.io/lake']) {
    const { sandbox, lake } = setup({ [finalizer]: 'deadcorp-agent', foregroundDeletion: 'lake-operator' })
    const report = { type: 'Normal', reason: 'Draining', message: 'on it', component: 'lake-operator' } as const
    event(sandbox, lake, { ...report, first: 40, last: 5 })
    const { causes } = await explained(sandbox)
    const cause = causes.find(each => each.finalizer === finalizer)!
    assert.equal([cause.code, cause.verdict], ['ControllerUnknown', 'unknown'])
  }
})

test("what the type's operator says is not well is no failure of a stranger (harvester/harvester#3508)", async () => {
  const holders = { foregroundDeletion: 'lake-operator', 'hold.deadcorp.io/audit': 'deadcorp-agent' }
  for (const manager of ['lakeside-controller', 'deadcorp-agent']) {
    const { sandbox: empty } = setup(holders)
    const failed = { type: 'Ready', status: 'False', reason: 'PumpFailed', lastTransitionTime: ago(empty, 30) }
    const { sandbox } = setup(holders, { status: { manager, ago: 5, conditions: [failed] } })
    const cause = (await explained(sandbox)).causes.find(each => each.finalizer === 'hold.deadcorp.io/audit')!
    assert.is(cause.code, manager === 'deadcorp-agent' ? 'CleanupFailing' : 'CleanupInProgress')
    assert.ok(cause.evidence.some(({ fact }) => fact.includes('PumpFailed')))
  }
})

test('whose a finalizer is in a domain that tells nothing, tells what follows that', async () => {
  for (const finalizer of ['finalizer/lake', 'finalizers.k8s.io/lake']) {
    const { sandbox, lake } = setup({ [finalizer]: 'tarn', foregroundDeletion: 'lake-operator' })
    const report = { type: 'Normal', reason: 'Draining', message: 'on it', component: 'lake-operator' } as const
    event(sandbox, lake, { ...report, first: 40, last: 5 })
    const { causes } = await explained(sandbox)
    const cause = causes.find(each => each.finalizer === finalizer)!
    assert.equal([cause.code, cause.verdict], ['CleanupInProgress', 'progressing'])
  }
})

test('of several controllers that run the finalizer’s writer comes before the one that the catalogue names, where it may remove it and does not only serve', async () => {
  for (const [name, manager, replicas, chosen] of [
    ['usercluster-controller-manager', 'usercluster-controller-manager', 1, 'usercluster-controller-manager'],
    ['kkp-usercluster-controller-manager', 'usercluster-controller-manager', 1, 'kkp-usercluster-controller-manager'],
    ['kubermatic-api', 'kubermatic-api', 1, 'kubermatic-master-controller-manager'],
    ['usercluster-controller-manager', 'usercluster-controller-manager', 0, 'kubermatic-master-controller-manager'],
    ['kubermatic-other', 'usercluster-controller-manager', 1, 'kubermatic-master-controller-manager'],
  ] as const) {
    const sandbox = createSandbox({ clock: manualClock() })
    const of = { group: 'kubermatic.k8c.io', plural: 'clusters' }
    definition(sandbox, { ...of, kind: 'Cluster' })
    namespace(sandbox, 'kkp')
    for (const each of ['kubermatic-seed-controller-manager', 'kubermatic-master-controller-manager'])
      operator(sandbox, { ...of, name: each })
    operator(sandbox, { ...of, name, replicas })
    customResource(sandbox, {
      ...{ apiVersion: `${of.group}/v1`, kind: 'Cluster', namespace: 'kkp', name: 'c', manager, deleted: HOUR },
      finalizers: [`${of.group}/cleanup-in-cluster-lb`],
    })
    const { causes } = await explained(sandbox)
    const runs = causes[0]!.evidence.map(({ fact }) => fact).find(fact => fact.includes('ready'))
    assert.ok(runs?.includes(`/${chosen} `), `${name} ${replicas}: ${causes[0]!.code} ${runs}`)
  }
})

test.run()
