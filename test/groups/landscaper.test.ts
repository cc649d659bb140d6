import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cache, groupsOf, refusal, shown } from './asked.ts'
import { deployItem, HELM, itemGroups, MANIFEST, managed, OPERATOR } from './deploy-item.ts'

const test = suite('groups of Landscaper')

const APP = managed(
  'manage apiextensions.k8s.io/v1 CustomResourceDefinition foos.acme.test',
  'keep v1 Namespace app',
  'manage rbac.authorization.k8s.io/v1 ClusterRole app-r',
  'manage apps/v1 Deployment app/web',
  'fallback v1 ConfigMap app/shared',
)

test('of a DeployItem without any written go by default: namespaced, cluster-scoped, CRDs; policies are heeded', () => {
  const { system, groups, remaining, target, finalizers, timeoutSeconds, pollSeconds } = itemGroups({
    managedResources: APP,
  })
  assert.equal(shown(groups), [
    ['Deployment app/web', 'ConfigMap app/shared'],
    ['ClusterRole app-r'],
    ['CustomResourceDefinition foos.acme.test'],
  ])
  assert.equal(
    groups.map(({ name }) => name),
    ['namespaced-resources', 'cluster-scoped-resources', 'crds'],
  )
  assert.equal(groups[0]!.items[1]!.onlyLabelled, {
    label: 'manifest.deployer.landscaper.gardener.cloud/deployitem',
    values: ['app-x'],
  })
  assert.equal(
    remaining.map(({ item, why }) => [item.kind, why]),
    [['Namespace', 'its policy is "keep"']],
  )
  assert.equal(
    [system, target, finalizers, timeoutSeconds, pollSeconds],
    ['landscaper', 't1', ['finalizer.landscaper.gardener.cloud'], 600, 1],
  )
})

test('take each object in the first group that matches, and name what none takes', () => {
  const deletionGroups = [
    {
      customResourceGroup: {
        resources: [{ apiVersion: 'acme.test/v1', kind: 'Foo' }],
        deleteAllResources: true,
        forceDelete: true,
      },
    },
    { predefinedResourceGroup: { type: 'namespaced-resources' } },
  ]
  const { groups, remaining } = itemGroups({ config: { ...MANIFEST, deletionGroups }, managedResources: OPERATOR })
  assert.equal(shown(groups), [['Foo a/l/l/*'], ['Deployment app/op']])
  assert.equal(groups[0]!.items, [{ apiVersion: 'acme.test/v1', kind: 'Foo', namespaces: 'all' }])
  assert.equal(
    [groups[0]!.deleteAll, groups[0]!.forceDelete, groups[1]!.deleteAll, groups[1]!.forceDelete],
    [true, true, false, false],
  )
  assert.equal(
    remaining.map(({ item, why }) => [item.kind, why]),
    [['CustomResourceDefinition', 'no group takes it']],
  )
})

const custom = (resource: object, more: object = {}) => ({ customResourceGroup: { resources: [resource], ...more } })
const SECRETS = managed(
  'manage v1 Secret a/one',
  'manage v1 Secret b/one',
  'manage v1 Secret a/two',
  'manage v1 Namespace a',
)

test('match by apiVersion, kind, names and namespaces together', () => {
  const taken = (...resources: object[]) => {
    const deletionGroups = resources.map(resource => custom(resource))
    return shown(itemGroups({ config: { ...MANIFEST, deletionGroups }, managedResources: SECRETS }).groups)
  }
  const Secret = { apiVersion: 'v1', kind: 'Secret' }
  assert.equal(taken(Secret), [['Secret a/one', 'Secret b/one', 'Secret a/two']])
  assert.equal(taken({ ...Secret, names: ['one'], namespaces: ['a'] }, { ...Secret, names: ['one'] }), [
    ['Secret a/one'],
    ['Secret b/one'],
  ])
  assert.equal(taken({ ...Secret, apiVersion: 'v2' }), [[]])
  assert.equal(
    taken({ apiVersion: 'v1', kind: 'Namespace', namespaces: ['a'] }, { apiVersion: 'v1', kind: 'Namespace' }),
    [[], ['Namespace a']],
  )
})

