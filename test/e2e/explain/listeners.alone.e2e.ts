import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import { until } from '../../control-plane/until.ts'
import { isRefused, isRemoved } from '../remove/removed.ts'
import type { Thing } from '../rig/api.ts'
import type { OwnType } from '../rig/crd.ts'
import { cut, empty, garbage, html, type NamedFault, named, plain, stall, status } from '../rig/faults.ts'
import { type Fault, faultyServer } from '../rig/faulty-server.ts'
import { heldWatch } from '../rig/held-watch.ts'
import { api, crd, kubectl, kubectlAvailable, namespace, type RunOptions, run, unique } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, leaveTraces, ownManager, stuckObject, writtenBefore } from './operator.ts'

// Whoever else lists the types meanwhile may be a controller that polls: no other test scans the cluster.
const test = suite('explain by who listens at the API server')

interface Wanted {
  /** What the count of watches has to say. */
  readonly says?: RegExp
  readonly env?: RunOptions['env']
}

/** The one cause of an object, as soon as it is this code: the count proves nothing while type and server are young. */
function causeOf(thing: Thing, place: string, code: string, { says, env = {} }: Wanted = {}): Promise<Cause> {
  const look = async () => {
    const causes = (await explained(['-n', place], { env })).causesOf(thing.kind, thing.metadata.name)
    const [cause] = causes
    if (causes.length === 1 && cause!.code === code && (says?.test(counts(cause!).join()) ?? true)) return cause!
    throw new Error(JSON.stringify(causes.map(each => [each.code, each.evidence])))
  }
  const limits = { deadlineSeconds: 300, everyMilliseconds: 3000 }
  return until(look, { ...limits, what: `${code} of ${thing.kind} ${thing.metadata.name}` })
}

/** A list of the namespace controller may end between two looks, and then the answer is to ask again. */
function isRemovedSoon(thing: Thing, args: readonly string[]): Promise<true> {
  const look = () => isRemoved(thing, args).then(() => true as const)
  return until(look, { deadlineSeconds: 60, everyMilliseconds: 1000, what: `the removal of ${args[0]}` })
}

function counts({ evidence }: Cause): readonly string[] {
  return evidence.filter(({ source }) => source === '/metrics').map(({ fact }) => fact)
}

/** A client tries to write the object, and is refused, while the program observes: again where a look of the two failed. */
function attemptsAreTold(thing: Thing, place: string): Promise<true> {
  const look = async () => {
    const told = await countsWhileTrying(thing, place)
    if (told.some(fact => TOLD_ATTEMPTS.test(fact))) return true as const
    throw new Error(JSON.stringify(told))
  }
  return until(look, { deadlineSeconds: 180, everyMilliseconds: 1000, what: 'attempts that are told' })
}

const TOLD_ATTEMPTS = /^writes of .* within \d+[sm]: .*\d+ PATCH answered 409/

async function countsWhileTrying(thing: Thing, place: string): Promise<readonly string[]> {
  const observed = explained(['-n', place, '--observe', '5s'])
  let isOver = false
  observed.finally(() => {
    isOver = true
  })
  const path = await api.pathOf(thing)
  const stale = { metadata: { resourceVersion: '1', labels: { tried: 'yes' } } }
  const type = { 'content-type': 'application/merge-patch+json' }
  const tried = async () => {
    assert.is((await api.raw('PATCH', path, stale, type)).status, 409)
    return isOver || undefined
  }
  await until(tried, { deadlineSeconds: 120, everyMilliseconds: 500, what: 'the end of the observation' })
  const [cause] = (await observed).causesOf(thing.kind, thing.metadata.name)
  return counts(cause!)
}

const RBAC = 'rbac.authorization.k8s.io/v1'

