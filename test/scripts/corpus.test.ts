import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KeptAnswer } from '../../scripts/corpus/corpus-files.ts'
import { derived } from '../../scripts/corpus/derived.ts'
import { differencesOf, differencesText } from '../../scripts/corpus/differences.ts'
import type { Input } from '../../scripts/corpus/input.ts'
import { isAlike, masked } from '../../scripts/corpus/masked.ts'
import { Keeper, keptIn } from '../../scripts/corpus/pool.ts'
import { inputOf } from '../../scripts/corpus/recording/input-of.ts'
import { asked, replay } from '../../scripts/corpus/replay.ts'
import type { Query } from '../../src/api/fact.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import { FactBook } from '../../src/diagnosis/facts.ts'
import type { StuckObject } from '../../src/diagnosis/stuck-object.ts'
import { pods } from '../cluster/pods.ts'

const test = suite('the scripts of the corpus')

const POD = { ...pods, verbs: ['get', 'list'] }

const pod = (namespace: string, name: string, owner?: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    namespace,
    name,
    uid: `uid-of-${name}`,
    ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: owner, uid: `uid-of-${owner}` }] }),
  },
})

function input(change: Partial<Input> = {}): Input {
  return {
    now: '2026-01-15T12:00:00.000Z',
    types: [POD],
    unknownGroups: { groups: [], everyOther: false },
    asked: [],
    terminating: [],
    unreadable: [],
    content: { of: {}, complete: true },
    catalogue: { onShipped: true, entries: [], rows: {} },
    facts: [],
    beside: [],
    cluster: { pods: { state: 'known', value: [pod('shop', 'web'), pod('shop', 'job', 'web'), pod('play', 'web')] } },
    ...change,
  }
}

test('keeps each value once, and gives back what was one object as one', () => {
  const meta = { name: 'a name that is longer than a reference to it', labels: { app: 'something rather long' } }
  const value = { one: { meta, other: undefined }, two: [meta, null, 1, 'text'] }
  const keeper = new Keeper()
  const kept = keeper.keep(value)
  const back = keptIn(JSON.parse(JSON.stringify(keeper.pool)))(JSON.parse(JSON.stringify(kept))) as typeof value
  assert.equal(back, { one: { meta }, two: [meta, null, 1, 'text'] })
  assert.is(back.one.meta, back.two[0])
  assert.is(JSON.stringify(keeper.pool).split(meta.name).length, 2)
})

test('answer what was not asked from the lists of all that was there', () => {
  const answered = (query: Query) => derived(query, input())
  const place = { resource: 'pods', namespace: 'shop' }
  assert.equal(answered({ about: 'list', ...place }), {
    state: 'known',
    value: [pod('shop', 'web'), pod('shop', 'job', 'web')],
  })
  assert.equal(answered({ about: 'object', ...place, name: 'web' }), { state: 'known', value: pod('shop', 'web') })
  assert.equal(answered({ about: 'existence', ...place, name: 'gone' }), { state: 'absent' })
  assert.equal(answered({ about: 'dependents', uids: ['uid-of-web'] }), {
    state: 'known',
    value: [{ type: POD, meta: pod('shop', 'job', 'web').metadata }],
  })
})

test('answer nothing from what could not be read, or is of a type that was not there', () => {
  const why = { resource: 'pods', reason: 'Forbidden', message: 'no' }
  const refused = input({ cluster: { pods: { state: 'unreadable', why } } })
  for (const query of [
    { about: 'object', resource: 'pods', namespace: 'shop', name: 'web' },
    { about: 'list', resource: 'pods', namespace: 'shop' },
    { about: 'dependents', uids: ['uid-of-web'] },
    { about: 'list', resource: 'secrets' },
    { about: 'update', resource: 'pods', namespace: 'shop', name: 'web', uid: 'uid-of-web' },
  ] as const) {
    assert.is(derived(query, refused), undefined, JSON.stringify(query))
  }
})

