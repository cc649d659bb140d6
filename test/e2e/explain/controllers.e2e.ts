import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import { api, crd, namespace, unique } from '../rig/rig.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, orphanedObject, ownManager, stuckObject, writtenBefore } from './operator.ts'

const test = suite('explain finds the controller')

test('that was uninstalled: ControllerMissing, one cause for all its objects, and what they leak', async () => {
  const [place, other] = [await namespace(), await namespace()]
  const buckets = await crd({ kind: 'Bucket' })
  await stuckObject(buckets, place, 'one', { manager: ownManager(buckets), status: { bucketURL: 's3://one' } })
  await stuckObject(buckets, place, 'two', { manager: ownManager(buckets) })
  // A healthy neighbour: another type, whose operator runs and has shown no sign of work yet.
  const queues = await crd({ kind: 'Queue' })
  await installOperator({ type: queues, namespace: other, name: unique('queue-operator'), state: 'running' })
  await stuckObject(queues, place, 'slow')
  const answer = await explained(['-n', place])
  const [missing] = answer.causesOf('Bucket', 'one')
  assert.is(missing!.code, 'ControllerMissing')
  assert.is(missing!.subject.name, buckets.resource)
  assert.equal(missing!.blocks.map(({ name }) => name).toSorted(), ['one', 'two'])
  assert.is(answer.object('Bucket', 'one').verdict, 'stuck')
  assert.ok(missing!.evidence.some(({ fact }) => fact.includes(`"${ownManager(buckets)}" 2h ago`)))
  assert.equal(
    ownRemedies(missing!).map(({ kind }) => kind),
    ['repair', 'remove'],
  )
  assert.equal(ownRemedies(missing!)[1]!.leaks, ['s3://one (status.bucketURL)'])
  assert.equal(
    answer.causesOf('Queue', 'slow').map(({ code }) => code),
    ['CleanupInProgress'],
  )
  assert.is(answer.object('Queue', 'slow').verdict, 'unknown')
})

test('that runs and was seen to work since the deletion: progressing, as it writes the status, not before', async () => {
  const place = await namespace()
  const queues = await crd({ kind: 'Queue' })
  const name = unique('queue-operator')
  await installOperator({ type: queues, namespace: place, name, state: 'running' })
  const slow = await stuckObject(queues, place, 'slow', { manager: name })
  const verdict = async () => (await explained(['-n', place])).object('Queue', 'slow').verdict
  assert.is(await verdict(), 'unknown')
  // Times of managedFields are exact to a second: the write is to be later than the deletion.
  const asked = Date.parse(slow.metadata.deletionTimestamp)
  await until(async () => (Date.now() > asked + 1500 ? true : undefined), {
    what: 'a second to pass',
    deadlineSeconds: 5,
  })
  const path = `${await api.pathOf(slow)}/status?fieldManager=${name}`
  await api.send('PATCH', path, { status: { step: 1 } }, { 'content-type': 'application/merge-patch+json' })
  assert.is(await verdict(), 'progressing')
})

test('that was uninstalled: what the object itself reads from is not among what stays behind', async () => {
  const place = await namespace()
  const sites = await crd({ kind: 'Site' })
  const site = await orphanedObject(sites, place, 'docs', {
    manager: ownManager(sites),
    status: { siteURL: 'https://docs.example.com' },
  })
  await api.patch(site, { spec: { source: { repoURL: 'https://git.example.com/docs' } } })
  await writtenBefore(site, 2 * 3600)
  await api.delete(site)
  const answer = await explained(['-n', place])
  const [missing] = answer.causesOf('Site', 'docs')
  assert.is(missing!.code, 'ControllerMissing')
  assert.equal(ownRemedies(missing!).at(-1)!.leaks, ['https://docs.example.com (status.siteURL)'])
})

test('that was uninstalled and left its account: it is still missing, and the account is told', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const name = unique('bucket-operator')
  await installOperator({ type: buckets, namespace: place, name, state: 'none' })
  const created = await orphanedObject(buckets, place, 'one', { operator: 'unseen' })
  // An account alone proves nothing while its writer was seen within the hour.
  await writtenBefore(created, 7200)
  await api.delete(created)
  const [cause] = (await explained(['-n', place])).causesOf('Bucket', 'one')
  assert.is(cause!.code, 'ControllerMissing')
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes(`service account ${place}/${name}, which`)))
})

test('that was uninstalled, on an object that two others hold: each finalizer is judged by its own writer', async () => {
  const place = await namespace()
  const lakes = await crd({ kind: 'Lake' })
  const [gone, pump, audit] = [unique('drain'), unique('pump'), unique('audit')]
  for (const name of [pump, audit]) await installOperator({ type: lakes, namespace: place, name, state: 'running' })
  const draft = lakes.draft('one', place, { metadata: { finalizers: [`${lakes.group}/${gone}`] } })
  const path = `/apis/${lakes.apiVersion}/namespaces/${place}/${lakes.plural}`
  const created = await api.send('POST', `${path}?fieldManager=${gone}`, draft)
  for (const name of [pump, audit]) {
    const add = [{ op: 'add', path: '/metadata/finalizers/-', value: `${lakes.group}/${name}` }]
    const type = { 'content-type': 'application/json-patch+json' }
    await api.send('PATCH', `${path}/one?fieldManager=${name}`, add, type)
  }
  await api.delete(created)
  const asked = Date.parse((await api.get(created))!.metadata.deletionTimestamp)
  await until(async () => (Date.now() > asked + 1500 ? true : undefined), {
    what: 'a second to pass',
    deadlineSeconds: 5,
  })
  const merge = { 'content-type': 'application/merge-patch+json' }
  await api.send('PATCH', `${path}/one/status?fieldManager=${pump}`, { status: { step: 1 } }, merge)
  const causes = (await explained(['-n', place])).causesOf('Lake', 'one')
  assert.equal(
    causes.map(({ finalizer, code, verdict }) => [finalizer, code, verdict]).toSorted(),
    [
      [`${lakes.group}/${gone}`, 'ControllerUnknown', 'unknown'],
      [`${lakes.group}/${pump}`, 'CleanupInProgress', 'progressing'],
      [`${lakes.group}/${audit}`, 'CleanupInProgress', 'unknown'],
    ].toSorted(),
  )
  const bystanders = causes
    .find(({ code }) => code === 'ControllerUnknown')!
    .evidence.map(({ fact }) => fact)
    .join('\n')
  assert.not(bystanders.includes(pump) || bystanders.includes(audit))
})

