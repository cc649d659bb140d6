import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fact, Query } from '../../src/api/fact.ts'
import type { KubeObject } from '../../src/api/object.ts'
import type { Watchers, WatchLook } from '../../src/api/watchers.ts'
import { absenceProvenBy, type Signs } from '../../src/diagnosis/controller/absence.ts'
import { listenersOf } from '../../src/diagnosis/controller/listeners.ts'
import type { Facts } from '../../src/diagnosis/facts.ts'
import { inWords } from '../../src/render/words/in-words.ts'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { DAY, HOUR, MINUTE } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { explained } from './explained.ts'
import { servedLogs } from './pod-logs.ts'

const test = suite('who listens')

const NOW = new Date('2026-01-15T12:00:00Z')
const at = (secondsAgo: number) => new Date(NOW.getTime() - secondsAgo * 1000).toISOString()

const START = NOW.getTime() / 1000 - DAY
const one: WatchLook = { servers: [START], open: 1, others: { least: 1, groups: 9 }, ended: { 'LIST 200': 3 } }
const identity = { name: 'apiserver-1', renewedAt: at(5), seconds: 3600 }
const quiet: Watchers = { identities: [identity], looks: [one, one] }

interface Situation {
  readonly watchers?: Watchers
  readonly unreadable?: boolean
  readonly crdAge?: number
  /** Seconds since kube-controller-manager renewed its Lease, and since it has it. */
  readonly manager?: readonly [renewed: number, acquired: number]
}

function answer({ watchers = quiet, unreadable = false, crdAge = DAY, manager = [1, DAY] }: Situation) {
  const lease = { spec: { holderIdentity: 'a', renewTime: at(manager[0]), acquireTime: at(manager[1]) } }
  const read = ({ about }: Query): Fact<unknown> => {
    if (about !== 'watchers') return { state: 'known', value: lease }
    const why = { resource: '/metrics', reason: 'Forbidden', message: 'no' }
    return unreadable ? { state: 'unreadable', why } : { state: 'known', value: watchers }
  }
  const facts = { now: NOW, types: [], unknownGroups: new Set<string>(), read } as unknown as Facts
  const crd = { metadata: { name: 'widgets.example.com', creationTimestamp: at(crdAge) } } as KubeObject
  return listenersOf(crd, facts)
}

const listeners = (situation: Situation) => answer(situation).are

const looks = (...some: Partial<WatchLook>[]): Watchers => ({
  ...quiet,
  looks: some.map(each => ({ ...one, ...each })),
})

test('one watch, seen twice on the only server, is that of kube-controller-manager: nothing listens', () => {
  assert.is(listeners({}), 'none')
})

test('a watch beside it is proof that something listens, on whichever server, however young anything is', () => {
  const two = looks({ open: 2 })
  assert.is(listeners({ watchers: two }), 'some')
  assert.is(listeners({ watchers: { ...two, identities: undefined } }), 'some')
  assert.is(listeners({ watchers: two, crdAge: 5, manager: [1, 5] }), 'some')
})

test('a client that watches every type proves nothing either way', () => {
  const all = { least: 2, groups: 3 }
  assert.is(listeners({ watchers: looks({ open: 2, others: all }, { open: 2, others: all }) }), 'untold')
  assert.is(listeners({ watchers: looks({ open: 3, others: all }, { open: 3, others: all }) }), 'some')
  assert.is(listeners({ watchers: looks({ open: 2, others: { least: 2, groups: 2 } }) }), 'some', 'of few other groups')
})

