import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { NAMESPACE_TYPE } from '../../../../src/api/namespace-type.ts'
import type { ObjectMeta } from '../../../../src/api/object.ts'
import { discover } from '../../../../src/cluster/discovery/discovery.ts'
import { textOf } from '../../../../src/commands/watch/write-what-is-asked.ts'
import { shippedCatalogue } from '../../../../src/diagnosis/catalogue/shipped.ts'
import { heldOf } from '../../../../src/diagnosis/stuck-object.ts'
import { MAX_TEXT, MOST_TEXTS } from '../../../../src/operations/watch/advice/advice-objects.ts'
import { candidatesIn, isCandidate, stuckFinder, Turns } from '../../../../src/operations/watch/advice/find-stuck.ts'
import { adviceText } from '../../../../src/render/event-note.ts'
import { incident } from '../../../../src/sandbox/incidents/operator-uninstalled.ts'
import { setup } from './setup.ts'

const test = suite('what a watch warns of')

/** What finds it in the practice cluster of an operator that was uninstalled, and the requests that were sent for it. */
async function finder(namespace?: string) {
  const world = setup(sandbox => incident.build(sandbox))
  const { sandbox, tools, elapsed } = world
  const sent: string[] = []
  const inner = sandbox.transport()
  const transport = {
    ...inner,
    send(request: Parameters<typeof inner.send>[0]) {
      sent.push(`${request.method} ${request.path}`)
      return inner.send(request)
    },
  }
  const context = {
    clock: { ...tools().clock, elapsed },
    signal: new AbortController().signal,
    catalogue: async () => shippedCatalogue(),
    aim: { flags: '', impersonation: '', own: '', withheld: [] },
  } as never
  const kept = { discovery: await discover(transport), watches: new Map() } as never
  const find = stuckFinder({ session: { transport, namespace: 'default' } as never, kept, namespace, context, textOf })
  return { ...world, find, sent }
}

const subjects = (texts: Readonly<Record<string, string>>) =>
  Object.values(texts)
    .map(text => /deleting (\S+)/.exec(text)![1])
    .toSorted()

test('is a live namespace and a CRD, and by the next look the object in them; nothing that is being deleted', async () => {
  const { find } = await finder()
  const first = await find()
  assert.equal(subjects(first.texts), ['customresourcedefinition/buckets.objectstore.example.com', 'namespace/web'])
  assert.equal([first.left, first.isOpen], [0, true])
  const second = await find()
  assert.equal(subjects(second.texts), [
    'bucket/static-assets',
    'customresourcedefinition/buckets.objectstore.example.com',
    'namespace/web',
  ])
  assert.is(second.isOpen, false)
  const [text] = Object.values(first.texts)
  assert.match(
    text!,
    /^kubectl finalize: as of 2026-01-15T12:00:00Z, deleting \S+ would get stuck: ControllerMissing: /,
  )
  assert.match(text!, / \(kubectl finalize preflight \S+\)$/)
})

test('is warned of no more when its finalizer is gone', async () => {
  const { find, ask } = await finder()
  await find()
  const path = '/apis/objectstore.example.com/v1/namespaces/web/buckets/static-assets'
  await ask('PATCH', path, { metadata: { finalizers: null } })
  const { texts } = await find()
  assert.not.ok(subjects(texts).includes('namespace/web'))
  assert.not.ok(subjects(texts).includes('bucket/static-assets'))
})

test('is with -n that Namespace alone', async () => {
  const { find } = await finder('web')
  assert.equal(subjects((await find()).texts), ['namespace/web'])
  assert.equal(subjects((await find()).texts), ['bucket/static-assets', 'namespace/web'])
})

test('costs one survey, and no dry run of what nothing watches but the objects themselves', async () => {
  const { find, sent } = await finder()
  await find()
  sent.length = 0
  await find()
  const lists = sent.filter(each => each === 'GET /api/v1/limitranges')
  assert.is(lists.length, 1, sent.join('\n'))
  const deletions = sent.filter(each => each.startsWith('DELETE '))
  assert.is(deletions.length, 3, deletions.join('\n'))
})

test('is no namespace without anything that has a finalizer, unless an API does not answer, and never one that cannot be deleted', () => {
  const meta = (name: string, rest: Partial<ObjectMeta> = {}) => ({ name, uid: name, ...rest }) as ObjectMeta
  const widgets = { ...NAMESPACE_TYPE, group: 'example.com', plural: 'widgets', kind: 'Widget', namespaced: true }
  const finding = { type: widgets, meta: meta('w', { namespace: 'shop', finalizers: ['x/y'] }) }
  const bare = { type: widgets, meta: meta('v', { namespace: 'bank' }) }
  const survey = { content: [finding, bare], scan: { findings: [] } as never }
  const known = candidatesIn(survey, { types: [], unreadable: [] })
  const names = (candidates: typeof known) =>
    ['shop', 'bank', 'kube-system'].filter(name => isCandidate({ type: NAMESPACE_TYPE, meta: meta(name) }, candidates))
  assert.equal(names(known), ['shop'])
  assert.ok(known.definitions.has('widgets.example.com'))
  const gone = { type: NAMESPACE_TYPE, meta: meta('shop', { deletionTimestamp: '2026-01-01T00:00:00Z' }) }
  assert.not.ok(isCandidate(gone, known))
  const broken = candidatesIn(survey, { types: [], unreadable: [{ resource: '*.x', reason: 'r', message: 'm' }] })
  assert.equal(names(broken), ['shop', 'bank'])
})

test('was stuck comes first, then what has waited for the longest', () => {
  const held = ['a', 'b', 'c', 'd'].map(name => heldOf(NAMESPACE_TYPE, { name, uid: name }))
  const turns = new Turns()
  const names = () =>
    turns
      .inTurn([...held, held[0]!])
      .map(({ ref }) => ref.name)
      .join('')
  assert.is(names(), 'abcd')
  turns.cameTo(held.slice(0, 2), held, new Set(['b']))
  assert.is(names(), 'bcda')
  turns.cameTo(held.slice(1, 3), held, new Set())
  assert.is(names(), 'dabc')
})

test('has a text of one line within its bounds, whatever the cluster says', async () => {
  const target = { apiVersion: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'shop', uid: 'u' }
  const summary = `\u001b[31mred\nü${'ü'.repeat(5000)}`
  const text = adviceText(
    '2026-01-15T12:00:00Z',
    target,
    { code: 'ControllerMissing', summary } as never,
    'kubectl x',
    MAX_TEXT,
  )
  assert.ok(Buffer.byteLength(text) <= MAX_TEXT)
  assert.not.match(text, /[\u001b\n]/)
  assert.match(text, /^kubectl finalize: as of .* \(kubectl x\)$/)
  const entry = JSON.stringify({ [crypto.randomUUID()]: 'x'.repeat(MAX_TEXT) }).length
  assert.ok(entry * MOST_TEXTS < 256 * 1024)
})

test.run()
