import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { groupsFor } from '../../src/groups/read-groups.ts'
import { cache, groupsOf, refusal, shown } from './asked.ts'
import { APP, deployItem, HELM, itemGroups, MANIFEST, managed, OPERATOR } from './deploy-item.ts'

const test = suite('groups of a DeployItem')

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
  assert.match(remaining[0]!.why, 'helm deployer ignores')
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
    'the command names Cache "c1"',
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

test('name a list whose own name is a slip: the default order comes in its place', () => {
  const config = { ...MANIFEST, deletionGroup: [{ predefinedResourceGroup: { type: 'empty' } }], deletiongroups: [] }
  const { groups, notes } = itemGroups({ config, managedResources: OPERATOR })
  assert.is(groups.length, 3)
  assert.is(notes.filter(({ text }) => text.includes('the lists are deletionGroups')).length, 2)
})

test('begin with what the deployer itself met', () => {
  const subject = deployItem({ managedResources: OPERATOR })
  const status = { ...(subject.object.status as object), lastError: { reason: 'Timeout', message: 'f1 stays' } }
  const { notes } = groupsFor({ ...subject, object: { ...subject.object, status } }, {})
  assert.is(notes[0]!.text, "the deployer's last error: Timeout: f1 stays")
  assert.not(itemGroups({ managedResources: OPERATOR }).notes.some(({ text }) => text.includes('last error')))
})

test.run()