test('tell what a rule asks and the recording does not say', () => {
  const meta = { ...pod('shop', 'web').metadata, deletionTimestamp: '2026-01-15T11:00:00Z' }
  const ref = { apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespace: 'shop', name: 'web', uid: meta.uid }
  const held = {
    ref,
    type: POD,
    meta,
    finalizers: [{ name: 'example.com/hold', field: 'metadata' as const }],
    owners: [],
  }
  const { unrecorded } = replay(input({ asked: [0], terminating: [held], cluster: {} }))
  assert.ok(unrecorded.some(({ about }) => about === 'list'))
})

test('keep of which namespaces all is known that is left there', () => {
  const namespace = (name: string) => ({ ref: { resource: 'namespaces', name, uid: name }, meta: {} }) as StuckObject
  const recorded = (known: readonly string[]) => {
    const terminating = new Map(['old', 'older'].map(name => [name, namespace(name)]))
    const contentOf = (name: string) => ({ held: [], complete: known.includes(name) })
    const facts = new FactBook({ now: new Date(0), types: [], unknownGroups: new Set() }, new Map())
    const context = { facts, asked: [], terminating, unreadable: [], contentOf, catalogue: shippedCatalogue() }
    return JSON.parse(JSON.stringify(inputOf(context, [], { beside: [], cluster: {} }))) as Input
  }
  for (const known of [[], ['old'], ['old', 'older']]) {
    const { value } = asked(recorded(known), (_, { contentOf }) =>
      ['old', 'older'].filter(name => contentOf(name).complete),
    )
    assert.equal(value, known)
  }
})

test('take what differs by its uids and some seconds for the same', () => {
  const at = (time: string, uid: string) =>
    masked(input({ terminating: [{ ref: {}, meta: { deletionTimestamp: time, uid } }] as never }))
  const uids = ['1cd4aa8c-0a3a-4c58-9c0b-0d2c8a4a0001', 'fcd4aa8c-0a3a-4c58-9c0b-0d2c8a4a0002'] as const
  assert.ok(isAlike(at('2026-01-15T11:00:00Z', uids[0]), at('2026-01-15T11:00:03Z', uids[1])))
  assert.not(isAlike(at('2026-01-15T11:00:00Z', uids[0]), at('2026-01-15T11:01:00Z', uids[0])))
})

const ANSWER: KeptAnswer = {
  objects: { 'pods shop/web': { verdict: 'stuck', causes: ['PodNodeLost Node worker'] } },
  causes: [
    {
      cause: 'PodNodeLost Node worker',
      verdict: 'stuck',
      id: 'PodNodeLost/worker',
      blocks: ['pods shop/web'],
      summary: 'the node is lost',
      evidence: ['Ready is Unknown | nodes'],
      remedies: [{ kind: 'repair', risk: 'low', summary: 'bring it back', commands: ['kubectl get node'] }],
    },
  ],
}

test('tell a difference by its kind, the gravest first', () => {
  const [cause] = ANSWER.causes
  const now: KeptAnswer = {
    objects: { 'pods shop/web': { verdict: 'unknown', causes: ['PodTerminating Pod shop/web'] } },
    causes: [{ ...cause!, cause: 'PodTerminating Pod shop/web', verdict: 'unknown', evidence: [], summary: 'it ends' }],
    unrecorded: ['version'],
  }
  assert.equal(differencesOf(ANSWER, ANSWER), [])
  const kinds = differencesOf(ANSWER, { ...now, causes: [{ ...now.causes[0]!, id: cause!.id }] }).map(
    ({ kind }) => kind,
  )
  assert.equal(kinds, ['cause', 'verdict', 'object', 'evidence', 'summary', 'unrecorded'])
})

test('show of a list only what differs in it', () => {
  const [cause] = ANSWER.causes
  const evidence = [...cause!.evidence, 'the Lease is old | leases']
  const text = differencesText(differencesOf(ANSWER, { ...ANSWER, causes: [{ ...cause!, evidence }] }))
  assert.is(text, '  evidence of PodNodeLost Node worker\n+   the Lease is old | leases')
})

test.run()