test('keep the kinds as they were written, so that one that does not exist can be named', () => {
  const deletionGroups = [custom({ apiVersion: 'acme.test/v1', kind: 'Fooo' })]
  const { groups } = itemGroups({ config: { ...MANIFEST, deletionGroups }, managedResources: SECRETS })
  assert.equal(groups[0]!.written, [{ apiVersion: 'acme.test/v1', kind: 'Fooo' }])
})

test('with a target take nothing of the inventory and look on that target', () => {
  const deletionGroups = [
    custom({ apiVersion: 'v1', kind: 'Secret', names: ['one'] }, { deleteAllResources: true, targetName: 't2' }),
    { predefinedResourceGroup: { type: 'namespaced-resources' } },
  ]
  const { groups } = itemGroups({ config: { ...MANIFEST, deletionGroups }, managedResources: SECRETS })
  assert.is(groups[0]!.target, 't2')
  assert.equal(groups[0]!.items[0]!.names, ['one'])
  assert.is(groups[1]!.items.length, 3)
})

test('may be empty, and a written list replaces the default order', () => {
  const deletionGroups = [{ predefinedResourceGroup: { type: 'empty' } }]
  const { groups, remaining } = itemGroups({ config: { ...MANIFEST, deletionGroups }, managedResources: OPERATOR })
  assert.equal([shown(groups), remaining.length], [[[]], 3])
  assert.is(itemGroups({ config: { ...MANIFEST, deletionGroups: [] }, managedResources: OPERATOR }).groups.length, 3)
})

test('for an update are another list, and both lists are held to the rules', () => {
  const lists = {
    deletionGroups: [{ predefinedResourceGroup: { type: 'crds' } }],
    deletionGroupsDuringUpdate: [{ predefinedResourceGroup: { type: 'empty' } }],
  }
  const parts = { config: { ...MANIFEST, ...lists }, managedResources: OPERATOR }
  assert.is(itemGroups(parts).groups[0]!.name, 'crds')
  assert.is(itemGroups(parts, { duringUpdate: true }).groups[0]!.name, 'empty')
  const bad = { config: { ...MANIFEST, deletionGroupsDuringUpdate: [{}] }, managedResources: OPERATOR }
  assert.match(
    refusal(() => itemGroups(bad)),
    'deletionGroupsDuringUpdate[0]',
  )
})

test('are dropped by the first manifest deployer, which a note says', () => {
  const deletionGroups = [{ predefinedResourceGroup: { type: 'crds' } }]
  const config = { ...MANIFEST, apiVersion: 'manifest.deployer.landscaper.gardener.cloud/v1alpha1', deletionGroups }
  const flat = [{ apiVersion: 'v1', kind: 'Secret', name: 's', namespace: 'n' }]
  const { groups, notes } = itemGroups({ config, managedResources: flat })
  assert.equal(shown(groups), [['Secret n/s'], [], []])
  assert.ok(notes.some(({ text }) => text.includes('drops deletionGroups')))
})

test('of the helm deployer count when it only templates; a real release is refused, as are other deployers', () => {
  const spec = { type: 'landscaper.gardener.cloud/helm' }
  const { groups, remaining, notes } = itemGroups({
    spec,
    config: { ...HELM, helmDeployment: false },
    managedResources: APP,
  })
  assert.is(groups[0]!.items.length, 2)
  assert.match(remaining[0]!.why, 'helm deployer would not heed')
  assert.ok(notes.some(({ text }) => text.startsWith('policy fallback')))
  for (const config of [HELM, { ...HELM, helmDeployment: true, name: 'web', namespace: 'app' }])
    assert.match(
      refusal(() => itemGroups({ config, managedResources: APP })),
      'real Helm release',
    )
  const container = {
    apiVersion: 'container.deployer.landscaper.gardener.cloud/v1alpha1',
    kind: 'ProviderConfiguration',
  }
  refusal(() => itemGroups({ config: container, managedResources: APP }))
})

