import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import type { Outcome } from '../../../src/render/words/outcome.ts'
import { until } from '../../control-plane/until.ts'
import { ownManager } from '../explain/operator.ts'
import { granted, publishedRules } from '../rbac/granted.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace, run, target, unique } from '../rig/rig.ts'
import { ALLOW, core, family, isWhole, operator, ownedBy } from './family.ts'
import { again, deleted, folder, isDone, rescued, told } from './rescued.ts'

const test = suite('rescue of custom resources')

/** What starts and stops the Pods of a Deployment is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

test('with six dependents: it has its spec, status and labels again, and owns them with the uids that they had', async () => {
  const all = await family()
  await deleted(all.owner)
  const answer = await rescued([`${all.type.resource}/${all.owner.metadata.name}`, ALLOW, '--backup-dir', folder()])
  isDone(answer)
  assert.equal(
    told(answer).map(step => step.split(' ')[0]),
    [
      ...all.dependents.map(() => 'Release'),
      'RemoveFinalizer',
      'Create',
      'RestoreStatus',
      ...all.dependents.map(() => 'Adopt'),
    ],
  )
  await isWhole(all)
})

test('deleted in the foreground: what is left of its dependents was deleted too, and lives again with it', async () => {
  const all = await family()
  const [held] = all.dependents.filter(({ metadata }) => metadata.name === 'held')
  await api.delete(all.owner, { propagationPolicy: 'Foreground' })
  await api.waitFor(held!, ({ metadata }) => metadata.deletionTimestamp)
  const answer = await rescued([`${all.type.resource}/${all.owner.metadata.name}`, ALLOW, '--backup-dir', folder()])
  isDone(answer)
  const now = await again(all.owner)
  assert.equal(now.metadata.finalizers, all.owner.metadata.finalizers)
  const left = await again(held!)
  assert.equal(
    [left.metadata.finalizers, left.metadata.ownerReferences[0].uid],
    [['example.com/own'], now.metadata.uid],
  )
})

onRealServers('its controller is scaled to zero for the while, and back at the end', async () => {
  const all = await family()
  const { type, place, owner } = all
  const name = ownManager(type)
  await operator(type, place, name, 2)
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: place } }
  await deleted(owner)
  const answer = await rescued([`${type.resource}/${owner.metadata.name}`, '--backup-dir', folder()])
  isDone(answer)
  const words = told(answer)
  assert.equal([words[0], words.at(-1)], [`ScaleDown ${name} done`, `ScaleUp ${name} done`])
  assert.is((await api.get(deployment))!.spec.replicas, 2)
  await isWhole(all)
})

test('refuses what nobody deleted, and what cannot be saved', async () => {
  const all = await family()
  const live = await rescued([`${all.type.resource}/${all.owner.metadata.name}`, '--backup-dir', folder()])
  assert.equal([live.code, ...told(live)], [3, `Create ${all.owner.metadata.name} refused NotTerminating`])
  const pod = await api.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: all.place, finalizers: ['example.com/hold'] },
    spec: { containers: [{ name: 'main', image: 'none' }] },
  })
  await deleted(pod)
  const refused = await rescued(['pod/p', '-n', all.place, '--backup-dir', folder()])
  assert.equal([refused.code, ...told(refused)], [3, 'Create p refused'])
  assert.match(refused.steps[0]!.message!, /the processes of a Pod end with it/)
})

test('refuses, with exit code 3 and one line of why, what would not be the same again', async () => {
  const { place, owner } = await family(1)
  const HELD = { finalizers: ['example.com/hold'] }
  const metadata = (name: string) => ({ name, namespace: place, ...HELD })
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: metadata('l'), spec: {} }
  const labels = { app: 'made' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'none' }] } }
  const made = { ...metadata('made'), ownerReferences: [ownedBy(owner)] }
  const set = { replicas: 0, selector: { matchLabels: labels }, template }
  const drafts = [
    [{ apiVersion: 'v1', kind: 'Node', metadata: { name: unique('node'), ...HELD } }, 'node', /kubelet/],
    [lease, 'lease', /its holder creates it again/],
    [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: made, spec: set }, 'replicaset', /controls it and creates/],
  ] as const
  for (const [draft, type, why] of drafts) {
    const thing = await deleted(await api.create(draft))
    const where = thing.metadata.namespace === undefined ? [] : ['-n', place]
    const words = [`${type}/${thing.metadata.name}`, ...where, '--backup-dir', folder()]
    for (const more of [[], ['--dry-run=client'], ['--dry-run=server']]) {
      const answer = await rescued([...words, ...more])
      assert.equal([answer.code, ...told(answer)], [3, `Create ${thing.metadata.name} refused`])
      assert.match(answer.steps[0]!.message!, why)
      assert.not.match(answer.steps[0]!.message!, '\n')
    }
    // Its own controller may write its status meanwhile.
    const { uid, finalizers } = (await api.get(thing))!.metadata
    assert.equal([uid, finalizers], [thing.metadata.uid, thing.metadata.finalizers])
    await api.patch(thing, { metadata: { finalizers: null } })
  }
})

test('who has the three published roles, and no other right, can save it', async () => {
  const all = await family()
  const { type, owner } = all
  await deleted(owner)
  const rules = (['reader', 'repairer', 'restorer'] as const).flatMap(role => publishedRules(role))
  await using somebody = await granted(rules)
  const words = [`${type.resource}/${owner.metadata.name}`, ALLOW, '--backup-dir', folder(), ...somebody.as]
  isDone(await rescued(words))
  await isWhole(all)
})

test('who is not asked, because there is no terminal, changes nothing: exit code 3, and a step for each change', async () => {
  const all = await family(1)
  await deleted(all.owner)
  const before = await api.get(all.owner)
  const words = [`${all.type.resource}/${all.owner.metadata.name}`, ALLOW, '--backup-dir', folder()]
  const { code, stdout } = await run(['rescue', ...words, '-o', 'yaml'])
  const answer = parse(stdout) as Outcome
  assert.equal([code, answer.complete], [3, false])
  assert.equal([...new Set(answer.steps.map(({ result }) => result))], ['refused'])
  assert.match(answer.steps[0]!.message!, /confirmation required/)
  assert.equal(await api.get(all.owner), before)
})

test('a webhook or policy that rejects the creation is found before anything is touched', async () => {
  const all = await family()
  const { type, owner } = all
  await deleted(owner)
  const name = unique('no-new')
  const policy = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
  }
  const rules = { apiGroups: [type.group], apiVersions: ['*'], resources: [type.plural], operations: ['CREATE'] }
  await api.create({
    ...policy,
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: { resourceRules: [rules] },
      validations: [{ expression: 'false', message: 'no new clusters' }],
    },
  })
  const binding = { ...policy, kind: 'ValidatingAdmissionPolicyBinding' }
  await api.create({ ...binding, spec: { policyName: name, validationActions: ['Deny'] } })
  try {
    // The server learns of a policy a moment later.
    const draft = type.draft(unique('probe'))
    const path = `/apis/${type.apiVersion}/${type.plural}?dryRun=All`
    const denied = async () => ((await api.raw('POST', path, draft)).status >= 400 ? true : undefined)
    await until(denied, { what: 'the policy to be in force', deadlineSeconds: 60 })
    const before = await Promise.all([owner, ...all.dependents].map(each => api.get(each)))
    const answer = await rescued([`${type.resource}/${owner.metadata.name}`, ALLOW, '--backup-dir', folder()])
    assert.equal([answer.code, ...told(answer)], [3, `Create ${owner.metadata.name} refused WouldBeRejected`])
    assert.match(answer.steps[0]!.message!, /no new clusters/)
    assert.equal(await Promise.all([owner, ...all.dependents].map(each => api.get(each))), before)
  } finally {
    await api.delete(binding)
    await api.delete(policy)
  }
})

test('a CRD that was deleted with instances: it and they live again', async () => {
  const type = await crd({ kind: 'Widget' })
  const place = await namespace()
  const instances: Thing[] = []
  for (const name of ['a', 'b']) {
    const metadata = { finalizers: [`${type.group}/cleanup`] }
    const created = await api.create(type.draft(name, place, { metadata, spec: { of: name } }))
    instances.push(await api.patch(created, { status: { ready: name } }, { subresource: '/status' }))
  }
  const owned = core('ConfigMap', 'owned', place)
  const [first] = instances as [Thing]
  const child = await api.create({ ...owned, metadata: { ...owned.metadata, ownerReferences: [ownedBy(first)] } })
  await api.delete(type.definition)
  for (const each of instances) await api.waitFor(each, now => now.metadata.deletionTimestamp)
  isDone(await rescued([`crd/${type.definition.metadata.name}`, ALLOW, '--backup-dir', folder()]))
  const definition = await again(type.definition)
  assert.equal(definition.spec, type.definition.spec)
  for (const each of instances) {
    const now = await again(each)
    assert.equal([now.spec, now.status, now.metadata.finalizers], [each.spec, each.status, each.metadata.finalizers])
  }
  const kept = (await api.get(child))!
  assert.is(kept.metadata.uid, child.metadata.uid)
  assert.is(kept.metadata.ownerReferences[0].uid, (await api.get(first))!.metadata.uid)
})

const HELM = 'meta.helm.sh/release'
const releases = {
  'without a record': namespace,
  'whose namespace is gone': async () => unique('gone'),
}

for (const [what, placeOf] of Object.entries(releases)) {
  for (const command of ['remove', 'rescue'] as const) {
    test(`a type of a Helm release ${what}: ${command} needs no override`, async () => {
      const annotations = { [`${HELM}-name`]: 'operator', [`${HELM}-namespace`]: await placeOf() }
      const type = await crd({ kind: 'Widget', annotations })
      const place = await namespace()
      const draft = type.draft('a', place, { metadata: { finalizers: [`${type.group}/cleanup`] } })
      await deleted(await api.create(draft))
      const words = [command, `${type.resource}/a`, '-n', place, '--yes', '-o', 'json', '--backup-dir', folder()]
      const { code, stdout, stderr } = await run(words, { timeoutSeconds: 200 })
      assert.is(code, 0, stdout + stderr)
    })
  }
}

test.run()
