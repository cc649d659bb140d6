import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { api, crd, kubectlAvailable, namespace, run, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { type Explained, explained } from './explained-e2e.ts'
import { installOperator } from './operator.ts'

/** The products are fake: their real types, and a Pod that is ready and does nothing. */
const test = suite('explain of inventories')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

type Type = Awaited<ReturnType<typeof crd>>

const known = new Map<string, Promise<Type>>()

/** A product's own type with its operator, once for all tests of this file: its group is no name of ours to choose. */
function product(kind: string, group: string): Promise<Type> {
  const make = async (): Promise<Type> => {
    const type = await crd({ kind, group })
    const name = unique(`${group.split('.')[0]}-controller`)
    await installOperator({ type, namespace: await namespace(), name, state: 'running' })
    return type
  }
  const made = known.get(kind) ?? make()
  known.set(kind, made)
  return made
}

interface Whole {
  readonly spec?: object
  readonly status?: object
}

/** Creates the object of a product and deletes it. */
async function deletedObject(type: Type, place: string, name: string, finalizer: string, { spec, status }: Whole) {
  const thing = await api.create(type.draft(name, place, { metadata: { finalizers: [finalizer] }, spec: spec ?? {} }))
  if (status) await api.patch(thing, { status }, { subresource: '/status' })
  await api.delete(thing)
  return thing
}

const configMap = (name: string, place: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: place, ...metadata },
})
const listed = (name: string, place: string) => ({ version: 'v1', kind: 'ConfigMap', namespace: place, name })
const HERE = { project: 'default', destination: { server: 'https://kubernetes.default.svc' } }
const ARGO = 'resources-finalizer.argocd.argoproj.io'
const FLUX = 'finalizers.fluxcd.io'

const edges = (answer: Explained, kind: string, name: string): string[] =>
  answer
    .object(kind, name)
    .waitingFor.map(({ ref, reason }) => `${reason} ${ref.name}`)
    .toSorted()

/** What the operators do once all that they made is gone. */
const finish = (things: readonly Thing[]) =>
  Promise.all(things.map(thing => api.patch(thing, { metadata: { finalizers: null } })))

withKubectl(
  'an Application, a Kustomization and a HelmRelease wait for what they made, and what holds that holds them',
  async () => {
    const [applications, kustomizations, releases, stores] = await Promise.all([
      product('Application', 'argoproj.io'),
      product('Kustomization', 'kustomize.toolkit.fluxcd.io'),
      product('HelmRelease', 'helm.toolkit.fluxcd.io'),
      crd({ kind: 'Store' }),
    ])
    const [tools, shop] = [await namespace(), await namespace()]
    // Its operator is stuck for want of its account, and that is the cause of everything.
    await installOperator({ type: stores, namespace: shop, name: unique('store-operator'), state: 'running' })
    const finalizer = `${stores.group}/cleanup`
    const store = await api.create(
      stores.draft('main', shop, { metadata: { finalizers: [finalizer] }, spec: { serviceAccountName: 'cleaner' } }),
    )
    await api.create(configMap('alive', shop))
    await api.create(configMap('kept', shop, { annotations: { 'argocd.argoproj.io/sync-options': 'Delete=false' } }))
    await api.delete(store)
    const stored = { group: stores.group, version: 'v1', kind: 'Store', namespace: shop, name: 'main' }
    const entries = [{ id: `${shop}_main_${stores.group}_Store`, v: 'v1' }]
    const things = await Promise.all([
      deletedObject(applications, tools, 'app', ARGO, {
        spec: HERE,
        status: { resources: [stored, listed('alive', shop), listed('kept', shop), listed('gone', shop)] },
      }),
      deletedObject(applications, tools, 'remote', ARGO, {
        spec: { project: 'default', destination: { server: 'https://10.1.2.3:6443' } },
        status: { resources: [stored] },
      }),
      deletedObject(kustomizations, tools, 'apps', FLUX, {
        spec: { prune: true, deletionPolicy: 'WaitForTermination' },
        status: { inventory: { entries } },
      }),
      deletedObject(releases, tools, 'chart', FLUX, { status: { inventory: { entries } } }),
    ])
    const answer = await explained([])
    assert.equal(edges(answer, 'Application', 'app'), ['Owned alive', 'Owned main'])
    assert.equal(edges(answer, 'Application', 'remote'), [])
    assert.equal(edges(answer, 'Kustomization', 'apps'), ['Owned main'])
    assert.equal(edges(answer, 'HelmRelease', 'chart'), ['Owned main'])
    for (const [kind, name] of [
      ['Application', 'app'],
      ['Kustomization', 'apps'],
      ['HelmRelease', 'chart'],
    ] as const) {
      assert.is(answer.object(kind, name).verdict, 'waiting')
      assert.equal(
        answer.causesOf(kind, name).map(({ code, subject }) => [code, subject.kind, subject.name]),
        [['ReferenceMissing', 'ServiceAccount', 'cleaner']],
      )
    }
    const cause = answer.causesOf('Store', 'main')[0]!
    assert.equal(cause.blocks.map(({ kind, name }) => `${kind} ${name}`).toSorted(), [
      'Application app',
      'HelmRelease chart',
      'Kustomization apps',
      'Store main',
    ])
    const words = ['remove', `${applications.resource}/app`, '-n', tools, '--finalizer', ARGO, '--yes', '-o', 'json']
    const refused = await run(words)
    assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'ControllerAlive'])
    await carryOut(cause.remedies[0]!.commands[0]!)
    await finish([store])
    await api.waitGone(store)
    // With a second look at each of them nothing is left that they wait for, but what nobody has deleted yet.
    const after = await explained(['-n', tools])
    assert.equal(edges(after, 'Application', 'app'), ['Owned alive'])
    assert.equal(edges(after, 'Kustomization', 'apps'), [])
    await finish(things)
    await Promise.all(things.map(thing => api.waitGone(thing)))
  },
)

