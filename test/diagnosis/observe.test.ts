import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Look, observed } from '../../src/diagnosis/observe.ts'
import type { Cause, ExplainedObject, Verdict } from '../../src/render/words/explanation.ts'
import { inWords } from '../../src/render/words/in-words.ts'

const test = suite('two looks')

function object(name: string, finalizers: readonly string[], verdict: Verdict, causes = ['root']): ExplainedObject {
  return {
    ref: {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      resource: 'things.example.com',
      namespace: 'n',
      name,
      uid: name,
    },
    deletionTimestamp: '2026-01-01T00:00:00Z',
    verdict,
    finalizers: finalizers.map(each => ({ name: each, field: 'metadata' })),
    owners: [],
    waitingFor: [],
    causes,
  }
}

/** A look at these objects and the causes that they name. */
function look(objects: readonly ExplainedObject[], verdicts: Readonly<Record<string, Verdict>> = {}): Look {
  const ids = [...new Set(objects.flatMap(({ causes }) => causes))]
  const causes = ids.map(
    (id): Cause => ({
      id,
      code: 'ControllerUnknown',
      verdict: verdicts[id] ?? 'unknown',
      subject: { kind: 'Thing', name: id },
      summary: '',
      evidence: [],
      blocks: objects.filter(each => each.causes.includes(id)).map(({ ref }) => ref),
      remedies: [],
    }),
  )
  return { objects, causes, unreadable: [], seen: new Set(objects.map(({ ref }) => ref.uid)) }
}

test('a count that falls is progress, of the cause and of what it still holds', () => {
  const [a, b] = [object('a', ['f'], 'unknown'), object('b', ['f'], 'unknown')]
  const { objects, causes, observed: seen } = observed(look([a, b]), look([b]), 10)
  assert.is(causes[0]!.verdict, 'progressing')
  assert.match(inWords(causes[0]!.evidence[0]!.fact), /1 of 2 objects/)
  assert.is(objects[0]!.verdict, 'progressing')
  assert.equal(
    seen.gone.map(({ name }) => name),
    ['a'],
  )
})

test('what stands still proves nothing', () => {
  const before = look([object('a', ['f'], 'unknown')])
  const { objects, causes } = observed(before, before, 10)
  assert.equal([causes[0]!.verdict, objects[0]!.verdict], ['unknown', 'unknown'])
})

test('an object that lost a finalizer is in progress, unless another is proven to stay', () => {
  const before = [object('a', ['f', 'g'], 'unknown', []), object('b', ['f', 'g'], 'stuck')]
  const after = [object('a', ['g'], 'unknown', []), object('b', ['g'], 'stuck')]
  const { objects, observed: seen } = observed(look(before), look(after, { root: 'stuck' }), 10)
  assert.equal(
    objects.map(({ verdict }) => verdict),
    ['progressing', 'stuck'],
  )
  assert.is(seen.shrunk.length, 2)
})

test('a second look that could not read the type takes nothing for gone', () => {
  const [a, b] = [object('a', ['f'], 'unknown'), object('b', ['f'], 'unknown')]
  for (const resource of ['things.example.com', '*.example.com', '*']) {
    const after = { ...look([b]), unreadable: [{ resource, reason: 'Timeout', message: '' }] }
    assert.equal(observed(look([a, b]), after, 10).observed.gone, [])
  }
  const elsewhere = { resource: 'things.example.com', namespace: 'other', reason: 'Forbidden', message: '' }
  assert.is(observed(look([a, b]), { ...look([b]), unreadable: [elsewhere] }, 10).observed.gone.length, 1)
})

test('what only a chain led to is not gone with the chain', () => {
  const [a, b] = [object('a', ['f'], 'unknown'), object('b', ['f'], 'unknown')]
  const still = { ...look([b]), seen: new Set(['a', 'b']) }
  assert.equal(observed(look([a, b]), still, 10).observed.gone, [])
  const outside = { ...look([a, b]), seen: new Set(['b']) }
  assert.equal(observed(outside, look([b]), 10).observed.gone, [])
})

test.run()
