import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Draft, Field, Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, run, target, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { type Explained, explained } from './explained-e2e.ts'
import { installOperator } from './operator.ts'

const test = suite("explain where only the controller's own write of the object fails")
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip
// The sandbox keeps objects in memory and has no limit.
const onRealServers = kubectlAvailable() && target().name === 'control-plane' ? test : test.skip

const now = (): string => new Date().toISOString().replace(/\.\d+/, '')

/** What a controller, a fake, reports of an object. */
async function report(thing: Thing, component: string, message: string): Promise<void> {
  const { apiVersion, kind, metadata } = thing
  const { name, namespace: place, uid } = metadata
  await api.create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: unique('event'), namespace: place },
    involvedObject: { apiVersion, kind, name, namespace: place, uid },
    type: 'Warning',
    reason: 'FinalizerFailed',
    message,
    source: { component },
    firstTimestamp: now(),
    lastTimestamp: now(),
    count: 3,
  })
}

/** An object that its operator, which runs, put a finalizer on, and that was deleted. */
async function heldBy(operator: string, draft: Draft): Promise<Thing> {
  const path = (await api.pathOf(draft)).replace(/\/[^/]+$/, '')
  const finalizers = ['hooks.example.com/hold']
  const created = await api.send('POST', `${path}?fieldManager=${operator}`, {
    ...draft,
    metadata: { ...draft.metadata, finalizers },
  })
  await api.delete(created, { propagationPolicy: 'Background' })
  return api.waitFor(created, ({ metadata }) => metadata.deletionTimestamp)
}

async function grantJobs(name: string, home: string): Promise<void> {
  const rbac = 'rbac.authorization.k8s.io'
  const metadata = { name: unique('jobs') }
  const rules = [{ apiGroups: ['batch'], resources: ['jobs'], verbs: ['get', 'list', 'watch', 'update', 'patch'] }]
  await api.create({ apiVersion: `${rbac}/v1`, kind: 'ClusterRole', metadata, rules })
  await api.create({
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: metadata.name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: home }],
  })
}

const failing = async (place: string, name: string, kind: string): Promise<Explained> => {
  const look = async () => {
    const answer = await explained(['-n', place])
    return answer.causesOf(kind, name).some(({ code }) => code === 'CleanupFailing') ? answer : undefined
  }
  return until(look, { what: 'the report to be seen', deadlineSeconds: 60 })
}

const job = (name: string, place: string): Draft => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: place },
  spec: {
    suspend: true,
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'none' }] } },
  },
})

withKubectl(
  'an update with a spec of yesterday: a patch would pass, and is the remedy, past ControllerAlive',
  async () => {
    const [place, home] = [await namespace(), await namespace()]
    const hooks = await crd({ kind: 'Hook' })
    const operator = unique('hook-controller')
    // Fake: a Pod that is ready; its writes are the test's.
    await installOperator({ type: hooks, namespace: home, name: operator, state: 'running' })
    await grantJobs(operator, home)
    const thing = await heldBy(operator, job('hook', place))
    // The Job's own controller writes its status meanwhile: without a resourceVersion that is no conflict.
    const metadata = { ...thing.metadata, finalizers: [], resourceVersion: undefined }
    const stale: Field = structuredClone({ ...thing, metadata })
    stale.spec.template.spec.containers[0].image = 'other'
    const { status, body } = await api.raw('PUT', await api.pathOf(thing), stale)
    assert.is(status, 422)
    await report(thing, operator, `failed to remove finalizer: ${JSON.parse(body).message}`)
    const answer = await failing(place, 'hook', 'Job')
    const [cause, ...more] = answer.causesOf('Job', 'hook')
    assert.equal(
      [more.length, cause!.code, cause!.verdict, cause!.subject.name],
      [0, 'CleanupFailing', 'stuck', 'hook'],
    )
    const removal = cause!.remedies.find(({ kind }) => kind === 'remove')!
    // Without the override the living controller is in the way.
    const bare = removal.commands[0]!.replace(' --override ControllerAlive', '').split(' ').slice(2)
    const refused = await run([...bare, '--yes', '-o', 'json'])
    assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'ControllerAlive'])
    await carryOut(`${removal.commands[0]} --yes`)
    await api.waitGone(thing)
  },
)

