import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, type Query, queryKey } from '../../src/api/fact.ts'
import type { ResourceType } from '../../src/api/resource-type.ts'
import { createCatalogue } from '../../src/diagnosis/catalogue/catalogue.ts'
import { type Diagnosis, diagnose, diagnoseInSteps } from '../../src/diagnosis/diagnose.ts'
import { FactBook } from '../../src/diagnosis/facts.ts'
import {
  type Blocker,
  type CauseDraft,
  heldOf,
  type Rule,
  type RuleContext,
  type StuckObject,
  verdictOf,
} from '../../src/diagnosis/stuck-object.ts'
import type { Verdict } from '../../src/render/words/explanation.ts'
import { worded } from '../worded.ts'

const test = suite('engine')

const THING: ResourceType = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  singular: 'thing',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['list'],
}

function thing(name: string): StuckObject {
  return heldOf(THING, { name, namespace: 'n', uid: name, deletionTimestamp: '2026-01-01T00:00:00Z' })
}

function contextOf(facts = new FactBook({ now: new Date(0), types: [], unknownGroups: new Set() }, new Map())) {
  return {
    facts,
    terminating: new Map(),
    asked: [],
    unreadable: [],
    contentOf: () => ({ held: [], complete: true }),
    catalogue: createCatalogue([]),
  } satisfies RuleContext
}

function draft(key: string, more: Partial<CauseDraft> = {}): CauseDraft {
  return {
    key: key as CauseDraft['key'],
    code: 'ControllerMissing',
    subject: { kind: 'Deployment', name: key },
    summary: `${key} is missing`,
    evidence: [],
    remedies: () => [],
    ...more,
  }
}

const waits = (name: string): Blocker => ({
  verdict: 'waiting',
  waitingFor: [{ ref: thing(name).ref, reason: 'Owned', held: thing(name) }],
})

/** A rule that knows by heart what holds each object. */
function table(holdings: Readonly<Record<string, readonly Blocker[]>>): Rule {
  return held => holdings[held.ref.name] ?? []
}

const blocks = ({ causes }: Diagnosis): Record<string, string[]> =>
  Object.fromEntries(causes.map(cause => [cause.id, cause.blocks.map(({ name }) => name)]))

/** As everything of this type without finalizers is told of that no rule explains. */
const UNEXPLAINED = 'ControllerUnknown/unexplained/things.example.com'

test('a cause holds what shows it and what waits for that, through any number of steps', () => {
  const rule = table({ a: [waits('b')], b: [waits('c')], c: [{ verdict: 'stuck', cause: draft('root') }], d: [] })
  const diagnosis = diagnose([thing('a'), thing('d')], contextOf(), [rule])
  assert.equal(blocks(diagnosis), { root: ['c', 'b', 'a'], [UNEXPLAINED]: ['d'] })
  assert.equal(
    diagnosis.objects.map(({ ref, verdict, causes }) => [ref.name, verdict, ...causes]),
    [
      ['a', 'waiting', 'root'],
      ['d', 'unknown', UNEXPLAINED],
      ['b', 'waiting', 'root'],
      ['c', 'stuck', 'root'],
    ],
  )
})

test('objects that wait for each other are each looked at once, with the cause of either', () => {
  const looked: string[] = []
  const known = table({ a: [waits('b')], b: [waits('a'), { verdict: 'stuck', cause: draft('root') }], c: [waits('c')] })
  const rule: Rule = (held, context) => {
    looked.push(held.ref.name)
    return known(held, context)
  }
  const diagnosis = diagnose([thing('a'), thing('b'), thing('c')], contextOf(), [rule])
  assert.equal(looked, ['a', 'b', 'c'])
  assert.equal(blocks(diagnosis), { root: ['b', 'a'], [UNEXPLAINED]: ['c'] })
})

