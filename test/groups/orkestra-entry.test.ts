import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cache, groupsOf, lineOf, refusal, shown } from './asked.ts'
import { DRAIN, ordered } from './katalog.ts'

const test = suite('the entry of a Katalog for a resource')

/** A Katalog whose entries are given as `name: {...}` lines. */
const entries = (...lines: string[]) =>
  `apiVersion: orkestra.orkspace.io/v1\nkind: Katalog\nspec:\n  crds:\n${lines.map(line => `    ${line}\n`).join('')}`
const box = 'operatorBox: {onDelete: {ordered: true, secrets: [{name: a}]}}'

test('is found by group, kind and version among others, over several documents', () => {
  const other = entries(`queue: {apiTypes: {group: acme.test, version: v1, kind: Queue}, ${box}}`)
  assert.is(groupsOf(`${other}---\n${DRAIN}`).groups.length, 3)
})

test('is refused when none is for the kind, and the kinds that there are are named', () => {
  const text = entries(`queue: {apiTypes: {group: acme.test, version: v1, kind: Queue}, ${box}}`)
  assert.match(
    refusal(() => groupsOf(text)),
    'order.yaml:1: no entry for Cache of acme.test/v1; found: "queue" (Queue)',
  )
  refusal(() => groupsOf(DRAIN.replace('group: acme.test', 'group: other.test')))
})

test('is refused when two fit', () => {
  const one = `apiTypes: {group: acme.test, version: v1, kind: Cache}, ${box}`
  const text = entries(`a: {${one}}`, `b: {${one}}`)
  assert.match(
    refusal(() => groupsOf(text)),
    'order.yaml:6: "b" is for Cache too, as "a" is in line 5',
  )
})

test('is refused when it is for another version of the resource than the one that was read', () => {
  const text = DRAIN.replace('version: v1', 'version: v1beta1')
  assert.match(
    refusal(() => groupsOf(text)),
    `order.yaml:${lineOf(text, 'v1beta1')}: `,
  )
})

test('may name a built-in kind alone', () => {
  const text = entries(`d: {apiTypes: {kind: Deployment}, ${box}}`)
  const metadata = { name: 'd', namespace: 'shop', uid: 'u' }
  const asked = (apiVersion: string) => () =>
    groupsOf(text, { object: { apiVersion, kind: 'Deployment', metadata }, resource: 'deployments.apps' })
  assert.equal(shown(asked('apps/v1')().groups), [['Secret shop/a']])
  refusal(asked('acme.test/v1'))
})

test('with a crdFile alone is taken when it is the only one or has the name of the kind', () => {
  const only = groupsOf(entries(`x: {crdFile: crd.yaml, ${box}}`))
  assert.ok(only.notes.some(({ line, text }) => line === 5 && text.includes('crdFile')))
  const inBox = `operatorBox: {crdFile: crd.yaml, onDelete: {ordered: true, secrets: [{name: a}]}}`
  assert.is(groupsOf(entries(`x: {crdFile: x.yaml}`, `cache: {${inBox}}`)).groups.length, 1)
  refusal(() => groupsOf(entries(`x: {crdFile: x.yaml, ${box}}`, `y: {${inBox}}`)))
})

test('that is disabled is replayed, and a note says so', () => {
  const { groups, notes } = groupsOf(
    entries(`c: {enabled: false, apiTypes: {group: acme.test, version: v1, kind: Cache}, ${box}}`),
  )
  assert.is(groups.length, 1)
  assert.ok(notes.some(({ text }) => text.includes('disabled')))
})

test('is replayed without what else has a say in a deletion, and each is named with its line', () => {
  const text = `${entries(`c: {apiTypes: {group: acme.test, version: v1, kind: Cache}, allowedNamespaces: [a], imports: [], ${box}}`)}  imports: {}\n`
  const named = groupsOf(text).notes.filter(({ line }) => line !== undefined)
  assert.equal(
    named.map(({ line, text }) => [line, text.split(' ')[0]]),
    [
      [6, '"imports":'],
      [5, '"allowedNamespaces":'],
      [5, '"imports":'],
      [5, 'releases'],
    ],
  )
})

test('of a cluster-scoped resource needs a namespace for what is in one', () => {
  const { object, resource } = cache()
  const { namespace: _, ...metadata } = object.metadata
  const asked = (lists: string) => () =>
    groupsOf(ordered(`- {${lists}}\n`), { object: { ...object, metadata }, resource }).groups
  assert.equal(shown(asked('secrets: [{name: a, namespace: n}], namespaces: [{name: x}]')()), [
    ['Secret n/a', 'Namespace x'],
  ])
  assert.match(refusal(asked('secrets: [{name: a}]')), 'needs a namespace')
})

test.run()