withKubectl('an Application that waits for a confirmation: Paused, and the command gives it', async () => {
  const applications = await product('Application', 'argoproj.io')
  const [tools, shop] = [await namespace(), await namespace()]
  await api.create(configMap('data', shop, { annotations: { 'argocd.argoproj.io/sync-options': 'Delete=confirm' } }))
  const resources = [{ ...listed('data', shop), requiresDeletionConfirmation: true }]
  const thing = await deletedObject(applications, tools, 'app', ARGO, { spec: HERE, status: { resources } })
  const answer = await explained(['-n', tools])
  const [cause, ...others] = answer.causesOf('Application', 'app')
  assert.equal([others.length, cause!.code, cause!.subject.name], [0, 'Paused', 'app'])
  assert.is(answer.object('Application', 'app').verdict, 'stuck')
  const words = ['remove', `${applications.resource}/app`, '-n', tools, '--finalizer', ARGO, '--yes', '-o', 'json']
  const refused = await run(words)
  assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'RepairFirst'])
  await carryOut(cause!.remedies[0]!.commands[0]!)
  const again = await explained(['-n', tools])
  assert.not.ok(again.codes.some(code => code.startsWith('Paused')))
  await finish([thing])
  await api.waitGone(thing)
})

test('a product that no table knows, by the form of its status', async () => {
  const stacks = await crd({ kind: 'Stack' })
  await installOperator({
    type: stacks,
    namespace: await namespace(),
    name: unique('stack-operator'),
    state: 'running',
  })
  const place = await namespace()
  const held = await api.create(configMap('held', place, { finalizers: ['example.com/hold'] }))
  await api.create(configMap('alive', place))
  await api.delete(held)
  const managedResources = ['held', 'alive'].map(name => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: place,
    name,
  }))
  const finalizer = `${stacks.group}/stack`
  const stack = await deletedObject(stacks, place, 'one', finalizer, { status: { managedResources } })
  const spec = { kubeConfig: { secretRef: { name: 'edge' } } }
  const remote = await deletedObject(stacks, place, 'remote', finalizer, { spec, status: { managedResources } })
  const answer = await explained(['-n', place])
  assert.equal(edges(answer, 'Stack', 'one'), ['Owned held'])
  assert.is(answer.object('Stack', 'one').verdict, 'waiting')
  assert.equal(edges(answer, 'Stack', 'remote'), [])
  await finish([held, stack, remote])
})

test.run()