test('what is young, stale, in motion or read in part does not prove that nothing listens', () => {
  const table: readonly [string, Situation][] = [
    ['only one look', { watchers: looks({}) }],
    ['the count moves', { watchers: looks({ open: 2, others: { least: 2, groups: 4 } }, {}) }],
    ['not even its own watch is open', { watchers: looks({ open: 0 }, { open: 0 }) }],
    ['someone lists the type', { watchers: looks({}, { ended: { 'LIST 200': 4 } }) }],
    ['someone polls all the time', { watchers: looks({}, { ended: { 'LIST 200': 4 } }, { ended: { 'LIST 200': 6 } }) }],
    ['the garbage collector may not run', { watchers: looks({ podTemplates: 0 }, { podTemplates: 0 }) }],
    ['the count moves back', { watchers: looks({}, { servers: [START + 5] }, {}) }],
    ['someone gets an object', { watchers: looks({}, { ended: { 'LIST 200': 3, 'GET 200': 1 } }) }],
    ['another server answers', { watchers: looks({}, { servers: [START + 5] }) }],
    ['a server that started a minute ago', { watchers: looks({ servers: [NOW.getTime() / 1000 - MINUTE] }) }],
    ['two API servers', { watchers: { ...quiet, identities: [identity, { ...identity, name: 'apiserver-2' }] } }],
    [
      'a server that is gone for half an hour',
      {
        watchers: { ...quiet, identities: [identity, { ...identity, renewedAt: at(1800) }] },
      },
    ],
    ['no Lease of a server', { watchers: { ...quiet, identities: [] } }],
    ['Leases that cannot be read', { watchers: { ...quiet, identities: undefined } }],
    ['a CRD of half a minute', { crdAge: 30 }],
    ['kube-controller-manager is down', { manager: [60, DAY] }],
    ['kube-controller-manager came just now', { manager: [1, 20] }],
  ]
  for (const [what, situation] of table) assert.is(listeners(situation), 'untold', what)
  assert.is(listeners({ unreadable: true }), 'unread')
})

test('a server whose host set its clock is the same server, and what was tried meanwhile is told', () => {
  const moved = { ...one, servers: [START + 1], ended: { ...one.ended, 'PATCH 409': 6 } }
  assert.is(listeners({ watchers: looks({}, { servers: [START + 1] }) }), 'none')
  const watchers = { ...quiet, looks: [{ ...moved, open: 2 }], earlier: { look: one, seconds: 5 } }
  const told = answer({ watchers })
  assert.is(told.are, 'some')
  assert.ok(
    'evidence' in told && told.evidence.some(({ fact }) => inWords(fact).endsWith('within 5s: 6 PATCH answered 409')),
  )
})

test('a list that ended just after the first look is no poll where nothing is asked after it', () => {
  const later = { ended: { 'LIST 200': 4 } }
  assert.is(listeners({ watchers: looks({ podTemplates: 1 }, later, later) }), 'none')
})

test('several servers are added up where each of them answered, in every look', () => {
  const identities = [identity, { ...identity, name: 'apiserver-2' }]
  const both: WatchLook = { ...one, servers: [START, START + 7] }
  assert.is(listeners({ watchers: { identities, looks: [both, both] } }), 'none')
  assert.is(listeners({ watchers: { identities, looks: [both, one] } }), 'untold')
  assert.is(listeners({ watchers: { identities, looks: [{ ...both, open: 2 }] } }), 'some')
})

test('the lists of the namespace controller are no polls, and an expired Lease is no server', () => {
  const emptied = looks({}, { ended: { 'LIST 200': 5, 'DELETECOLLECTION 200': 2 } })
  assert.is(listeners({ watchers: emptied }), 'none')
  assert.is(
    listeners({ watchers: { ...quiet, identities: [identity, { ...identity, renewedAt: at(2 * HOUR) }] } }),
    'none',
  )
})

const signs: Signs = {
  ofType: true,
  traces: undefined,
  wentItself: undefined,
  goneAccount: undefined,
  idle: undefined,
  heardAll: true,
  deletedSeconds: MINUTE,
  wroteSeconds: 3 * MINUTE,
  silentSeconds: 3 * MINUTE,
  seenSeconds: 3 * MINUTE,
  awaits: false,
  renewed: false,
  outsideController: false,
  outsideUser: false,
  elsewhere: 'never',
  named: false,
  suspects: false,
  listeners: 'none',
}

test('where nothing listens, neither an hour nor traces are needed, but that it has not acted since the deletion', () => {
  assert.is(absenceProvenBy(signs), 'unwatched')
  assert.is(absenceProvenBy({ ...signs, elsewhere: 'maybe' }), 'unwatched')
  assert.is(absenceProvenBy({ ...signs, listeners: 'untold' }), undefined)
  assert.is(absenceProvenBy({ ...signs, deletedSeconds: 10 }), undefined, 'it had no time yet')
  const acted = { wroteSeconds: 10, silentSeconds: 10, seenSeconds: 10 }
  assert.is(absenceProvenBy({ ...signs, ...acted }), undefined, 'it wrote since: one that polls does')
  assert.is(absenceProvenBy({ ...signs, awaits: true }), undefined, 'it acted, and may wait (kcp-dev/kcp#1353)')
  assert.is(absenceProvenBy({ ...signs, awaits: true, traces: 'cluster' }), 'traces', 'it went since')
  assert.is(absenceProvenBy({ ...signs, suspects: true }), undefined, 'what runs here may poll')
  assert.is(absenceProvenBy({ ...signs, renewed: true }), undefined, 'its Lease is renewed')
  assert.is(absenceProvenBy({ ...signs, elsewhere: 'always' }), undefined)
  assert.is(absenceProvenBy({ ...signs, silentSeconds: undefined }), undefined, 'no program is known to be missed')
  assert.is(absenceProvenBy({ ...signs, ...acted, traces: 'cluster' }), 'traces', 'traces wait for no silence')
})