test('what no rule explains is unknown where its chain ends, also at something that nobody deletes', () => {
  const alive = { ...thing('alive'), meta: { name: 'alive', namespace: 'n', uid: 'alive' } }
  const aliveToo = { ...thing('idle'), meta: { name: 'idle', namespace: 'n', uid: 'idle' } }
  const to = (...held: StuckObject[]): Blocker => ({
    verdict: 'waiting',
    waitingFor: held.map(each => ({ ref: each.ref, reason: 'Owned', held: each })),
  })
  const rule = table({
    a: [waits('b')],
    b: [to(alive)],
    c: [{ verdict: 'stuck', cause: draft('root') }, to(aliveToo)],
  })
  const { objects, causes } = diagnose([thing('a'), thing('c')], contextOf(), [rule])
  assert.equal(
    causes.map(({ code, verdict, subject, blocks }) => [code, verdict, subject.name, blocks.map(({ name }) => name)]),
    [
      ['ControllerUnknown', 'unknown', 'alive', ['alive', 'b', 'a']],
      ['ControllerMissing', 'stuck', 'root', ['c']],
    ],
  )
  assert.equal(
    objects.map(({ ref, verdict }) => [ref.name, verdict]),
    [
      ['a', 'waiting'],
      ['c', 'stuck'],
      ['b', 'waiting'],
      ['idle', 'unknown'],
      ['alive', 'unknown'],
    ],
  )
})

test('a circle that no rule explains is unknown once, with everything that waits for it', () => {
  const rule = table({ a: [waits('b')], b: [waits('c')], c: [waits('b')] })
  const { causes } = diagnose([thing('a')], contextOf(), [rule])
  assert.equal(
    causes.map(({ code, blocks }) => [code, blocks.map(({ name }) => name).toSorted()]),
    [['ControllerUnknown', ['a', 'b', 'c']]],
  )
})

test('what could not be read is the evidence of a cause that nobody names', () => {
  const missing = [{ fact: 'pods could not be read', source: 'pods' }]
  const rule = table({ a: [{ verdict: 'unknown', missing }] })
  const { causes, direct } = diagnose([thing('a')], contextOf(), [rule])
  assert.equal(causes[0]!.evidence[0], missing[0])
  assert.equal(
    direct.get(thing('a').ref.uid)!.map(({ incomplete, finalizer }) => [incomplete, finalizer]),
    [[true, undefined]],
  )
})

test('one thing to repair is one cause, with remedies for all that it holds', () => {
  const seen: (readonly string[])[] = []
  const shared: CauseDraft = draft('shared', {
    remedies: (held, direct) => {
      seen.push([...held.map(({ name }) => name), '/', ...direct.map(({ ref }) => ref.name)])
      return []
    },
  })
  const holding: Blocker = { verdict: 'stuck', cause: shared }
  const rule = table({ a: [holding], b: [holding], c: [waits('b')] })
  assert.equal(blocks(diagnose([thing('c'), thing('a')], contextOf(), [rule])), { shared: ['a', 'b', 'c'] })
  assert.equal(seen, [['a', 'b', 'c', '/', 'a', 'b']])
})

test('what holds most comes first, and what holds the same keeps an order', () => {
  const hold = (key: string): Blocker => ({ verdict: 'stuck', cause: draft(key) })
  const rule = table({ a: [hold('z')], b: [hold('y')], c: [hold('x'), hold('z')] })
  const { causes } = diagnose([thing('a'), thing('b'), thing('c')], contextOf(), [rule])
  assert.equal(
    causes.map(({ id }) => id),
    ['z', 'x', 'y'],
  )
})

test('of causes that hold the same objects what is proven comes first, and what the server rejects for before that', () => {
  const unknown = (key: string): Blocker => ({ verdict: 'unknown', cause: draft(key) })
  const rejects = draft('z', { code: 'WebhookUnavailable' })
  const own: readonly Blocker[] = [unknown('a'), { verdict: 'stuck', cause: draft('y') }]
  const rule = table({ one: [...own, { verdict: 'unknown', cause: rejects }], other: [unknown('b')] })
  const { causes, objects } = diagnose([thing('one'), thing('other')], contextOf(), [rule])
  assert.equal(
    causes.map(({ id }) => id),
    ['z', 'y', 'a', 'b'],
  )
  assert.equal(objects.find(({ ref }) => ref.name === 'one')?.causes, ['z', 'y', 'a'])
})

