import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cache, groupsOf, indent, lineOf, refusal, shown } from './asked.ts'
import { DRAIN, katalog } from './katalog.ts'

const test = suite('where Orkestra keeps groups')

test('are found wherever a release puts onDelete', () => {
  const block = 'onDelete: {ordered: true, groups: [{secrets: [{name: a}]}]}'
  for (const entry of [`reconciler: {${block}}`, `operatorBox: {${block}}`, `operatorBox: {reconcile: {${block}}}`])
    assert.equal(shown(groupsOf(katalog(entry)).groups), [['Secret shop/a']], entry)
})

test('refuse two places of onDelete for one CRD, and none', () => {
  const twice = katalog('operatorBox:\n  onDelete: {}\n  reconcile:\n    onDelete: {}\n')
  assert.match(
    refusal(() => groupsOf(twice)),
    `order.yaml:${lineOf(twice, '    onDelete: {}') + 2}: only one onDelete is allowed`,
  )
  assert.match(
    refusal(() => groupsOf(katalog('operatorBox: {}\n'))),
    'order.yaml:6: "cache" has no onDelete',
  )
})

test('of the target that the annotations name replace those of the CRD; the alias wins', () => {
  const text = katalog(`operatorBox:
  onDelete: {ordered: true, secrets: [{name: own}]}
serve:
  target:
    blue: {operatorBox: {onDelete: {ordered: true, secrets: [{name: blue}], clusterRoles: [{name: r}], groups: [{secrets: [{name: b}]}]}}}
    green: {}
`)
  const asked = (annotations: Record<string, string>) => groupsOf(text, cache({}, annotations)).groups
  const blue = asked({ 'orkestra.orkspace.io/serve-target': 'green', 'orkestra.orkspace.io/serve-alias': 'blue' })
  assert.equal(shown(blue), [['Secret shop/b'], ['ClusterRole r']])
  assert.equal(blue[1]!.items[0]!.onlyLabelled!.values, ['c1', 'c1.blue'])
  assert.equal(shown(asked({ 'orkestra.orkspace.io/serve-target': 'green' })), [['Secret shop/own']])
  assert.match(
    refusal(() => asked({ 'orkestra.orkspace.io/serve-target': 'red' })),
    '"red"',
  )
})

test('are read from a ConfigMap that holds the Katalog, with the lines of the outer file', () => {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: orkestra-katalog}\ndata:\n  other: "a: [b"\n  katalog.yaml: |\n${indent(DRAIN, 4)}`
  assert.equal(
    groupsOf(text).groups.map(({ line }) => line),
    groupsOf(DRAIN).groups.map(({ line }) => line! + 6),
  )
})

test('are read under the names of older and newer releases, and of entries in a list', () => {
  const list =
    'apiVersion: orkestra.konductor.io/v1Alpha\nkind: Katalog\nspec:\n  crds:\n  - name: cache\n    apiTypes: {group: acme.test, version: v1, kind: Cache}\n    reconciler: {onDelete: {ordered: true, secrets: [{name: a}]}}\n'
  assert.equal(shown(groupsOf(list).groups), [['Secret shop/a']])
  const renamed = DRAIN.replace('orkestra.orkspace.io/v1', 'inrun.dev/v1').replace('Katalog', 'Catalog')
  assert.is(groupsOf(renamed).groups.length, 3)
  assert.match(
    refusal(() => groupsOf(DRAIN.replace('io/v1', 'io/v9'))),
    'order.yaml:1: there is no Katalog in "orkestra.orkspace.io/v9"',
  )
})

test('refuse operators of which code ends the resources', () => {
  for (const box of [
    'operatorBox: {default: false}',
    'operatorBox: {reconcile: {default: false}}',
    'reconciler: {default: false}',
    'operatorBox: {reconciler: {constructor: {location: x}}}',
  ])
    assert.match(
      refusal(() => groupsOf(katalog(box))),
      'order.yaml:8: ',
      box,
    )
})

test('refuse a target whose resources code ends', () => {
  const target = 'serve: {target: {blue: {operatorBox: {default: false}}}}'
  const text = katalog(`operatorBox: {onDelete: {ordered: true, secrets: [{name: a}]}}\n${target}\n`)
  assert.is(groupsOf(text).groups.length, 1)
  const blue = cache({}, { 'orkestra.orkspace.io/serve-target': 'blue' })
  assert.match(
    refusal(() => groupsOf(text, blue)),
    'order.yaml:9: default: false',
  )
})

test.run()