test('while something listens, neither silence nor traces nor the catalogue prove that it is gone', () => {
  const silent = {
    wroteSeconds: DAY,
    silentSeconds: DAY,
    seenSeconds: DAY,
    deletedSeconds: DAY,
    listeners: 'some',
  } as const
  assert.is(absenceProvenBy({ ...signs, ...silent }), undefined)
  assert.is(absenceProvenBy({ ...signs, ...silent, traces: 'cluster' }), undefined)
  assert.is(absenceProvenBy({ ...signs, ...silent, goneAccount: 'cluster' }), undefined)
  assert.is(absenceProvenBy({ ...signs, ...silent, named: true }), undefined)
})

/** An operator that wrote so many seconds ago, and left nothing behind; its object is being deleted for a minute. */
function leftAlone({
  deleted = MINUTE,
  age = 2 * MINUTE,
  finalizer = 'cleanup',
  manager = 'bucket-operator',
} = {}): Sandbox {
  const sandbox = createSandbox({ clock: manualClock(NOW.getTime()) })
  namespace(sandbox, 'shop')
  definition(sandbox, { group: 'objectstore.example.com', plural: 'buckets', kind: 'Bucket' })
  customResource(sandbox, {
    apiVersion: 'objectstore.example.com/v1',
    kind: 'Bucket',
    namespace: 'shop',
    name: 'logs',
    finalizers: [`objectstore.example.com/${finalizer}`],
    manager,
    deleted,
    age,
  })
  return sandbox
}

const sleep = async (): Promise<void> => {}

test('an operator that left nothing behind is missing a minute after the deletion, and says by what', async () => {
  const { codes, causes } = await explained(leftAlone(), { sleep })
  assert.equal(codes, ['ControllerMissing buckets.objectstore.example.com'])
  assert.ok(causes[0]!.evidence.some(({ source }) => source === '/metrics'))
  const once = await explained(leftAlone())
  assert.equal(once.codes, ['ControllerUnknown logs'], 'one look proves nothing')
  // That nothing here may remove it, the roles tell at once (spidernet-io/spiderpool#798).
  assert.match(once.causes[0]!.summary, 'No workload of this cluster has a role of its own to change buckets')
  assert.equal(
    once.causes[0]!.remedies.map(({ kind }) => kind),
    ['wait', 'inspect', 'remove'],
  )
})

/** A finalizer that another program put on, in a domain that is not the type's. */
function putOnByCatapult() {
  const sandbox = createSandbox({ clock: manualClock(NOW.getTime()) })
  namespace(sandbox, 'shop')
  definition(sandbox, { group: 'objectstore.example.com', plural: 'buckets', kind: 'Bucket' })
  customResource(sandbox, {
    ...{ apiVersion: 'objectstore.example.com/v1', kind: 'Bucket', namespace: 'shop', name: 'logs' },
    ...{ finalizers: ['catapult.acme.io/main'], manager: 'catapult', deleted: 3 * HOUR, age: 5 * HOUR },
  })
  return sandbox
}

test('that nothing listens is told of what another program than the type’s operator put on, and proves nothing (kubermatic/kubecarrier#280)', async () => {
  const sandbox = putOnByCatapult()
  const { codes, causes } = await explained(sandbox, { sleep })
  assert.equal(codes, ['ControllerUnknown logs'])
  assert.is(causes[0]!.evidence[0]!.fact, 'nothing but kube-controller-manager watches the type')
  assert.match(causes[0]!.summary, 'nothing watches buckets.objectstore.example.com: it is not installed, or it only')
})