test('the worst of what is known is the verdict: stuck, unknown, waiting, progressing', () => {
  const order: readonly Verdict[] = ['stuck', 'unknown', 'waiting', 'progressing']
  for (const [index, verdict] of order.entries()) {
    assert.is(verdictOf(order.slice(index).map(each => ({ verdict: each }))), verdict)
  }
  assert.is(verdictOf([]), 'unknown')
})

test('a cause has the worst verdict of those that show it', () => {
  const rule = table({
    a: [{ verdict: 'progressing', cause: draft('root') }],
    b: [{ verdict: 'unknown', cause: draft('root') }],
  })
  assert.is(diagnose([thing('a'), thing('b')], contextOf(), [rule]).causes[0]!.verdict, 'unknown')
})

test('of several objects, what only one of them shows is told with its name, however short that is', () => {
  const rule: Rule = ({ ref: { name } }) => {
    const facts = name === 's' ? ['thing s is slow', 'shared'] : ['it is slow', 'it reports 3 of 4', 'shared']
    return [{ verdict: 'stuck', cause: draft('one', { evidence: facts.map(fact => ({ fact, source: 'x' })) }) }]
  }
  const [cause] = diagnose([thing('s'), thing('t')], contextOf(), [rule]).causes
  assert.equal(worded(cause!.evidence.map(({ fact }) => fact)), [
    'thing s is slow',
    'shared',
    'Thing n/t: it is slow',
    'Thing n/t: it reports 3 of 4',
  ])
})

test('evidence is told once, and no more than a screen takes', () => {
  const rule: Rule = held => [
    {
      verdict: 'stuck',
      cause: draft('root', {
        evidence: [
          { fact: 'the same', source: 'pods' },
          { fact: `about ${held.ref.name}`, source: 'pods' },
        ],
      }),
    },
  ]
  const things = Array.from({ length: 100 }, (_, index) => thing(`t${index}`))
  const { evidence } = diagnose(things, contextOf(), [rule]).causes[0]!
  assert.is(evidence.length, 8)
  assert.is(evidence.filter(({ fact }) => fact === 'the same').length, 1)
})

test('a thousand objects with one cause ask each question once, and an answer may lead to the next question', () => {
  const deployment: Query = { about: 'object', resource: 'deployments.apps', namespace: 'n', name: 'operator' }
  const pods: Query = { about: 'list', resource: 'pods', namespace: 'n' }
  const rule: Rule = (_, { facts }) => {
    const controller = facts.read(deployment)
    if (controller.state !== 'known') return []
    return facts.read(pods).state === 'absent' ? [{ verdict: 'stuck', cause: draft('operator') }] : []
  }
  const things = Array.from({ length: 1000 }, (_, index) => thing(`t${index}`))
  const known = new Map<string, Fact<unknown>>()
  const rounds: string[][] = []
  for (;;) {
    const facts = new FactBook({ now: new Date(0), types: [], unknownGroups: new Set() }, known)
    const diagnosis = diagnose(things, contextOf(facts), [rule])
    if (facts.missing.size === 0) {
      assert.is(diagnosis.causes[0]!.blocks.length, 1000)
      break
    }
    rounds.push([...facts.missing.keys()])
    for (const [key, query] of facts.missing) {
      known.set(key, query.about === 'object' ? { state: 'known', value: {} } : { state: 'absent' })
    }
  }
  assert.equal(rounds, [[queryKey(deployment)], [queryKey(pods)]])
})

