import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { leaveTraces } from '../explain/operator.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, crd, namespace, run, target } from '../rig/rig.ts'
import { configMap, release } from './apps.ts'
import { manage, stuckItem } from './landscaper.ts'
import { groupsFile, stuckResource } from './native.ts'
import { replayed } from './replayed.ts'

const test = suite('replay of what takes other objects with it')

const DEFINITION = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }

test('the plan tells what goes with a CRD that a DeployItem deletes, though no group takes it', async () => {
  const foos = await crd({ kind: 'Foo' })
  await leaveTraces(foos)
  const place = await namespace()
  const held = { metadata: { finalizers: [`${foos.group}/gone`] } }
  const f1 = await api.create(foos.draft('f1', place, held))
  const f2 = await api.create(foos.draft('f2', place))
  const { words } = await stuckItem({
    managed: [manage(f1), manage(foos.definition)],
    deletionGroups: [{ predefinedResourceGroup: { type: 'crds' } }],
  })
  const plan = await run(['replay', ...words, '--dry-run=client', '--target', `t1=${target().kubeconfig}`])
  assert.is(plan.code, 0, plan.stderr)
  assert.match(plan.stdout, `also deletes 2 objects: foo/f1 in namespace ${place}, foo/f2 in namespace ${place}`)
  assert.match(plan.stdout, `foo/f1: ${foos.group}/gone: would get stuck`)
  assert.match(
    plan.stdout,
    /goes +foo\/f1 in namespace .* is deleted with customresourcedefinition\/.*though no group takes it/,
  )
  assert.not.match(plan.stdout, /stays +foo/)
  assert.match(plan.stdout, '1 finalizer would get stuck')
  assert.ok(await api.get(f2))
  await api.delete(f2)
  await api.delete(f1)
  await release((await api.get(f1))!)
})

test('the plan tells what goes with a Namespace, and that a policy does not keep it', async () => {
  const app = await namespace()
  const kept = await api.create(configMap('keepme', app))
  const place = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: app } }
  const { words } = await stuckItem({
    managed: [manage(place), manage(kept, 'keep')],
    deletionGroups: [{ predefinedResourceGroup: { type: 'cluster-scoped-resources' } }],
  })
  const plan = await run(['replay', ...words, '--dry-run=client', '--target', `t1=${target().kubeconfig}`])
  assert.is(plan.code, 0, plan.stderr)
  assert.match(plan.stdout, /also deletes \d+ objects?: .*configmap\/keepme/)
  assert.match(plan.stdout, `is deleted with namespace/${app} in group 1, though its policy is "keep"`)
  assert.is((await api.get(kept))!.metadata.resourceVersion, kept.metadata.resourceVersion)
})

test('groups of our own: what would get stuck in a Namespace or of a CRD is told before anything is deleted', async () => {
  const { words } = await stuckResource()
  const foos = await crd({ kind: 'Foo' })
  await leaveTraces(foos)
  const other = await namespace()
  const finalizers = [`${foos.group}/gone`]
  const f1 = await api.create(foos.draft('f1', other, { metadata: { finalizers } }))
  for (const resource of [
    { ...DEFINITION, names: [foos.resource] },
    { kind: 'Namespace', names: [other] },
  ]) {
    const plan = await run(['replay', ...words, '-f', groupsFile([resource]), '--dry-run=client'])
    assert.is(plan.code, 0, plan.stderr)
    assert.match(plan.stdout, `foo/f1: ${finalizers[0]}: would get stuck`)
    assert.match(plan.stdout, '1 finalizer would get stuck')
  }
  await api.delete(f1)
  await release((await api.get(f1))!)
})

test('a claim that a Pod uses: the order is wrong when a later group deletes the Pod, and stuck when none does', async () => {
  const { place, words } = await stuckResource()
  const resources = { requests: { storage: '1Gi' } }
  await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: place, finalizers: ['kubernetes.io/pvc-protection'] },
    spec: { accessModes: ['ReadWriteOnce'], resources },
  })
  const node = await createNode('True')
  await api.create(podDraft('db-0', place, { node, claims: ['data'] }))
  const claim = { kind: 'PersistentVolumeClaim', names: ['data'] }
  const plan = async (...groups: (readonly { kind: string; names: string[] }[])[]) =>
    (await run(['replay', ...words, '-f', groupsFile(...groups), '--dry-run=client'])).stdout
  const stuck = await plan([claim])
  assert.match(stuck, `would get stuck while pod ${place}/db-0 uses it, which no group deletes`)
  const wrong = await plan([claim], [{ kind: 'Pod', names: ['db-0'] }])
  assert.match(wrong, `pod ${place}/db-0 uses it, and is deleted only in group 2; the order is wrong`)
  assert.match(wrong, 'the order is wrong: a group deletes what is in use until a later group')
  const right = await plan([{ kind: 'Pod', names: ['db-0'] }], [claim])
  assert.match(right, 'Kubernetes removes it when no Pod uses the claim')
  assert.not.match(right, 'would get stuck')
  await api.delete(node)
})

test('a dry run tells which finalizers forceDelete would take off', async () => {
  const foos = await crd({ kind: 'Foo' })
  await leaveTraces(foos)
  const place = await namespace()
  const finalizer = `${foos.group}/gone`
  const f1 = await api.create(foos.draft('f1', place, { metadata: { finalizers: [finalizer] } }))
  const { words } = await stuckItem({
    managed: [manage(f1)],
    deletionGroups: [{ predefinedResourceGroup: { type: 'namespaced-resources', forceDelete: true } }],
  })
  for (const mode of ['client', 'server']) {
    const where = ['--target', `t1=${target().kubeconfig}`, `--dry-run=${mode}`] as const
    const answer = await replayed([...words, ...where])
    assert.is(answer.code, 0, answer.account)
    assert.equal(answer.told.slice(0, 2), ['1 Delete Foo/f1 planned', `1 RemoveFinalizer Foo/f1 ${finalizer} planned`])
    assert.match(answer.stderr, `forceDelete: ${finalizer} would be removed if it remains`)
  }
  await api.delete(f1)
  await release((await api.get(f1))!)
})

test.run()