withKubectl(
  'the immutable field of another object that the controller made is no failure of its own write',
  async () => {
    const [place, home] = [await namespace(), await namespace()]
    const hooks = await crd({ kind: 'Hook' })
    const operator = unique('hook-controller')
    await installOperator({ type: hooks, namespace: home, name: operator, state: 'running' })
    const thing = await heldBy(operator, hooks.draft('hook', place))
    await report(
      thing,
      operator,
      'Deployment.apps "child" is invalid: spec.selector: Invalid value: {}: field is immutable',
    )
    const answer = await failing(place, 'hook', 'Hook')
    const [cause] = answer.causesOf('Hook', 'hook')
    assert.not.ok(cause!.evidence.some(({ source }) => source === 'dry run'))
    assert.equal([cause!.remedies[0]!.kind, cause!.remedies.at(-1)!.risk === 'low'], ['repair', false])
  },
)

/** The largest object that etcd takes is some 1.5 MiB of JSON. */
const LARGEST = 1_572_300

const blob = (bytes: number) => ({ spec: { plan: 'gold', blob: 'x'.repeat(bytes) } })

onRealServers(
  'an object whose status no longer fits into etcd: its largest field, and the room that it makes',
  async () => {
    const [place, home] = [await namespace(), await namespace()]
    const dumps = await crd({ kind: 'Dump' })
    const operator = unique('dump-controller')
    await installOperator({ type: dumps, namespace: home, name: operator, state: 'running' })
    const thing = await heldBy(operator, dumps.draft('dump', place, blob(LARGEST - 4000)) as Draft)
    const headers = { 'content-type': 'application/merge-patch+json' }
    const progress = { status: { log: 'y'.repeat(8000) } }
    const write = async () => api.raw('PATCH', `${await api.pathOf(thing)}/status`, progress, headers)
    const { status, body } = await write()
    assert.is(status, 500)
    await report(thing, operator, `cannot write the status: ${JSON.parse(body).message}`)
    const answer = await failing(place, 'dump', 'Dump')
    const [cause, ...more] = answer.causesOf('Dump', 'dump')
    assert.equal([more.length, cause!.code, cause!.subject.name], [0, 'CleanupFailing', 'dump'])
    assert.ok(cause!.evidence.some(({ fact }) => fact.includes('spec.blob')))
    const [room] = cause!.remedies
    for (const command of room!.commands) await carryOut(`cd "$(mktemp -d)" && ${command}`)
    // The fake controller's next try: it writes its status and lets the object go.
    assert.is((await write()).status, 200)
    await api.patch(thing, { metadata: { finalizers: null } })
    await api.waitGone(thing)
  },
)

onRealServers(
  'an object too large to be marked as deleted holds its namespace, is named, and goes when it has room',
  async () => {
    const place = await namespace()
    const dumps = await crd({ kind: 'Dump' })
    let size = LARGEST
    const finalizers = ['hooks.example.com/hold']
    const draft = () => dumps.draft('dump', place, { metadata: { finalizers }, ...blob(size) })
    // As large as it can be: so that nothing more fits.
    const path = `/apis/${dumps.apiVersion}/namespaces/${place}/${dumps.plural}`
    while ((await api.raw('POST', path, draft())).status >= 300) size -= 40
    const thing = (await api.get(draft()))!
    const space = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }
    await api.delete(space)
    await api.waitFor(space, each =>
      each.status.conditions?.some(({ message }: { message: string }) => /too large/.test(message)),
    )
    const answer = await explained(['-n', place])
    const [cause, ...more] = answer.causesOf('Namespace', place)
    assert.equal([more.length, cause!.code, cause!.subject.name], [0, 'CleanupFailing', 'dump'], answer.codes.join())
    assert.equal(cause!.blocks.map(({ name }) => name).toSorted(), ['dump', place].toSorted())
    for (const command of cause!.remedies[0]!.commands) await carryOut(`cd "$(mktemp -d)" && ${command}`)
    const marked = await api.waitFor(thing, ({ metadata }) => metadata.deletionTimestamp)
    await api.patch(marked, { metadata: { finalizers: null } })
    await api.waitGone(space)
  },
)

test.run()
