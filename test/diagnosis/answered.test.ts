import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Fact, type Query, queryKey } from '../../src/api/fact.ts'
import { eachTogether, filterTogether, together, whenAnswered } from '../../src/diagnosis/answered.ts'
import { FactBook, once } from '../../src/diagnosis/facts.ts'

const test = suite('a question that is not answered yet')

function secret(name: string): Query {
  return { about: 'object', resource: 'secrets', namespace: 'n', name }
}

function book(...absent: readonly string[]): FactBook {
  const known = new Map<string, Fact<unknown>>(absent.map(name => [queryKey(secret(name)), { state: 'absent' }]))
  return new FactBook({ now: new Date(0), types: [], unknownGroups: new Set() }, known)
}

test('is asked when it is read, and keeps nobody before its answer is looked at', () => {
  const facts = book('a')
  const look = (names: readonly string[]) => {
    const all = names.map(name => facts.read(secret(name)))
    return all.map(({ state }) => state)
  }
  assert.is(
    whenAnswered(() => look(['b', 'a', 'c'])),
    undefined,
  )
  assert.equal([...facts.missing.values()], [secret('b'), secret('c')])
  assert.equal(
    whenAnswered(() => look(['a'])),
    ['absent'],
  )
})

test('does not keep what does not depend on it from being asked in the same round', () => {
  const facts = book('a')
  const isAbsent = (name: string) => facts.read(secret(name)).state === 'absent'
  assert.is(
    whenAnswered(() => eachTogether(['b', 'a', 'c'], isAbsent)),
    undefined,
  )
  assert.is(
    whenAnswered(() =>
      together(
        () => isAbsent('d'),
        () => isAbsent('e'),
      ),
    ),
    undefined,
  )
  assert.equal([...facts.missing.values()], ['b', 'c', 'd', 'e'].map(secret))
  assert.equal(
    filterTogether(['a'], name => isAbsent(name)),
    ['a'],
  )
})

test('hides no error of what looks at it', () => {
  const broken = () => {
    throw new Error('broken')
  }
  assert.throws(() => whenAnswered(broken), /broken/)
  assert.throws(() => eachTogether(['a'], broken), /broken/)
})

test('is met again by all who ask for what waits for it, and computed anew in the next round', () => {
  const facts = book('a')
  let computed = 0
  const look = () =>
    whenAnswered(() =>
      once(facts, 'key', () => {
        computed++
        return facts.read(secret('b')).state
      }),
    )
  look()
  const { met } = facts.unanswered
  look()
  assert.is(facts.unanswered.met, met + 1)
  assert.is(computed, 1)
  facts.nextRound()
  look()
  assert.is(computed, 2)
})

test('could not be read, where no more are asked', () => {
  const facts = book()
  facts.lastRound()
  const fact = facts.read(secret('b'))
  assert.is(fact.state === 'unreadable' && fact.why.reason, 'NotAsked')
  assert.is(facts.missing.size, 0)
})

test.run()
