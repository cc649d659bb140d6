import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectRef } from '../../src/api/object-ref.ts'
import { groupsFor, wantsOwned } from '../../src/groups/read-groups.ts'
import { cache, groupsOf, refusal, shown } from './asked.ts'
import { deployItem, itemGroups, managed } from './deploy-item.ts'
import { ordered } from './katalog.ts'

const test = suite('groups and the resource itself')

const native = (resource: string) => () =>
  groupsOf(`apiVersion: kubectl-finalize/v1\nkind: DeletionGroups\ngroups:\n- resources:\n  - {${resource}}\n`)

test('refuse to delete it, its namespace or its CRD, with the line', () => {
  const itself = ['names: [c1]', 'names: [x, "{{ .metadata.name }}"]', 'names: [c1], namespaces: [x, shop]']
  for (const rest of itself)
    assert.match(
      refusal(native(`apiVersion: acme.test/v1, kind: Cache, ${rest}`)),
      'order.yaml:5: this would delete the Cache "c1" itself',
      rest,
    )
  refusal(native('apiVersion: acme.test/v1beta1, kind: Cache, names: [c1]'))
  assert.match(refusal(native('apiVersion: v1, kind: Namespace, names: [shop]')), 'its own namespace "shop"')
  assert.match(
    refusal(native('apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, names: [caches.acme.test]')),
    'and with it every Cache',
  )
  assert.match(
    refusal(() => groupsOf(ordered('- namespaces: [{name: "{{ .metadata.namespace }}"}]\n'))),
    'order.yaml:12: ',
  )
})

test('let others of its kind, and of its name, go', () => {
  for (const resource of [
    'apiVersion: acme.test/v1, kind: Cache, names: [c2]',
    'apiVersion: acme.test/v1, kind: Cache, names: [c1], namespaces: [other]',
    'apiVersion: other.test/v1, kind: Cache, names: [c1]',
    'apiVersion: v1, kind: Namespace, names: [shop-2]',
    'apiVersion: acme.test/v1, kind: Namespace, names: [shop]',
    'apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, names: [queues.acme.test]',
    'apiVersion: acme.test/v1, kind: Cache, labelSelector: a=b',
  ])
    assert.is(native(resource)().groups.length, 1, resource)
})

test('refuse deleteAllResources that takes it in, but not on another target', () => {
  const group = (more: string) =>
    `deletionGroups:\n- customResourceGroup: {resources: [{apiVersion: acme.test/v1, kind: Cache${more}}], deleteAllResources: true}\n`
  assert.match(
    refusal(() => groupsOf(group(''), cache(), { owned: [] })),
    'order.yaml:2: this would delete the Cache "c1" itself',
  )
  refusal(() => groupsOf(group(', namespaces: [shop]'), cache(), { owned: [] }))
  groupsOf(group(', namespaces: [other]'), cache(), { owned: [] })
  groupsOf(group('').replace('deleteAll', 'targetName: t2, deleteAll'), cache(), { owned: [] })
  assert.equal(shown(itemGroups({ managedResources: managed('manage v1 Namespace ls-demo') }).groups)[1], [
    'Namespace ls-demo',
  ])
})

const owned = (kind: string, name: string, namespace?: string, apiVersion = 'v1'): ObjectRef => ({
  apiVersion,
  kind,
  resource: kind.toLowerCase(),
  name,
  uid: `uid-${name}`,
  ...(namespace !== undefined && { namespace }),
})

test('are derived from what it owns in the default order, by uid, without the resource in a circle of owners', () => {
  const { system, groups, timeoutSeconds, finalizers, propagation } = groupsFor(cache(), {
    owned: [
      owned('CustomResourceDefinition', 'x.y', undefined, 'apiextensions.k8s.io/v1'),
      owned('ClusterRole', 'r'),
      owned('Secret', 's', 'shop'),
      owned('Cache', 'c1', 'shop', 'acme.test/v1'),
    ],
  })
  assert.equal(shown(groups), [['Secret shop/s'], ['ClusterRole r'], ['CustomResourceDefinition x.y']])
  assert.is(groups[0]!.items[0]!.uid, 'uid-s')
  assert.equal([system, timeoutSeconds, finalizers, propagation], ['derived', 300, undefined, 'Background'])
  assert.equal(shown(groupsFor(cache(), { owned: [] }).groups), [[], [], []])
})

test('ask for the owned objects only where they come from them', () => {
  assert.ok(wantsOwned(cache(), undefined))
  assert.not(wantsOwned(deployItem({}), undefined))
  assert.throws(() => groupsFor(cache(), {}), /not searched for/)
})

test('for an update are only Landscaper’s', () => {
  assert.match(
    refusal(() => groupsFor(cache(), { owned: [], duringUpdate: true })),
    'only Landscaper',
  )
})

test.run()