test('where no controller is found and nothing listens, that is what is said first (argoproj-labs/rollout-extension#37)', async () => {
  const summaryOf = async (manager: string, isCounted: boolean, status?: object) => {
    const sandbox = createSandbox({ clock: manualClock(NOW.getTime()) })
    namespace(sandbox, 'shop')
    definition(sandbox, { group: 'objectstore.example.com', plural: 'buckets', kind: 'Bucket' })
    const made = customResource(sandbox, {
      ...{ apiVersion: 'objectstore.example.com/v1', kind: 'Bucket', namespace: 'shop', name: 'logs', manager },
      ...{ finalizers: ['objectstore.example.com/bucket'], deleted: 3 * HOUR, age: 5 * HOUR },
    })
    const { managedFields = [], ...metadata } = made.metadata
    const written = {
      manager,
      operation: 'Update',
      time: at(2 * MINUTE),
      subresource: 'status',
      fieldsV1: { 'f:status': {} },
    }
    if (status) sandbox.put({ ...made, metadata: { ...metadata, managedFields: [...managedFields, written] }, status })
    return (await explained(sandbox, isCounted ? { sleep } : {})).causes[0]!.summary
  }
  assert.match(await summaryOf('kubectl-client-side-apply', true), 'nothing watches buckets')
  assert.match(await summaryOf('kubectl-client-side-apply', false), 'is not installed, or does not run as a Pod')
  // Who reported what it waits for, since the deletion, is somewhere (kcp-dev/kcp#1353).
  const message = 'Some content has finalizers remaining: example.com/syncer in 9 resource instances'
  const waiting = { type: 'ContentDeleted', status: 'False', reason: 'SomeFinalizersRemain', message }
  const status = { conditions: [{ ...waiting, lastTransitionTime: at(2 * MINUTE) }] }
  assert.match(await summaryOf('bucket-operator', true, status), 'It is not known which controller removes')
})

test('what runs and may be the controller is named first, and not that none is installed', async () => {
  const sandbox = putOnByCatapult()
  operator(sandbox, { name: 'objectstore', group: 'objectstore.example.com', plural: 'buckets' })
  const { codes, causes } = await explained(sandbox, { sleep })
  assert.equal(codes, ['ControllerUnknown logs'])
  assert.match(causes[0]!.summary, 'It is not known which controller removes')
  assert.match(causes[0]!.evidence[0]!.fact, 'objectstore')
})

test('a word in common is no sign of a workload that looks after other groups alone (k8s-operatorhub/community-operators#1435)', async () => {
  for (const [group, code] of [
    ['chains.example.org', 'ControllerMissing buckets.objectstore.example.com'],
    ['objectstore.example.com', 'ControllerUnknown logs'],
  ] as const) {
    const sandbox = leftAlone()
    operator(sandbox, { name: 'objectstore-chains', group, plural: 'chains' })
    assert.equal((await explained(sandbox, { sleep })).codes, [code])
  }
})

const RBAC = 'rbac.authorization.k8s.io'

/** What may change buckets by its group alone, bound to an account of namespace shop, beside what may be its controller. */
function boundInShop(binding: string, deleted: number | undefined, account: boolean): Sandbox {
  const sandbox = leftAlone({ deleted: MINUTE, age: HOUR })
  namespace(sandbox, 'shop', { ...(deleted !== undefined && { deleted }) })
  operator(sandbox, { name: 'bucket-importer', group: '', plural: 'persistentvolumes' })
  const [kind, metadata] = ['ClusterRole', { name: 'keeper' }]
  const rules = [{ apiGroups: ['objectstore.example.com'], resources: ['*'], verbs: ['*'] }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind, metadata, rules })
  const roleRef = { apiGroup: RBAC, kind, name: 'keeper' }
  const subjects = [{ kind: 'ServiceAccount', name: 'keeper', namespace: 'shop' }]
  sandbox.put({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: binding }, roleRef, subjects })
  if (account)
    sandbox.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'keeper', namespace: 'shop' } })
  return sandbox
}

