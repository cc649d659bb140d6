import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cache, groupsOf, refusal, shown } from './asked.ts'

const test = suite('our own DeletionGroups')

const HEAD = 'apiVersion: kubectl-finalize/v1\nkind: DeletionGroups\n'
const one = (resource: string) => groupsOf(`${HEAD}groups:\n- resources:\n  - {${resource}}\n`)

test('are what the contract shows: templates, namespaces that default to the resource, one time for all', () => {
  const { system, groups, timeoutSeconds, propagation, finalizers } = groupsOf(`${HEAD}timeout: 10m
groups:
- resources:
  - {apiVersion: batch/v1, kind: Job, names: ["{{ .metadata.name }}-drain"]}
- resources:
  - {apiVersion: apps/v1, kind: Deployment, labelSelector: "app={{ .metadata.name }}"}
  - {apiVersion: v1, kind: Service, names: [a, b], namespaces: [x]}
`)
  assert.equal([system, timeoutSeconds, propagation, finalizers], ['native', 600, 'Foreground', undefined])
  assert.equal(
    groups.map(({ line, items }) => [line, items]),
    [
      [5, [{ apiVersion: 'batch/v1', kind: 'Job', line: 6, names: ['c1-drain'], namespaces: ['shop'] }]],
      [
        7,
        [
          { apiVersion: 'apps/v1', kind: 'Deployment', line: 8, namespaces: ['shop'], labelSelector: 'app=c1' },
          { apiVersion: 'v1', kind: 'Service', line: 9, names: ['a', 'b'], namespaces: ['x'], narrowed: true },
        ],
      ],
    ],
  )
})

test('take five minutes when nothing is said, and days are understood', () => {
  assert.is(one('apiVersion: v1, kind: Pod, names: [a]').timeoutSeconds, 300)
  assert.is(
    groupsOf(`${HEAD}timeout: 1d\ngroups: [{resources: [{apiVersion: v1, kind: Pod, names: [a]}]}]\n`).timeoutSeconds,
    86_400,
  )
})

test('of a cluster-scoped resource have no namespace unless one is written', () => {
  const { object, resource } = cache()
  const { namespace: _, ...metadata } = object.metadata
  const { groups } = groupsOf(`${HEAD}groups: [{resources: [{apiVersion: v1, kind: Node, names: [n]}]}]\n`, {
    object: { ...object, metadata },
    resource,
  })
  assert.equal(groups[0]!.items[0]!.namespaces, [])
})

test('may be JSON, and may share parts by anchors and merge keys', () => {
  const json = JSON.stringify({
    apiVersion: 'kubectl-finalize/v1',
    kind: 'DeletionGroups',
    groups: [{ resources: [{ apiVersion: 'v1', kind: 'Pod', names: ['a'] }] }],
  })
  assert.equal(shown(groupsOf(json).groups), [['Pod shop/a']])
  const shared = `${HEAD}groups:\n- resources:\n  - &a {apiVersion: v1, kind: Pod, names: [a]}\n- resources:\n  - *a\n- resources:\n  - {<<: *a, names: [b]}\n`
  assert.equal(shown(groupsOf(shared).groups), [['Pod shop/a'], ['Pod shop/a'], ['Pod shop/b']])
})

const RESOURCES: Record<string, string> = {
  'apiVersion: v1, kind: Pod': 'every object of its kind',
  'apiVersion: v1, kind: Pod, names: []': 'is empty',
  'apiVersion: v1, kind: Pod, labelSelector: ""': 'selects everything',
  'apiVersion: v1, kind: Pod, labelSelector: "{{ .spec.x }}"': 'no .spec.x',
  'apiVersion: v1, kind: Pod, names: ["{{ .spec.x }}"]': 'no .spec.x',
  'apiVersion: v1, kind: Pod, names: ["a/b"]': 'is not a valid object name',
  'apiVersion: v1, kind: Pod, names: [1]': 'is not a string',
  'apiVersion: v1, kind: Pod, names: [a], namespaces: [".."]': '".." is not a valid namespace; write its name here',
  'apiVersion: v1, kind: Pod, labelSelector: a=b, namespaces: ["*"]': '"*" is not a valid namespace',
  'kind: Pod, names: [a]': 'apiVersion is missing',
  'apiVersion: v1, names: [a]': 'kind is missing',
  'apiVersion: v1, kind: Pod, name: a':
    'unknown field "name"; known are apiVersion, kind, names, namespaces, labelSelector',
  'apiVersion: v1, kind: Pod, names: *none': 'no anchor for the alias *none',
}

test('refuse a resource that is wrong, with its line', () => {
  for (const [resource, why] of Object.entries(RESOURCES)) {
    const said = refusal(() => one(resource))
    assert.ok(said.startsWith('order.yaml:5: ') && said.includes(why), `${resource} said ${said}`)
  }
})

const POD = '[{resources: [{apiVersion: v1, kind: Pod, names: [a]}]}]'
const FILES: Record<string, string> = {
  [`${HEAD}timeout: 5\ngroups: ${POD}\n`]: 'order.yaml:3: timeout is not a string',
  [`${HEAD}timeout: soon\ngroups: ${POD}\n`]: 'order.yaml:3: "soon" is not a duration',
  [`${HEAD}timeout: 0s\ngroups: ${POD}\n`]: 'order.yaml:3: "0s" is not a duration greater than 0',
  [`${HEAD}timeOut: 5m\ngroups: ${POD}\n`]: 'order.yaml:3: unknown field "timeOut"',
  [`${HEAD}groups: []\n`]: 'order.yaml:3: there are no groups',
  [HEAD]: 'order.yaml:1: there are no groups',
  [`${HEAD}groups:\n- resources: []\n-\n`]: 'order.yaml:5: groups[1] is empty',
  [`${HEAD}groups:\n-\n`]: 'order.yaml:4: groups[0] is empty',
  [`${HEAD}groups: [{}]\n`]: 'order.yaml:3: groups[0] has no resources',
  [`${HEAD}groups:\n- ordered: true\n`]: 'order.yaml:4: unknown field "ordered"; known are resources',
  [`${HEAD}groups: {a: b}\n`]: 'order.yaml:3: groups is not a list',
  [`kind: DeletionGroups\ngroups: ${POD}\n`]:
    'order.yaml:1: the apiVersion of kind DeletionGroups must be kubectl-finalize/v1',
  [`apiVersion: kubectl-finalize/v2\nkind: DeletionGroups\ngroups: ${POD}\n`]:
    'order.yaml:1: the apiVersion of kind DeletionGroups must be kubectl-finalize/v1',
}

test('refuse a merge that leads back to itself', () => {
  const circle = '  - &a {kind: Pod, <<: {<<: *a}}'
  assert.match(
    refusal(() => groupsOf(`${HEAD}groups:\n- resources:\n${circle}\n`)),
    'merged into itself',
  )
})

test('refuse a file that is wrong, with its line', () => {
  for (const [text, why] of Object.entries(FILES)) {
    const said = refusal(() => groupsOf(text))
    assert.ok(said.startsWith(why), `${text} said ${said}`)
  }
})

test.run()
