import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cache, groupsOf, lineOf, refusal, shown } from './asked.ts'
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

test('refuse names of groups that are not unique', () => {
  const text = ordered('- {name: a, secrets: []}\n- {name: a}\n')
  assert.match(
    refusal(() => groupsOf(text)),
    `order.yaml:${lineOf(text, '- {name: a}')}: `,
  )
})

test('name an entry without a name, and refuse one whose name comes out empty', () => {
  const { groups, notes } = groupsOf(ordered('- secrets: [{namespace: x}]\n'))
  assert.equal(shown(groups), [[]])
  assert.ok(notes.some(({ text }) => text.startsWith('Secret without a name')))
  assert.match(
    refusal(() => groupsOf(ordered('- secrets: [{name: "{{ .spec.x }}"}]\n'), cache({ spec: { x: ' ' } }))),
    '"" is not a valid object name',
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

test('name what is custom in a hook: the operator deletes of it what is cluster-scoped, and nobody does here', () => {
  const text = katalog(`operatorBox:
  onCreate: {custom: [{kind: Realm, name: "{{ .metadata.name }}"}]}
  onReconcile: {custom: {a: b}}
  onDelete:
    ordered: true
    custom: [x]
    groups: [{secrets: [{name: a}]}]
`)
  const notes = groupsOf(text).notes.filter(({ text }) => text.startsWith('custom'))
  assert.equal(
    notes.map(({ line, text }) => [line, text.slice(0, text.indexOf(' is not deleted here'))]),
    [
      [lineOf(text, 'onCreate'), 'custom Realm {{ .metadata.name }}'],
      [lineOf(text, 'onReconcile'), 'custom'],
      [lineOf(text, 'custom: [x]'), 'custom'],
    ],
  )
})

test('leave it to the plan to say for what the time is: a flag has a say in it', () => {
  assert.not.ok(groupsOf(DRAIN).notes.some(({ text }) => text.includes('the time is for')))
})

test.run()