/** An object of a type that an operator wrote a moment ago, which runs in another namespace or the same. */
async function written(type: OwnType, place: string, operators: string, name = 'one'): Promise<Thing> {
  const manager = ownManager(type)
  await installOperator({ type, namespace: operators, name: manager, state: 'running' })
  const finalizers = [`${type.group}/cleanup`]
  const path = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?fieldManager=${manager}`
  return api.send('POST', path, type.draft(name, place, { metadata: { finalizers } }))
}

/** All that an operator has. */
function belongings(type: OwnType, namespace: string): readonly Thing[] {
  const name = ownManager(type)
  const role = `${namespace}-${name}`
  return [
    { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    { apiVersion: RBAC, kind: 'ClusterRoleBinding', metadata: { name: role } },
    { apiVersion: RBAC, kind: 'ClusterRole', metadata: { name: role } },
  ] as Thing[]
}

async function deleted(thing: Thing): Promise<Thing> {
  await api.delete(thing)
  return api.waitFor(thing, now => now.metadata.deletionTimestamp)
}

/** Written by an operator that was then deleted with all that it had; then it was deleted itself. */
async function leftBy(type: OwnType, place: string, operators: string, name = 'one'): Promise<Thing> {
  const object = await written(type, place, operators, name)
  for (const thing of belongings(type, operators)) await api.delete(thing)
  return deleted(object)
}

/** An object that is left, and where. */
interface Left {
  readonly type: OwnType
  readonly place: string
  readonly object: Thing
}

async function left(kind: string, { within = false } = {}): Promise<Left> {
  const type = await crd({ kind })
  const place = await namespace()
  const object = await leftBy(type, place, within ? place : await namespace())
  if (within) await api.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } } as Thing)
  return { type, place, object }
}

async function leftByKubectl(): Promise<Left> {
  const type = await crd({ kind: 'Vase' })
  const [place, operators] = [await namespace(), await namespace()]
  const object = await written(type, place, operators)
  const items = belongings(type, operators)
  if (kubectlAvailable()) {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
    assert.is((await kubectl(['delete', '--now', '-f', '-'], { input })).code, 0)
  } else for (const thing of items) await api.delete(thing)
  return { type, place, object: await deleted(object) }
}

/** Helm deletes in the order opposite to its installation, and its record last. */
async function leftByHelm(): Promise<Left> {
  const type = await crd({ kind: 'Pot' })
  const [place, operators] = [await namespace(), await namespace()]
  const object = await written(type, place, operators)
  const release = await api.create(storedRelease(operators))
  for (const thing of [...belongings(type, operators), release]) await api.delete(thing)
  return { type, place, object: await deleted(object) }
}

interface Watched extends Left {
  readonly watch: Disposable
}

/** Its operator watches from outside, is silent for hours, and another installation left its traces. */
async function silentHub(): Promise<Watched> {
  const type = await crd({ kind: 'Urn' })
  const place = await namespace()
  await leaveTraces(type, { manager: unique('hub') })
  const watch = await heldWatch(type)
  const object = await stuckObject(type, place, 'one', { manager: unique('hub') })
  await writtenBefore(object, 3 * 3600)
  return { type, place, object, watch }
}

/** Other files may have made the type, and may have left it. */
async function snapshots(): Promise<OwnType> {
  const group = 'snapshot.storage.k8s.io'
  const metadata = { name: `volumesnapshots.${group}` }
  const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata }
  const made = await api.get(definition)
  if (made !== undefined) {
    await api.delete(made)
    const { items } = await api.send('GET', `/apis/${group}/v1/volumesnapshots`)
    for (const each of items) await api.patch({ ...each, apiVersion: `${group}/v1`, kind: 'VolumeSnapshot' }, FREE)
    await api.waitGone(made)
  }
  const annotations = {
    'api-approved.kubernetes.io': 'https://github.com/kubernetes-csi/external-snapshotter/pull/814',
  }
  return crd({ group, kind: 'VolumeSnapshot', annotations })
}

const FREE = { metadata: { finalizers: null } }

async function snapshot(): Promise<Watched> {
  const type = await snapshots()
  const place = await namespace()
  const metadata = { finalizers: ['snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection'] }
  const path = `/apis/${type.apiVersion}/namespaces/${place}/${type.plural}?fieldManager=snapshot-controller`
  const watch = await heldWatch(type)
  const object = await deleted(await api.send('POST', path, type.draft('one', place, { metadata })))
  return { type, place, object, watch }
}

// Made at once: a minute after that the counts prove something.
const scenes = {
  apart: left('Jar'),
  within: left('Jug', { within: true }),
  byKubectl: leftByKubectl(),
  byHelm: leftByHelm(),
  hub: silentHub(),
  snapshot: snapshot(),
  other: left('Bowl'),
  watched: left('Jam'),
  cached: Promise.all(['net', 'org', 'dev'].map(end => crd({ group: `${unique('cache')}.example.${end}` }))),
}
await Promise.all(Object.values(scenes))

for (const [by, scene] of [
  ['everything', scenes.apart],
  ['the namespace that both are in', scenes.within],
  ['kubectl delete -f', scenes.byKubectl],
  ['an uninstall as by Helm', scenes.byHelm],
] as const) {
  test(`ControllerMissing, without silence or traces: the operator was deleted with ${by}`, async () => {
    const { type, place, object } = await scene
    const cause = await causeOf(object, place, 'ControllerMissing')
    assert.is(cause.verdict, 'stuck')
    assert.match(counts(cause).join(), /^nothing but kube-controller-manager watches/)
    await isRemovedSoon(object, [`${type.resource}/one`, '-n', place])
  })
}

test('ControllerUnknown while something watches, whatever traces and silence there are; missing when it is gone', async () => {
  const { type, place, object, watch } = await scenes.hub
  const cause = await causeOf(object, place, 'ControllerUnknown', { says: /something listens/ })
  assert.is(cause.verdict, 'unknown')
  await isRefused(object, 'ControllerUnknown', [`${type.resource}/one`, '-n', place])
  await attemptsAreTold(object, place)
  watch[Symbol.dispose]()
  assert.is((await causeOf(object, place, 'ControllerMissing')).verdict, 'stuck')
})

test('a snapshot whose controller no Pod shows: unknown where something watches, missing where nothing does', async () => {
  const { type, place, object, watch } = await scenes.snapshot
  await using made = new AsyncDisposableStack()
  made.defer(async () => void (await api.delete(type.definition)))
  made.defer(async () => void (await api.patch(object, FREE)))
  await causeOf(object, place, 'ControllerUnknown', { says: /something listens/ })
  watch[Symbol.dispose]()
  assert.is((await causeOf(object, place, 'ControllerMissing')).verdict, 'stuck')
})

test('kubectl finalize watch does not count its own watches', async () => {
  const { type } = await scenes.watched
  const missing = ` ControllerMissing customresourcedefinition/${type.resource} holds 1 object`
  let interrupt = () => {}
  const { code, stdout } = await run(['watch', '--after=1s', '--every=1s'], {
    onStart: kill => {
      interrupt = () => kill('SIGINT')
    },
    onOutput: async text => {
      if (!text.includes(missing)) return false
      interrupt()
      return true
    },
    timeoutSeconds: 300,
  })
  assert.is(code, 130)
  assert.ok(stdout.includes(missing))
})

test('a client that watches every type proves nothing either way', async () => {
  const { place, object } = await scenes.other
  const watches = await Promise.all([...(await servedTypes())].map(each => heldWatch(each)))
  await causeOf(object, place, 'ControllerUnknown', { says: /a client that watches everything/ })
  for (const watch of watches) watch[Symbol.dispose]()
  await causeOf(object, place, 'ControllerMissing')
  for (const { definition } of await scenes.cached) await api.delete(definition)
})

test('a server that does not tell who listens, in whatever way, leaves it unknown', async () => {
  const { place, object } = await scenes.other
  await causeOf(object, place, 'ControllerMissing')
  for (const { name, fault } of FAILURES) {
    await using server = await faultyServer(({ path }) => (path === '/metrics' ? fault : undefined))
    const { causesOf, complete, code } = await explained(['-n', place], { env: server.env })
    const [cause] = causesOf('Bowl', 'one')
    assert.is(cause?.code, 'ControllerUnknown', name)
    assert.match(counts(cause!).join(), /could not be read/, name)
    assert.ok(complete && code === 0, name)
  }
  await using server = await faultyServer(({ path }) => (path === '/metrics' ? large : undefined))
  await causeOf(object, place, 'ControllerMissing', { env: server.env })
})

test('an API server that cannot be asked may have a watch', async () => {
  const { place, object } = await scenes.other
  await causeOf(object, place, 'ControllerMissing')
  const lease = await api.create({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name: unique('apiserver'),
      namespace: 'kube-system',
      labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver' },
    },
    spec: { renewTime: new Date().toISOString().replace('Z', '000Z'), leaseDurationSeconds: 3600 },
  })
  await causeOf(object, place, 'ControllerUnknown', { says: /1 of 2 API servers/ })
  await api.delete(lease)
  await causeOf(object, place, 'ControllerMissing')
})

/** What is read of a line of 20 MB, and what comes before the families in as many bytes. */
const LONG = Buffer.alloc(20 << 20, 'x')

const FAILURES: readonly NamedFault[] = [
  status(403),
  status(404),
  status(500),
  html(200),
  plain(200),
  empty(200),
  garbage,
  cut,
  stall,
  named('a line without an end', exchange => exchange.answer(200, LONG)),
  named('the metrics of something else', exchange => exchange.answer(200, 'nginx_connections 3\n'.repeat(100_000))),
]

const large: Fault = async exchange => {
  const { body } = await exchange.forward()
  const before = 'etcd_request_duration_seconds_bucket{operation="list",type="x",le="0.1"} 1\n'.repeat(500_000)
  exchange.answer(200, Buffer.concat([Buffer.from(before), body]))
}

/** As Helm keeps it. */
function storedRelease(namespace: string) {
  const labels = { owner: 'helm', name: 'operator', status: 'deployed', version: '1' }
  const metadata = { name: 'sh.helm.release.v1.operator.v1', namespace, labels }
  return { apiVersion: 'v1', kind: 'Secret', type: 'helm.sh/release.v1', metadata, stringData: { release: 'H4sIAAAA' } }
}

/** Every custom type that the cluster serves. */
async function servedTypes(): Promise<Iterable<Pick<OwnType, 'apiVersion' | 'plural'>>> {
  const { items } = await api.send('GET', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions')
  return items
    .filter(({ metadata }: Thing) => metadata.deletionTimestamp === undefined)
    .map(({ spec }: Thing) => ({
      apiVersion: `${spec.group}/${spec.versions.find(({ served }: { served: boolean }) => served).name}`,
      plural: spec.names.plural,
    }))
}

test.run()
