import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cache, groupsOf, indent, lineOf, refusal, shown } from './asked.ts'
import { DRAIN, katalog, onDelete, ordered } from './katalog.ts'

const test = suite('groups of Orkestra')

test('are deleted in the order of the operator: groups as written, kinds within a group in its own order', () => {
  const { system, groups, timeoutSeconds, pollSeconds, propagation } = groupsOf(DRAIN)
  assert.equal(shown(groups), [
    ['Job shop/c1-drain'],
    ['Deployment shop/c1', 'Service shop/c1-svc'],
    ['Secret vault/c1-cred', 'ConfigMap shop/c1-conf'],
  ])
  assert.equal(
    { system, timeoutSeconds, pollSeconds, propagation },
    { system: 'orkestra', timeoutSeconds: 120, pollSeconds: 3, propagation: 'Foreground' },
  )
  assert.equal(
    groups.map(({ line }) => line),
    [lineOf(DRAIN, '- jobs'), lineOf(DRAIN, '- services'), lineOf(DRAIN, '- configMaps')],
  )
  assert.is(groups[1]!.items[0]!.line, lineOf(DRAIN, 'deployments'))
})

test('say that a Job is deleted and not run, and that Go hooks cannot be seen', () => {
  const notes = groupsOf(DRAIN).notes
  assert.is(notes.filter(({ text }) => text.includes('not run')).length, 1)
  assert.ok(notes.some(({ text }) => text.includes('Go OnDelete')))
})

const CONDITIONAL = katalog(`operatorBox:
  runtime: {finalizers: [acme.test/hold]}
  reconcile:
    onReconcile:
      clusterRoles: [{name: "{{ .metadata.name }}-reader"}]
    onDelete:
      ordered: true
      groups:
        - when: [{field: spec.persistent, equals: "true"}]
          persistentVolumeClaims: [{name: "{{ .metadata.name }}-data"}]
        - deployments:
            - name: "{{ .metadata.name }}"
              when: [{field: spec.never, exists: true}]
          daemonSets: [{name: "{{ .metadata.name }}-agent"}]
`)

test('skip a group whose condition does not hold, delete an entry in spite of its own, and end with the cluster-scoped', () => {
  const { groups, finalizers, notes } = groupsOf(CONDITIONAL, cache({ spec: { persistent: false } }))
  assert.equal(shown(groups), [['skipped'], ['Deployment shop/c1'], ['ClusterRole c1-reader']])
  assert.match(groups[0]!.skipped!, 'spec.persistent is "false", wanted equals "true"')
  assert.equal(groups[2]!.items[0]!.onlyLabelled, { label: 'orkestra-owner', values: ['c1'] })
  assert.ok(finalizers!.includes('acme.test/hold'))
  assert.ok(finalizers!.includes('orkestra.orkspace.io/cleanup'))
  assert.ok(notes.some(({ line, text }) => line === lineOf(CONDITIONAL, 'daemonSets') && text.includes('"daemonSets"')))
  assert.ok(notes.some(({ line, text }) => line === lineOf(CONDITIONAL, '- name:') && text.includes('no effect: when')))
  const held = groupsOf(CONDITIONAL, cache({ spec: { persistent: true } }))
  assert.equal(shown(held.groups)[0], ['PersistentVolumeClaim shop/c1-data'])
})

test('are found wherever a release puts onDelete', () => {
  const block = 'onDelete: {ordered: true, groups: [{secrets: [{name: a}]}]}'
  for (const entry of [`reconciler: {${block}}`, `operatorBox: {${block}}`, `operatorBox: {reconcile: {${block}}}`])
    assert.equal(shown(groupsOf(katalog(entry)).groups), [['Secret shop/a']], entry)
})

test('refuse two places of onDelete for one CRD, and none', () => {
  const twice = katalog('operatorBox:\n  onDelete: {}\n  reconcile:\n    onDelete: {}\n')
  assert.match(
    refusal(() => groupsOf(twice)),
    `order.yaml:${lineOf(twice, '    onDelete: {}') + 2}: there is a second onDelete`,
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

test('without groups are one group of the own lists; with groups those lists only become notes', () => {
  const flat = groupsOf(onDelete('ordered: true\nsecrets: [{name: a}]\nconfigMaps: [{name: b}]\n'))
  assert.equal(shown(flat.groups), [['Secret shop/a', 'ConfigMap shop/b']])
  const both = groupsOf(onDelete('ordered: true\nsecrets: [{name: a}]\ngroups: [{secrets: [{name: b}]}]\n'))
  assert.equal(shown(both.groups), [['Secret shop/b']])
  assert.ok(both.notes.some(({ text }) => text.startsWith('"secrets" beside groups')))
})

test('without ordered are all deleted at once, but for skipped ones', () => {
  const text = onDelete(`secrets: [{name: a}]
groups:
  - configMaps: [{name: b}]
  - when: [{field: spec.on, equals: "yes"}]
    services: [{name: c}]
`)
  assert.equal(shown(groupsOf(text).groups), [['Secret shop/a', 'ConfigMap shop/b'], ['skipped']])
})

test('of a block whose own condition does not hold are none, and the finalizer is still to go', () => {
  const { groups, finalizers } = groupsOf(
    onDelete('ordered: true\nwhen: [{field: spec.on, exists: true}]\nsecrets: [{name: "{{ .spec.none }}"}]\n'),
  )
  assert.equal(shown(groups), [['skipped']])
  assert.ok(finalizers!.length > 0)
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

test('refuse names of groups that are not unique', () => {
  const text = ordered('- {name: a, secrets: []}\n- {name: a}\n')
  assert.match(
    refusal(() => groupsOf(text)),
    `order.yaml:${lineOf(text, '- {name: a}')}: `,
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

test('name an entry without a name, and refuse one whose name comes out empty', () => {
  const { groups, notes } = groupsOf(ordered('- secrets: [{namespace: x}]\n'))
  assert.equal(shown(groups), [[]])
  assert.ok(notes.some(({ text }) => text.startsWith('Secret without a name')))
  assert.match(
    refusal(() => groupsOf(ordered('- secrets: [{name: "{{ .spec.x }}"}]\n'), cache({ spec: { x: ' ' } }))),
    '"" is no name',
  )
})

test('refuse a name that would lead a request elsewhere', () => {
  for (const x of ['..', 'a/b', 'a%2fb', 'a b'])
    refusal(() => groupsOf(ordered('- secrets: [{name: "{{ .spec.x }}"}]\n'), cache({ spec: { x } })))
})

test('name what the cleanup after the groups cannot find', () => {
  const text = katalog(`operatorBox:
  onCreate: {clusterRoles: [{name: "{{ .spec.none }}"}, {name: "{{ .item }}", forEach: x}, {name: a}], persistentVolumes: [{name: v}]}
  onReconcile: {clusterRoles: [{name: a}]}
  onDelete: {ordered: true}
`)
  const { groups, notes } = groupsOf(text)
  assert.equal(shown(groups), [[], ['ClusterRole a', 'PersistentVolume v']])
  assert.is(notes.filter(({ text }) => text.startsWith('ClusterRole of the cleanup')).length, 2)
})

test.run()
