import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Tree } from '../../src/diagnosis/forest.ts'
import { type Graph, graphOf, grow } from '../../src/diagnosis/graph.ts'
import { atOnce } from '../../src/diagnosis/steps.ts'

const test = suite('what waits for what')

/** `graph('a b c', 'b d')`: a waits for b and c, b for d. */
function graph(...lines: readonly string[]): Graph<string> {
  const waits = new Map(lines.map(line => [line.split(' ')[0]!, line.split(' ').slice(1)]))
  const all = new Set(lines.flatMap(line => line.split(' ')))
  return graphOf(new Map([...all].map(uid => [uid, uid])), uid => waits.get(uid) ?? [])
}

const sorted = (lists: readonly (readonly string[])[]): string[] =>
  lists.map(list => list.toSorted().join('')).toSorted()

function shape({ object, below, circle, elsewhere }: Tree<string>): string {
  const under = [...below.map(shape), ...circle.map(uid => `${uid}!`), ...elsewhere.map(uid => `${uid}?`)]
  return `${object}${under.length === 0 ? '' : `(${under.join(' ')})`}`
}
const forest = (of: Graph<string>): readonly string[] => of.forest((a, b) => (a.object < b.object ? -1 : 1)).map(shape)

test('is walked from its start to all that it leads to, each once, circles too', () => {
  const looked: string[] = []
  const next: Readonly<Record<string, readonly string[]>> = { a: ['b', 'c'], b: ['d'], c: ['d'], d: ['a'] }
  const look = (uid: string) => {
    looked.push(uid)
    return [uid.toUpperCase(), next[uid]!] as const
  }
  const grown = atOnce(grow(['a'], uid => uid, look))
  assert.equal(looked, ['a', 'b', 'c', 'd'])
  assert.equal(
    [...grown],
    [
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
      ['d', 'D'],
    ],
  )
})

test('leaves out what is none of its nodes, and names what is waited for once', () => {
  const waits = graphOf(
    new Map([
      ['a', 'a'],
      ['b', 'b'],
    ]),
    () => ['b', 'b', 'elsewhere'],
  )
  assert.equal(waits.waitsFor('a'), ['b'])
  assert.equal(waits.waitsFor('elsewhere'), [])
  assert.equal(waits.among(['a', 'elsewhere']).waitsFor('a'), [])
})

test('holds up those that wait for one of these through any number of steps, these first', () => {
  const waits = graph('top middle', 'middle end', 'beside end', 'other elsewhere')
  assert.equal(waits.blockedBy(['end']), ['end', 'middle', 'beside', 'top'])
  assert.equal(waits.blockedBy(['top']), ['top'])
  assert.equal(graph('a b', 'b c', 'c a').blockedBy(['b']).toSorted(), ['a', 'b', 'c'])
})

test('ends where something waits for nothing, and once in each circle', () => {
  assert.equal(graph('a b', 'b c', 'd c').endsOf(['a', 'd']), ['c'])
  assert.equal(graph('a b', 'b a').endsOf(['b', 'a']), ['b'])
  assert.equal(graph('a b', 'b a c').endsOf(['a']), ['c'])
  assert.equal(graph('a a').endsOf(['a']), ['a'])
})

test('has a circle where objects wait for each other, and not where one only leads into it', () => {
  assert.equal(graph('a b', 'b c').cycles(), [])
  assert.equal(sorted(graph('x a', 'a b', 'b a y', 'y z').cycles()), ['ab'])
  assert.equal(sorted(graph('a a').cycles()), ['a'])
  // Two circles and the way between them: each is one of its own, and what stands between is in none.
  assert.equal(sorted(graph('a b', 'b a m', 'm c', 'c d', 'd c').cycles()), ['ab', 'cd'])
  // Two circles with an object in common are one.
  assert.equal(sorted(graph('a b c', 'b a', 'c a').cycles()), ['abc'])
})

test('goes in waves: each after all that it waits for, a circle at once', () => {
  assert.equal(sorted(graph('ns a b', 'a b', 'c').waves()), ['a', 'bc', 'ns'])
  assert.equal(
    graph('ns a b', 'a b')
      .waves()
      .map(wave => wave.join('')),
    ['b', 'a', 'ns'],
  )
  assert.equal(
    graph('top a', 'a b', 'b a end')
      .waves()
      .map(wave => wave.join('')),
    ['end', 'ab', 'top'],
  )
})

test('goes in waves however long a chain is', () => {
  const chain = graph(...Array.from({ length: 50_000 }, (_, index) => `${index} ${index + 1}`))
  assert.equal(chain.waves().length, 50_001)
  assert.equal(chain.waves()[0], ['50000'])
})

test('is trees: an object stands once, under what is furthest from a root; circles are cut', () => {
  assert.equal(forest(graph('ns a b', 'a b')), ['ns(a(b))'])
  assert.equal(forest(graph('x z', 'y z')), ['x(z)', 'y(z?)'])
  assert.equal(forest(graph('a b', 'b a')), ['a(b(a!))'])
  assert.equal(forest(graph('a a')), ['a(a!)'])
})

test.run()