test('are none when nothing was recorded, all is kept, or only finalizers are to go', () => {
  const nothing = [
    {},
    { managedResources: [] },
    { managedResources: managed('keep v1 Namespace a', 'ignore v1 Secret a/b') },
    { managedResources: OPERATOR, annotations: { 'landscaper.gardener.cloud/delete-without-uninstall': 'true' } },
  ]
  for (const parts of nothing) {
    const { groups, notes, finalizers } = itemGroups(parts)
    assert.equal([groups, finalizers], [[], ['finalizer.landscaper.gardener.cloud']])
    assert.match(notes[0]!.text, 'nothing is deleted: ')
  }
  assert.is(
    itemGroups({
      managedResources: OPERATOR,
      annotations: { 'landscaper.gardener.cloud/delete-without-uninstall': 'false' },
    }).groups.length,
    3,
  )
})

test('have the time of the DeployItem, without limit for none', () => {
  const seconds = (timeout: string) => itemGroups({ spec: { timeout }, managedResources: OPERATOR }).timeoutSeconds
  assert.equal([seconds('1h30m'), seconds('none')], [5400, undefined])
  for (const timeout of ['', '5', '1d', '0s', '-1m', 'never'])
    assert.match(
      refusal(() => seconds(timeout)),
      'deployitem ls-demo/app-x: spec.timeout: ',
      timeout,
    )
})

test('need to know the target, for elsewhere every object would seem gone', () => {
  assert.match(
    refusal(() => itemGroups({ spec: { target: undefined }, managedResources: OPERATOR })),
    'spec.target names no Target',
  )
})

test('from a file replace those of the DeployItem, whatever deployed it; the inventory stays its own', () => {
  const bare = 'deletionGroups:\n- predefinedResourceGroup: {type: crds}\n'
  const release = deployItem({ config: HELM, managedResources: OPERATOR })
  assert.equal(shown(groupsOf(bare, release).groups), [['CustomResourceDefinition foos.acme.test']])
  assert.match(
    refusal(() => groupsOf(bare, deployItem({ config: HELM }))),
    'no managedResources are recorded',
  )
  const whole = `apiVersion: landscaper.gardener.cloud/v1alpha1\nkind: DeployItem\nmetadata: {name: app-x}\nspec:\n  config:\n    apiVersion: ${MANIFEST.apiVersion}\n    deletionGroups:\n    - predefinedResourceGroup: {type: empty}\n`
  assert.is(groupsOf(whole, deployItem({ managedResources: OPERATOR })).groups[0]!.line, 8)
  assert.match(
    refusal(() => groupsOf(whole.replace('app-x', 'app-y'), deployItem({ managedResources: OPERATOR }))),
    'order.yaml:1: this is the DeployItem "app-y"',
  )
  assert.match(
    refusal(() => groupsOf(whole, cache(), { owned: [] })),
    'asked for is Cache "c1"',
  )
})

test('for another resource are filled with what it owns', () => {
  const bare = 'deletionGroups:\n- customResourceGroup: {resources: [{apiVersion: v1, kind: Secret}]}\n'
  const secret = { apiVersion: 'v1', kind: 'Secret', resource: 'secrets', namespace: 'shop', name: 's', uid: 'u' }
  const { groups, remaining, finalizers, target } = groupsOf(bare, cache(), {
    owned: [secret, { ...secret, kind: 'ConfigMap' }],
  })
  assert.equal(shown(groups), [['Secret shop/s']])
  assert.is(groups[0]!.items[0]!.uid, 'u')
  assert.equal([remaining.length, finalizers, target], [1, undefined, undefined])
})

test('name what is not replayed and what has no effect', () => {
  const entry = { ...managed('manage v1 Secret a/s')[0], annotateBeforeDelete: { a: 'b' } }
  const deletionGroups = [
    { predefinedResourceGroup: { type: 'namespaced-resources', deleteAllResources: true }, forceDelete: true },
  ]
  const texts = itemGroups({ config: { ...MANIFEST, deletionGroups }, managedResources: [entry] }).notes.map(
    ({ text }) => text,
  )
  assert.ok(texts.some(text => text.startsWith('annotateBeforeDelete of Secret "s"')))
  assert.is(texts.filter(text => text.includes('has no effect here')).length, 2)
})

test.run()
