import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refusal, shown } from './asked.ts'
import { APP, itemGroups, MANIFEST, managed, OPERATOR } from './deploy-item.ts'

const test = suite('groups of Landscaper')

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
  const path = 'spec.config.deletionGroups[0].customResourceGroup.resources[0]'
  assert.equal(groups[0]!.items, [{ apiVersion: 'acme.test/v1', kind: 'Foo', path, namespaces: 'all' }])
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
  const path = 'spec.config.deletionGroups[0].customResourceGroup.resources[0]'
  assert.equal(groups[0]!.written, [{ apiVersion: 'acme.test/v1', kind: 'Fooo', path }])
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

test.run()