test('that is scaled to zero: ControllerUnhealthy, by its role alone', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await installOperator({ type: buckets, namespace: place, name: 'acme', state: 'scaledDown' })
  await stuckObject(buckets, place, 'one')
  const answer = await explained(['-n', place])
  const [cause] = answer.causesOf('Bucket', 'one')
  assert.is(cause!.code, 'ControllerUnhealthy')
  assert.equal([cause!.subject.kind, cause!.subject.name, cause!.subject.namespace], ['Deployment', 'acme', place])
  assert.equal(cause!.remedies[0]!.commands, [`kubectl scale deployment/acme -n ${place} --replicas=1`])
  assert.is(answer.object('Bucket', 'one').verdict, 'stuck')
})

test('that runs and lost its permission: ControllerForbidden, by the server’s own authorizer', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const name = unique('bucket-operator')
  await installOperator({ type: buckets, namespace: place, name, state: 'running', bound: false })
  await stuckObject(buckets, place, 'one', { manager: name })
  const [cause] = (await explained(['-n', place])).causesOf('Bucket', 'one')
  assert.is(cause!.code, 'ControllerForbidden')
  assert.equal([cause!.subject.kind, cause!.subject.name], ['ServiceAccount', name])
})

test('that tries and fails: CleanupFailing, in its own words', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await installOperator({ type: buckets, namespace: place, name: unique('operator'), state: 'running' })
  const one = await stuckObject(buckets, place, 'one')
  await stuckObject(buckets, place, 'neighbour')
  const now = new Date(Date.now() + 1000).toISOString().replace(/\.\d+/, '')
  await api.create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: unique('one'), namespace: place },
    involvedObject: {
      apiVersion: one.apiVersion,
      kind: one.kind,
      namespace: place,
      name: 'one',
      uid: one.metadata.uid,
    },
    type: 'Warning',
    reason: 'DeleteFailed',
    message: 'BucketNotEmpty: the bucket is not empty',
    source: { component: 'bucket-operator' },
    firstTimestamp: now,
    lastTimestamp: now,
    count: 7,
  })
  const seen = async () => {
    const answer = await explained(['-n', place])
    return answer.causesOf('Bucket', 'one').some(({ code }) => code === 'CleanupFailing') ? answer : undefined
  }
  const answer = await until(seen, { what: 'the event to be seen', deadlineSeconds: 60 })
  const [cause] = answer.causesOf('Bucket', 'one')
  assert.is(cause!.subject.name, 'one')
  assert.ok(cause!.evidence.some(({ fact }) => fact.includes('BucketNotEmpty')))
  assert.equal(
    answer.causesOf('Bucket', 'neighbour').map(({ code }) => code),
    ['CleanupInProgress'],
  )
})

test('of a finalizer that nobody knows: ControllerUnknown, verdict unknown, and a removal only with its override', async () => {
  const place = await namespace()
  const metadata = { name: 'settings', namespace: place, finalizers: ['nobody.example.com/knows'] }
  await api.delete(await api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }))
  const answer = await explained(['-n', place])
  const [cause] = answer.causesOf('ConfigMap', 'settings')
  assert.is(cause!.code, 'ControllerUnknown')
  assert.is(answer.object('ConfigMap', 'settings').verdict, 'unknown')
  assert.ok(
    cause!.remedies.every(each => each.kind !== 'remove' || each.commands[0]!.includes('--override ControllerUnknown')),
  )
})

test('not without the right to read roles and workloads: then it is unknown, never missing', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  await stuckObject(buckets, place, 'one')
  const user = unique('reader')
  const RBAC = 'rbac.authorization.k8s.io'
  const rules = [
    { apiGroups: [buckets.group, ''], resources: [buckets.plural, 'namespaces', 'events'], verbs: ['get', 'list'] },
  ]
  await api.create({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: user }, rules })
  await api.create({
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: user },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: user },
    subjects: [{ apiGroup: RBAC, kind: 'User', name: user }],
  })
  const seen = async () => {
    const answer = await explained(['-n', place, '--as', user])
    return answer.objects.length > 0 ? answer : undefined
  }
  const answer = await until(seen, { what: 'the reader to be allowed', deadlineSeconds: 60 })
  assert.equal(
    answer.causesOf('Bucket', 'one').map(({ code }) => code),
    ['ControllerUnknown'],
  )
  assert.is(answer.complete, false)
})

test.run()