test('a thousand alike that ask each for two things of its own are known after a few rounds', () => {
  const objectOf = (name: string): Query => ({ about: 'object', resource: 'secrets', namespace: 'n', name })
  const rule: Rule = ({ ref }, { facts }) => {
    const [own, next] = [ref.name, `${ref.name}-next`].map(name => () => facts.read(objectOf(name)).state)
    return own!() === 'absent' && next!() === 'absent' ? [{ verdict: 'stuck', cause: draft('missing') }] : []
  }
  const things = Array.from({ length: 1000 }, (_, index) => thing(`t${index}`))
  const known = new Map<string, Fact<unknown>>()
  const facts = new FactBook({ now: new Date(0), types: [], unknownGroups: new Set() }, known)
  const asked: number[] = []
  for (;;) {
    const diagnosis = diagnose(things, contextOf(facts), [rule])
    if (facts.missing.size === 0) {
      assert.is(diagnosis.causes[0]!.blocks.length, 1000)
      break
    }
    assert.equal(diagnosis.causes, [], 'nothing is concluded yet')
    asked.push(facts.missing.size)
    for (const key of facts.missing.keys()) known.set(key, { state: 'absent' })
    facts.nextRound()
  }
  assert.equal(asked, [1, 1000, 999])
})

test('of a thousand alike in fifty namespaces a few meet what all of them ask for next', () => {
  const looks = [0]
  const rule: Rule = ({ ref }, { facts }) => {
    looks[looks.length - 1]!++
    const list = facts.read({ about: 'list', resource: 'secrets', namespace: ref.namespace })
    if (list.state === 'known' || facts.read({ about: 'version' }).state === 'known') return []
    return [{ verdict: 'stuck', cause: draft('missing') }]
  }
  const things = Array.from({ length: 1000 }, (_, index) =>
    heldOf(THING, { ...thing(`t${index}`).meta, namespace: `n${index % 50}` }),
  )
  const known = new Map<string, Fact<unknown>>()
  const facts = new FactBook({ now: new Date(0), types: [], unknownGroups: new Set() }, known)
  for (;;) {
    const diagnosis = diagnose(things, contextOf(facts), [rule])
    if (facts.missing.size === 0) {
      assert.is(diagnosis.causes[0]!.blocks.length, 1000)
      break
    }
    for (const key of facts.missing.keys()) known.set(key, { state: 'absent' })
    facts.nextRound()
    looks.push(0)
  }
  // Each namespace asks for a list of its own; in the second round the first brings a new question, and sixteen more none.
  assert.equal(looks, [50, 17, 1000])
})

test('a chain of ten thousand objects is walked', () => {
  const last = 9999
  const rule: Rule = ({ ref }) => {
    const index = Number(ref.name.slice(1))
    return index === last ? [{ verdict: 'stuck', cause: draft('root') }] : [waits(`t${index + 1}`)]
  }
  assert.is(diagnose([thing('t0')], contextOf(), [rule]).causes[0]!.blocks.length, last + 1)
})

test('takes a step for each object, so that an interrupt is heard between them', () => {
  const names = Array.from({ length: 50 }, (_, index) => `t${index}`)
  const rule = table(Object.fromEntries(names.map(name => [name, [{ verdict: 'stuck' as const, cause: draft(name) }]])))
  const work = diagnoseInSteps(names.map(thing), contextOf(), [rule])
  let steps = 0
  let each = work.next()
  for (; !each.done; each = work.next()) steps++
  assert.equal(each.value, diagnose(names.map(thing), contextOf(), [rule]))
  assert.ok(steps >= 100)
})

test('nothing is concluded while a remedy of one cause waits for an answer, and all causes have asked by then', () => {
  const asking = (name: string) => (context: RuleContext) => {
    context.facts.read({ about: 'object', resource: 'secrets', namespace: 'n', name }).state
    return []
  }
  const context = contextOf()
  const held = [thing('a'), thing('b')]
  const rule: Rule = ({ ref: { name } }) => [
    { verdict: 'stuck', cause: draft(name, { remedies: () => asking(name)(context) }) },
  ]
  const answer = diagnose(held, context, [rule])
  assert.equal([answer.causes, answer.direct.size, answer.objects], [[], 0, []])
  assert.is(context.facts.missing.size, 2)
})

test.run()
