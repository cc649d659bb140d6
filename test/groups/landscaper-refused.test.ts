import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { groupsOf, refusal } from './asked.ts'
import { deployItem, itemGroups, MANIFEST, managed, OPERATOR } from './deploy-item.ts'

const test = suite('groups that Landscaper cannot build')

/** By the one group that is wrong, written in line 3: the line and what is said. */
const BAD: Record<string, string> = {
  '{predefinedResourceGroup: {type: crds}, customResourceGroup: {resources: [{apiVersion: v1, kind: Secret}]}}':
    'deletionGroups[1]: predefinedResourceGroup and customResourceGroup must not both be set',
  '{}': 'deletionGroups[1]: either',
  '{forceDelete: true}': 'deletionGroups[1]: either',
  '{predefinedResourceGroup: null}': 'deletionGroups[1]: either',
  '{predefinedResourceGroup: {forceDelete: true}}': 'predefinedResourceGroup.type must not be empty',
  '{predefinedResourceGroup: {type: secrets}}':
    '"secrets" is not one of namespaced-resources, cluster-scoped-resources, crds, empty',
  '{predefinedResourceGroup: {type: constructor}}': '"constructor" is not one of',
  '{customResourceGroup: {forceDelete: true}}': 'resources must not be empty',
  '{customResourceGroup: {resources: []}}': 'resources must not be empty',
  '{customResourceGroup: {resources: [{apiVersion: v1, kind: Secret}], targetName: t2}}':
    'targetName needs deleteAllResources: true',
  '{customResourceGroup: {resources: [{apiVersion: v1, kind: secrets}]}}': '"secrets" is not a kind',
  '{customResourceGroup: {resources: [{kind: Secret}]}}': 'apiVersion is missing',
  '{customResourceGroup: {resources: [{apiVersion: v1}]}}': 'kind is missing',
  '{customResourceGroup: {resources: [{apiVersion: v1, kind: Secret, namespace: a}], deleteAllResources: true}}':
    'unknown field "namespace" in ',
  '{customResourceGroup: {resources: [{apiVersion: v1, kind: Secret, labels: a}]}}': 'unknown field "labels"',
  '{customResourceGroup: {resources: [{apiVersion: v1, kind: Secret, names: a}]}}': 'is not a list',
  '{customResourceGroup: {resources: [{apiVersion: v1, kind: Secret, names: [".."]}]}}': 'is not a valid object name',
  '{customResourceGroup: {resources: [{apiVersion: v1, kind: Secret}], forceDelete: "yes"}}': 'neither true nor false',
  '[]': 'is not a map',
}

test('are refused with their line, although the first is right', () => {
  const item = deployItem({ managedResources: OPERATOR })
  for (const [group, why] of Object.entries(BAD)) {
    const said = refusal(() =>
      groupsOf(`deletionGroups:\n- predefinedResourceGroup: {type: namespaced-resources}\n- ${group}\n`, item),
    )
    assert.ok(said.startsWith('order.yaml:3: ') && said.includes(why), `${group} said ${said}`)
  }
})

test('of a DeployItem in the cluster are refused with their field', () => {
  const config = { ...MANIFEST, deletionGroups: [{ predefinedResourceGroup: { type: 'crds' } }, {}] }
  assert.match(
    refusal(() => itemGroups({ config, managedResources: OPERATOR })),
    'deployitem ls-demo/app-x: spec.config.deletionGroups[1]: either',
  )
})

test('and a policy that is not known is refused', () => {
  assert.match(
    refusal(() => itemGroups({ managedResources: managed('adopt v1 Secret a/b') })),
    'managedResources[0].policy: unknown policy "adopt"',
  )
})

test.run()
