import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import type { Thing } from '../rig/api.ts'
import { api, namespace, run, target } from '../rig/rig.ts'
import { configMap, createAll, deployment, ownedBy, secret } from './apps.ts'
import { deletionGroups, groupsFile, stuckResource } from './native.ts'
import { assertOrder, record } from './record.ts'
import { replayed } from './replayed.ts'

const test = suite('replay of DeletionGroups')
const LABELS = { labels: { app: 'c1' } }

test('from standard input: templates, labels and other namespaces, in order', async () => {
  const { place, resource, words, finalizer } = await stuckResource()
  const other = await namespace()
  await createAll([
    secret('c1-cred', place),
    configMap('one', place, LABELS),
    configMap('two', place, LABELS),
    configMap('a', other),
    configMap('b', other),
  ])
  const input = deletionGroups(
    [{ kind: 'Secret', names: ['{{ .metadata.name }}-cred'] }],
    [{ kind: 'ConfigMap', labelSelector: 'app={{ .metadata.name }}' }],
    [{ kind: 'ConfigMap', names: ['a'], namespaces: [other] }],
  )
  using recording = await record([
    `/api/v1/namespaces/${place}/secrets`,
    `/api/v1/namespaces/${place}/configmaps`,
    `/api/v1/namespaces/${other}/configmaps`,
  ])
  const answer = await replayed([...words, '--yes', '-f', '-'], { input })
  assert.is(answer.code, 0, answer.account)
  assert.equal(answer.told, [
    '1 Delete Secret/c1-cred done',
    '2 Delete ConfigMap/one done',
    '2 Delete ConfigMap/two done',
    '3 Delete ConfigMap/a done',
    `RemoveFinalizer App/c1 ${finalizer} done`,
  ])
  const groups = [['Secret c1-cred'], ['ConfigMap one', 'ConfigMap two'], ['ConfigMap a']]
  await recording.told(groups.flat())
  assertOrder(recording, groups)
  assert.is(await api.get(resource), undefined)
  assert.ok(await api.get(configMap('b', other)))
})

test('a Job goes with its Pods before the next group, in the foreground', async () => {
  const { place, words } = await stuckResource()
  const podSpec = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'registry.example.com/none' }] }
  const job = await api.create({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'work', namespace: place },
    spec: { template: { spec: podSpec } },
  })
  const pod = target().name === 'sandbox' ? await podOf(job, podSpec) : await podBySystem(place)
  await api.create(configMap('after', place))
  using recording = await record([
    `/apis/batch/v1/namespaces/${place}/jobs`,
    `/api/v1/namespaces/${place}/pods`,
    `/api/v1/namespaces/${place}/configmaps`,
  ])
  const path = groupsFile(
    [{ apiVersion: 'batch/v1', kind: 'Job', names: ['work'] }],
    [{ kind: 'ConfigMap', names: ['after'] }],
  )
  const answer = await replayed([...words, '--yes', '-f', path])
  assert.is(answer.code, 0, answer.account)
  const names = ['Job work', `Pod ${pod.metadata.name}`]
  await recording.told([...names, 'ConfigMap after'])
  assertOrder(recording, [names, ['ConfigMap after']])
  const shown = recording.events('Job work').flatMap(({ object }) => object.metadata.finalizers ?? [])
  assert.ok(shown.includes('foregroundDeletion'))
})

async function podOf(job: Thing, spec: object): Promise<Thing> {
  const metadata = {
    name: 'work-pod',
    namespace: job.metadata.namespace,
    ...ownedBy(job, { controller: true, blockOwnerDeletion: true }),
  }
  return api.create({ apiVersion: 'v1', kind: 'Pod', metadata, spec })
}

async function podBySystem(place: string): Promise<Thing> {
  const look = async () => (await api.list({ apiVersion: 'v1', kind: 'Pod', namespace: place }))[0]
  return until(look, { what: 'the Job to have a Pod', deadlineSeconds: 120 })
}

test('without a file: what it owns, through others too, in Landscaper’s order', async () => {
  const { place, resource, words, finalizer } = await stuckResource()
  const web = await api.create({
    ...deployment('web', place, 2),
    ...{ metadata: { name: 'web', namespace: place, ...ownedBy(resource, { controller: true }) } },
  })
  // What its controller makes after the plan would be told as made meanwhile.
  if (target().name === 'control-plane') await api.waitFor(web, now => now.status?.replicas === 2)
  const conf = await api.create(configMap('conf', place, ownedBy(resource)))
  const cred = await api.create(secret('cred', place, ownedBy(conf)))
  const mine = await api.create(configMap('mine', place))
  const answer = await replayed([...words, '--yes'])
  assert.is(answer.code, 0, answer.account)
  for (const name of ['Deployment/web', 'ConfigMap/conf', 'Secret/cred']) {
    assert.ok(
      answer.told.some(line => line.startsWith(`1 Delete ${name}`)),
      `${name} ${answer.account}`,
    )
  }
  assert.ok(answer.told.includes(`RemoveFinalizer App/c1 ${finalizer} done`))
  for (const gone of [resource, web, conf, cred]) assert.is(await api.get(gone), undefined)
  assert.ok(await api.get(mine))
})

test('a dry run changes nothing: client shows the plan, server asks for each delete', async () => {
  const { place, resource, words } = await stuckResource()
  const [one, two] = await createAll([
    configMap('one', place),
    configMap('two', place, { finalizers: ['acme.test/f'] }),
  ])
  const path = groupsFile([{ kind: 'ConfigMap', names: ['one', 'none'] }], [{ kind: 'ConfigMap', names: ['two'] }])
  const plan = await run(['replay', ...words, '-f', path, '--dry-run=client', '--timeout=9s', '--timeout-per-group'])
  assert.match(plan.stdout, '9 s for each group')
  assert.is(plan.code, 0, plan.stderr)
  assert.match(plan.stdout, /1\. group 1.*configmap\/one.*none in namespace.*2\. group 2.*configmap\/two/s)
  assert.match(plan.stdout, one!.metadata.uid)
  assert.match(plan.stdout, 'acme.test/f: ')
  for (const mode of ['client', 'server']) {
    const answer = await replayed([...words, '-f', path, `--dry-run=${mode}`])
    assert.is(answer.code, 0, answer.account)
    assert.ok(answer.steps.every(({ result }) => result === 'planned'))
    assert.equal(
      answer.steps.map(({ action }) => action),
      ['Delete', 'Delete', 'RemoveFinalizer'],
    )
  }
  for (const same of [one!, two!, resource]) {
    assert.is((await api.get(same))!.metadata.resourceVersion, same.metadata.resourceVersion)
  }
})

test('--no-finalizer stops after the groups', async () => {
  const { place, resource, words } = await stuckResource()
  await api.create(configMap('one', place))
  const path = groupsFile([{ kind: 'ConfigMap', names: ['one'] }])
  const answer = await replayed([...words, '--yes', '-f', path, '--no-finalizer'])
  assert.is(answer.code, 0, answer.account)
  assert.equal(answer.told, ['1 Delete ConfigMap/one done'])
  assert.equal((await api.get(resource))!.metadata.finalizers, resource.metadata.finalizers)
})

test.run()
