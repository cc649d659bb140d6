import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { OrderedObject, WrittenOrder } from '../../../src/api/written-order.ts'
import { argocdWaves } from '../../../src/groups/orders/argocd-waves.ts'
import { fluxDependencies } from '../../../src/groups/orders/flux-dependencies.ts'
import { byHelmKind } from '../../../src/groups/orders/helm-kinds.ts'
import { kappRules } from '../../../src/groups/orders/kapp-rules.ts'

const test = suite('orders that others wrote')

/** An object whose uid is its name. */
function object(
  name: string,
  annotations: Readonly<Record<string, string>> = {},
  more: Partial<OrderedObject> & { readonly labels?: Readonly<Record<string, string>> } = {},
): OrderedObject {
  const { labels = {}, ...rest } = more
  return { kind: 'ConfigMap', group: '', meta: { name, namespace: 'shop', uid: name, annotations, labels }, ...rest }
}

const uidsOf = (orders: readonly WrittenOrder[]) =>
  orders.map(order => order.map(({ uids }) => uids.join('+')).join(' < '))

const wave = (number: string, app?: string) => ({
  'argocd.argoproj.io/sync-wave': number,
  ...(app !== undefined && { 'argocd.argoproj.io/tracking-id': `${app}:/ConfigMap:shop/x` }),
})

test('sync waves of Argo CD: the highest goes first, what has none is of wave 0 of its Application', () => {
  const { 'argocd.argoproj.io/tracking-id': id } = wave('0', 'web') as Record<string, string>
  const plain = object('plain', { 'argocd.argoproj.io/tracking-id': id! })
  const objects = [
    object('db', wave('-1', 'web')),
    plain,
    object('app', wave('5', 'web')),
    object('x', wave('5x', 'web')),
  ]
  assert.equal(uidsOf(argocdWaves(objects)), ['app < plain+x < db'])
  assert.is(argocdWaves(objects)[0]![0]!.says, 'Argo CD sync wave 5, before lower ones')
})

test('sync waves of two Applications, and of none, say nothing of each other', () => {
  const labelled = (name: string, annotations = {}) =>
    object(name, annotations, { labels: { 'app.kubernetes.io/instance': 'b' } })
  const objects = [
    object('a1', wave('1', 'a')),
    object('a2', wave('2', 'a')),
    labelled('b1'),
    labelled('b2', wave('+2')),
    object('none'),
    object('c1', wave('1')),
    object('c2', wave('2')),
  ]
  assert.equal(uidsOf(argocdWaves(objects)), ['a2 < a1', 'b2 < b1', 'c2 < c1'])
  assert.equal(argocdWaves([object('a', wave('1', 'a')), object('b')]), [])
})

const group = (name: string, key = '') => ({ [`kapp.k14s.io/change-group${key}`]: name })
const rule = (text: string, key = '') => ({ [`kapp.k14s.io/change-rule${key}`]: text })

test('change rules of kapp order what is deleted, before or after a group', () => {
  const db = object('db', { ...group('db'), ...group('all', '.2') })
  const app = object('app', { ...rule('delete before deleting db'), ...rule('upsert after upserting db', '.up') })
  const job = object('job', rule('delete after deleting all', '.x'))
  const orders = kappRules([db, app, job])
  assert.equal(uidsOf(orders), ['app < db', 'db < job'])
  assert.is(orders[0]![0]!.says, 'kapp change rule "delete before deleting db"')
})

test('change rules of kapp have placeholders for the object, and none is before itself', () => {
  const own = { ...group('apps/{namespace}-{name}'), ...rule('delete before deleting apps/shop-b') }
  assert.equal(uidsOf(kappRules([object('a', own), object('b', own), object('c', own)])), ['a+b+c < b'].slice(1))
  assert.equal(uidsOf(kappRules([object('a', own), object('b', group('apps/{namespace}-{name}'))])), ['a < b'])
})

test('change rules of another form, or too many and too long ones, are not read', () => {
  const target = object('t', { ...group('g'), ...group('g'.repeat(500), '.long') })
  const many = Object.assign(
    {},
    ...Array.from({ length: 50 }, (_, at) => rule(`delete before deleting g${at}`, `.${at}`)),
  )
  const groups = Object.assign({}, ...Array.from({ length: 50 }, (_, at) => group(`g${at}`, `.${at}`)))
  for (const text of [
    '',
    'delete',
    'delete before upserting g',
    'delete before deleting',
    'delete  before deleting g',
    'delete before deleting g h',
    `delete before deleting ${'g'.repeat(500)}`,
  ])
    assert.equal(kappRules([target, object('o', rule(text))]), [], text)
  assert.is(kappRules([object('t', groups), object('o', many)]).length, 20)
})

const flux = (name: string, dependsOn: unknown, more: object = {}) => {
  const found = object(name, {}, { kind: 'Kustomization', group: 'kustomize.toolkit.fluxcd.io', spec: { dependsOn } })
  return { ...found, ...more }
}

test('dependsOn of Flux: what depends on another goes first; of another kind or namespace there is none', () => {
  const helm = flux('helm', [{ name: 'infra' }], { kind: 'HelmRelease', group: 'helm.toolkit.fluxcd.io' })
  const objects = [
    flux('apps', [{ name: 'infra' }, { name: 'missing' }, { name: 'crds', namespace: 'shop' }, { name: 'apps' }]),
    flux('infra', [
      { name: 'crds', namespace: '' },
      { name: 'crds', namespace: 'other' },
    ]),
    flux('crds', undefined),
    helm,
    object('infra', {}, { kind: 'Kustomization', group: 'other', spec: { dependsOn: [{ name: 'crds' }] } }),
  ]
  assert.equal(uidsOf(fluxDependencies(objects)), ['apps < infra', 'apps < crds', 'infra < crds'])
})

test('dependsOn of a strange form is not read', () => {
  const target = flux('t', [])
  for (const dependsOn of [null, 'x', {}, [null, 3, 'x', {}, { name: 3 }, [[]]]])
    assert.equal(fluxDependencies([target, flux('o', dependsOn)]), [])
  assert.equal(
    fluxDependencies([
      { ...target, spec: null },
      { ...flux('o', []), spec: 'x' },
    ]),
    [],
  )
})

test('Helm uninstalls kinds in its own order, those that it does not know last', () => {
  const kinds = ['Zebra', 'Secret', 'APIService', 'Ant', 'Deployment', 'Service', 'RoleBinding'].map(kind => ({ kind }))
  assert.equal(
    kinds.toSorted(byHelmKind).map(({ kind }) => kind),
    ['APIService', 'Service', 'Deployment', 'RoleBinding', 'Secret', 'Ant', 'Zebra'],
  )
})

test.run()
