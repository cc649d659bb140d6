import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { WrittenOrder } from '../../src/api/written-order.ts'
import { inWrittenOrder, type Orders, type TieredWave } from '../../src/diagnosis/preflight/in-written-order.ts'
import { message } from '../../src/messages/sentence.ts'

const test = suite('waves in an order that somebody wrote')

const refs = (names: string) =>
  names.split(' ').map(name => ({ apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name, uid: name }))

const tier = (number: number, names: string): TieredWave => ({
  tier: number,
  reason: number === 0 ? 'NeedsController' : 'Rest',
  refs: refs(names),
})

/** `a b < c`: a and b before c. */
const order = (text: string): WrittenOrder =>
  text.split(' < ').map(step => ({ uids: step.split(' '), says: `${step} first` }))

function ordered(waves: readonly TieredWave[], written: readonly string[], more: Partial<Orders> = {}) {
  const orders = { written: written.map(order), proven: [], mayGoEarlier: () => false, ...more }
  return inWrittenOrder(waves, orders).map(wave => ({ ...wave, names: wave.refs.map(({ name }) => name).join(' ') }))
}

const namesOf = (waves: ReturnType<typeof ordered>) => waves.map(({ names }) => names)

test('are as they were where nothing is written, or all is written already', () => {
  const waves = [tier(0, 'a'), tier(0, 'b'), tier(1, 'c d')]
  assert.equal(namesOf(ordered(waves, [])), ['a', 'b', 'c d'])
  const same = ordered(waves, ['a < c', 'b < d'])
  assert.equal(namesOf(same), ['a', 'b', 'c d'])
  assert.ok(same.every(({ unfollowed }) => unfollowed === undefined))
})

test('are parted into steps, also where a step has nothing in this tier', () => {
  const waves = ordered([tier(1, 'a b c d'), tier(2, 'e')], ['c < e < a', 'b < c'])
  assert.equal(namesOf(waves), ['b d', 'c', 'a', 'e'])
  assert.equal(
    waves.map(({ written }) => written),
    [['b first'], ['c first'], undefined, undefined],
  )
  assert.equal(
    waves.map(({ unfollowed }) => unfollowed),
    [undefined, undefined, ['e first'], undefined],
  )
})

test('of what needs something are in the written order, each with its reason', () => {
  const waves = ordered([tier(0, 'a'), tier(0, 'b c'), tier(1, 'x')], ['b < a', 'a < c'])
  assert.equal(namesOf(waves), ['b', 'a', 'c', 'x'])
  assert.ok(waves.slice(0, 3).every(({ reason }) => reason === 'NeedsController'))
})

test('take in earlier what may go earlier, with all that is to go before that', () => {
  const free = new Set(['app', 'front'])
  const more = { mayGoEarlier: (uid: string) => free.has(uid) }
  const waves = ordered([tier(0, 'db'), tier(1, 'app front operator')], ['app < db < operator', 'front < app'], more)
  assert.equal(namesOf(waves), ['front', 'app', 'db', 'operator'])
  assert.equal(waves[3]!.unfollowed, undefined)
})

test('do not go against what is proven: what is not followed is told', () => {
  const waves = ordered([tier(0, 'cr'), tier(1, 'operator')], ['operator < cr'])
  assert.equal(namesOf(waves), ['cr', 'operator'])
  assert.equal(waves[0]!.unfollowed, ['operator first'])
  const proven = [{ first: ['a'], later: 'b' }]
  const circle = ordered([tier(0, 'b'), tier(0, 'a')], ['b < a'], { proven })
  assert.equal(namesOf(circle), ['a', 'b'])
  assert.equal(circle[0]!.unfollowed, ['b first'])
})

test('leave out a circle of what is written, and follow the rest', () => {
  const waves = ordered([tier(1, 'a b c d')], ['a < b', 'b < a', 'c < d'])
  assert.equal(namesOf(waves), ['a b c', 'd'])
  assert.equal(waves[0]!.unfollowed?.toSorted(), ['a first', 'b first'])
})

test('tell what is written of two of them alike once', () => {
  const says = () => message('SameProgram', { manager: 'm', finalizer: 'f', like: 'l' })
  const written = ['a', 'b'].map(uid => [
    { uids: [uid], says: says() },
    { uids: ['c'], says: '' },
  ])
  const [first] = inWrittenOrder([tier(1, 'a b c')], { written, proven: [], mayGoEarlier: () => false })
  assert.equal(first!.written, [says()])
})

test('are found in time that grows with the members, not with the pairs', () => {
  const all = Array.from({ length: 6000 }, (_, at) => `o${at}`)
  const halves = `${all.slice(0, 3000).join(' ')} < ${all.slice(3000).join(' ')}`
  assert.equal(ordered([tier(1, all.join(' '))], [halves, all.join(' < ')]).length, 6000)
})

test.run()