test('an account that went with the object’s namespace shows who is gone, where nothing listens (kubeshop/kusk-gateway#599)', async () => {
  for (const [binding, deleted, account, isCounted, code] of [
    ['objectstore', 2 * MINUTE, false, true, 'ControllerMissing buckets.objectstore.example.com'],
    ['objectstore', 2 * MINUTE, false, false, 'ControllerUnknown logs'],
    ['objectstore', 2 * MINUTE, true, true, 'ControllerUnknown logs'],
    ['objectstore', undefined, false, true, 'ControllerUnknown logs'],
    ['pipeline', 2 * MINUTE, false, true, 'ControllerUnknown logs'],
  ] as const) {
    const { codes, causes } = await explained(boundInShop(binding, deleted, account), isCounted ? { sleep } : {})
    assert.is(codes.at(-1), code, `${binding} ${deleted} ${account} ${isCounted}`)
    const facts = causes.at(-1)!.evidence.map(({ fact }) => fact)
    const isTold = binding === 'objectstore' && deleted !== undefined && !account
    assert.is(
      facts.some(each => each.includes('service account shop/keeper')),
      isTold,
    )
    assert.not(facts.some(each => isTold && each.includes('no trace')))
  }
})

test('a word of what a finalizer is for is no sign of a workload without the right (vmware-tanzu/velero#8409)', async () => {
  for (const [name, code] of [
    ['pictures-importer', 'ControllerMissing buckets.objectstore.example.com'],
    ['external-controller', 'ControllerMissing buckets.objectstore.example.com'],
    ['pictures-controller', 'ControllerUnknown logs'],
    ['bucket-importer', 'ControllerUnknown logs'],
  ] as const) {
    const sandbox = leftAlone({ finalizer: 'external-pictures' })
    operator(sandbox, { name, group: '', plural: 'persistentvolumes' })
    assert.equal((await explained(sandbox, { sleep })).codes, [code], name)
  }
})

test('what an object of the type made, without a right to the type, is not its controller (k8ssandra/k8ssandra#623)', async () => {
  for (const [kind, code] of [
    ['Bucket', 'ControllerMissing buckets.objectstore.example.com'],
    ['Store', 'ControllerUnknown logs'],
  ] as const) {
    const sandbox = leftAlone()
    operator(sandbox, { name: 'objectstore-logs', group: '', plural: 'persistentvolumes' })
    const [made] = sandbox.server.store.list('deployments.apps')
    const owner = { apiVersion: 'objectstore.example.com/v1', kind, name: 'logs', uid: 'u-1' }
    Object.assign(made!.metadata, { ownerReferences: [owner] })
    assert.equal((await explained(sandbox, { sleep })).codes, [code], kind)
  }
})

test('a refusal that a mere namesake logs is no word against the proof that the operator is gone', async () => {
  const sandbox = leftAlone()
  operator(sandbox, { name: 'objectstore-chains', group: 'chains.example.org', plural: 'chains' })
  const [pod] = sandbox.server.store.list('pods')
  const { namespace: home = '', name } = pod!.metadata
  const account = `system:serviceaccount:${home}:${(pod!.spec as { serviceAccountName?: string }).serviceAccountName}`
  const [container] = (pod!.spec as { containers: { name: string }[] }).containers
  const refused = `buckets.objectstore.example.com is forbidden: User "${account}" cannot list resource "buckets" in API group "objectstore.example.com" at the cluster scope`
  const time = new Date(NOW.getTime() - 10_000).toISOString()
  const line = `${time} E0612 10:00:00.0 1 reflector.go:1] failed to list *v1.Bucket: ${refused}`
  servedLogs(sandbox).logs.set(`${home}/${name}/${container!.name}`, { lines: [line] })
  assert.equal((await explained(sandbox, { sleep })).codes, ['ControllerMissing buckets.objectstore.example.com'])
})

test('of what may do everything, that of the project of the catalogue may be it and the rest is not named (rancher/rancher#19529)', async () => {
  const sandbox = createSandbox({ clock: manualClock(NOW.getTime()) })
  const group = 'project.cattle.io'
  namespace(sandbox, 'shop')
  definition(sandbox, { group, plural: 'apps', kind: 'App' })
  for (const name of ['rancher', 'vela-core']) operator(sandbox, { name, group: '*', plural: '*' })
  customResource(sandbox, {
    ...{ apiVersion: `${group}/v1`, kind: 'App', namespace: 'shop', name: 'web', manager: 'Go-http-client' },
    ...{ deleted: MINUTE, age: HOUR, finalizers: ['clusterscoped.controller.cattle.io/helm-controller_c-1'] },
  })
  const { codes, causes } = await explained(sandbox, { sleep })
  assert.equal(codes, ['ControllerUnknown web'])
  const told = causes[0]!.evidence.map(({ fact }) => fact).filter(fact => fact.includes('runs as'))
  assert.equal(
    told.map(fact => fact.split(' ')[1]),
    ['rancher-system/rancher'],
  )
})

test('what may do everything and has nothing else to show is no doubt where nothing has listened for an hour', async () => {
  for (const [name, manager, deleted, code] of [
    ['vela-core', 'manager', 3 * HOUR, 'ControllerMissing buckets.objectstore.example.com'],
    ['vela-core', 'manager', MINUTE, 'ControllerUnknown logs'],
    // It goes by the writer's name, or that is any script's.
    ['manager', 'manager', 3 * HOUR, 'ControllerUnknown logs'],
    ['vela-core', 'Go-http-client', 3 * HOUR, 'ControllerUnknown logs'],
  ] as const) {
    const sandbox = leftAlone({ deleted, age: 5 * HOUR, manager })
    operator(sandbox, { name, group: '*', plural: '*' })
    assert.equal((await explained(sandbox, { sleep })).codes, [code], `${name} ${manager} ${deleted}`)
    assert.equal((await explained(sandbox)).codes, ['ControllerUnknown logs'], 'nothing was counted')
  }
})

test('an operator that watches and is silent for hours is not missing, whatever traces there are', async () => {
  const sandbox = leftAlone({ deleted: 3 * HOUR, age: 5 * HOUR })
  const leave = new AbortController()
  const query = {
    watch: '1',
    sendInitialEvents: 'true',
    resourceVersionMatch: 'NotOlderThan',
    allowWatchBookmarks: '1',
  }
  const path = '/apis/objectstore.example.com/v1/buckets'
  const { body } = await sandbox.transport().send({ method: 'GET', path, query, signal: leave.signal })
  const events = body[Symbol.asyncIterator]()
  await events.next()
  assert.equal((await explained(sandbox, { sleep })).codes, ['ControllerUnknown logs'])
  await events.return?.()
  assert.equal((await explained(sandbox, { sleep })).codes, ['ControllerMissing buckets.objectstore.example.com'])
})

test('without the right to read the metrics all is as before, and the answer says so', async () => {
  const sandbox = leftAlone()
  sandbox.authorize = () => true
  const { codes, causes } = await explained(sandbox, { sleep, user: 'eve' })
  assert.equal(codes, ['ControllerUnknown logs'])
  assert.ok(causes[0]!.evidence.some(({ source, fact }) => source === '/metrics' && fact.includes('forbidden')))
  assert.equal(
    causes[0]!.remedies.map(({ kind }) => kind),
    ['inspect', 'inspect', 'remove'],
  )
  assert.equal(causes[0]!.remedies[0]!.commands, ['kubectl auth can-i get /metrics'])
})

test('the metrics are read once in a run, by two looks, however many types there are', async () => {
  const sandbox = leftAlone()
  for (const plural of ['lakes', 'ponds']) {
    const kind = plural === 'lakes' ? 'Lake' : 'Pond'
    definition(sandbox, { group: 'water.example.org', plural, kind })
    customResource(sandbox, {
      apiVersion: 'water.example.org/v1',
      kind,
      namespace: 'shop',
      name: plural,
      finalizers: ['water.example.org/cleanup'],
      manager: 'water-operator',
      deleted: MINUTE,
    })
  }
  let asked = 0
  sandbox.onRequest = ({ path }) => {
    if (path === '/metrics') asked++
    return undefined
  }
  const { codes } = await explained(sandbox, { sleep })
  assert.equal(codes, [
    'ControllerMissing buckets.objectstore.example.com',
    'ControllerMissing lakes.water.example.org',
  ])
  assert.is(asked, 2)
})

test('the metrics are not asked for where something that runs, or is installed, is the controller', async () => {
  for (const incident of ['operator-forbidden', 'operator-scaled-down', 'reference-missing', 'claim-in-use']) {
    const sandbox = buildIncident(incident, manualClock(NOW.getTime()))!
    const paths: string[] = []
    sandbox.onRequest = ({ path }) => {
      paths.push(path)
      return undefined
    }
    await explained(sandbox, { sleep })
    assert.ok(paths.length > 0)
    assert.not.ok(paths.includes('/metrics'), incident)
  }
})

test.run()
