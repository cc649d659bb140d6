import type { ObjectRef } from '../../api/object-ref.ts'
import type { WrittenOrder, WrittenStep } from '../../api/written-order.ts'
import { eachOnce } from '../../messages/sentence.ts'
import { graphOf } from '../graph.ts'
import type { UnnumberedWave } from './foreseen.ts'

/** Waves of a smaller tier are over before those of the next begin, whatever is written. */
export interface TieredWave extends UnnumberedWave {
  readonly tier: number
}

/** What is known to go before another object. */
export interface Proven {
  readonly first: readonly string[]
  readonly later: string
}

export interface Orders {
  readonly written: readonly WrittenOrder[]
  readonly proven: readonly Proven[]
  /** Whether an object may go with an earlier tier, where it is written to go before something in that. */
  readonly mayGoEarlier: (uid: string) => boolean
}

/**
 * Waves in the order that somebody wrote, where that does not go against what is proven: what is not followed is told
 * with the wave.
 */
export function inWrittenOrder(waves: readonly TieredWave[], orders: Orders): readonly UnnumberedWave[] {
  if (orders.written.length === 0) return waves.map(({ tier, ...wave }) => wave)
  const refs = waves.flatMap((wave, index) => wave.refs.map(ref => ({ ref, index })))
  const tiers = new Map(waves.flatMap(({ tier, refs: own }) => own.map(({ uid }) => [uid, tier] as const)))
  moveEarlier(tiers, orders)
  const steps = orders.written.flatMap((order, at) => stepsBetween(order, at, tiers))
  const graph = withoutCircles(tiers, steps, orders.proven)
  const keyOf = ({ ref, index }: (typeof refs)[number]): string =>
    [tiers.get(ref.uid)!, graph.depths.get(ref.uid)!, index].map(each => String(each).padStart(9, '0')).join()
  const kept = steps.filter(step => !graph.left.has(step))
  const [followed, unfollowed] = [textsBy(kept, 'first'), textsBy(graph.left, 'later')]
  const sorted = [...Map.groupBy(refs, keyOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([, same]) => {
    const { tier, ...wave } = waves[same[0]!.index]!
    const own = same.map(({ ref }) => ref)
    return { ...wave, refs: own, ...told('written', own, followed), ...told('unfollowed', own, unfollowed) }
  })
}

/** What is written to go before something of an earlier tier goes with that, where it may. */
function moveEarlier(tiers: Map<string, number>, { written, mayGoEarlier }: Orders): void {
  for (let moved = true; moved; ) {
    moved = false
    for (const order of written) {
      let earliest = Number.POSITIVE_INFINITY
      for (const { uids } of order.toReversed()) {
        const own = uids.filter(uid => tiers.has(uid))
        for (const uid of own) {
          if (tiers.get(uid)! <= earliest || !mayGoEarlier(uid)) continue
          tiers.set(uid, earliest)
          moved = true
        }
        for (const uid of own) earliest = Math.min(earliest, tiers.get(uid)!)
      }
    }
  }
}

/** Between two steps of an order: those of the one are over before those of the other begin. */
interface Between {
  readonly key: string
  readonly first: readonly string[]
  readonly later: readonly string[]
  readonly says: WrittenStep['says']
  /** Whether that goes against the tiers. */
  readonly isAgainst: boolean
}

/** Of each tier by itself, so that a step that has nothing in it parts no others; and what goes against the tiers. */
function stepsBetween(order: WrittenOrder, at: number, tiers: ReadonlyMap<string, number>): readonly Between[] {
  const placed = order.map(({ uids, says }) => ({ says, uids: uids.filter(uid => tiers.has(uid)) }))
  const within = [...new Set(tiers.values())].flatMap(tier => {
    const own = placed
      .map(({ uids, says }) => ({ says, uids: uids.filter(uid => tiers.get(uid) === tier) }))
      .filter(({ uids }) => uids.length > 0)
    return own.slice(1).map(({ uids }, index) => {
      const { uids: first, says } = own[index]!
      return { key: `${at} ${tier} ${index}`, first, later: uids, says, isAgainst: false }
    })
  })
  return [...within, ...againstTiers(placed, tiers)]
}

function againstTiers(steps: WrittenOrder, tiers: ReadonlyMap<string, number>): readonly Between[] {
  const against: Between[] = []
  let earliest = Number.POSITIVE_INFINITY
  for (const [index, { uids, says }] of [...steps.entries()].toReversed()) {
    const own = uids.map(uid => tiers.get(uid)!)
    const latest = own.reduce((most, tier) => Math.max(most, tier), -1)
    if (latest > earliest) {
      const later = steps.slice(index + 1).flatMap(step => step.uids.filter(uid => tiers.get(uid)! < latest))
      against.push({ key: '', first: uids, later, says, isAgainst: true })
    }
    earliest = own.reduce((least, tier) => Math.min(least, tier), earliest)
  }
  return against
}

interface Layered {
  /** How many steps there are before each, by uid. */
  readonly depths: ReadonlyMap<string, number>
  /** What is written and not followed, with those that go all the same. */
  readonly left: ReadonlySet<Between>
}

/** What leads in a circle with others or with what is proven is not followed; what is proven is. */
function withoutCircles(
  tiers: ReadonlyMap<string, number>,
  steps: readonly Between[],
  proven: readonly Proven[],
): Layered {
  const facts = proven.map(({ first, later }, at) => {
    const own = first.filter(uid => tiers.get(uid) === tiers.get(later))
    return { key: `proven ${at}`, first: own, later: own.length === 0 ? [] : [later] }
  })
  const inTiers = steps.filter(({ isAgainst }) => !isAgainst)
  const cycles = graphIn(tiers, [...facts, ...inTiers]).cycles()
  const circular = new Set(cycles.flat())
  const kept = inTiers.filter(({ key }) => !circular.has(key))
  const waves = graphIn(tiers, [...facts, ...kept]).waves()
  const depths = new Map(waves.flatMap((uids, depth) => uids.map(uid => [uid, depth] as const)))
  return { depths, left: new Set(steps.filter(({ key, isAgainst }) => isAgainst || circular.has(key))) }
}

/** A node for each object and for each step: as many edges as members, not as pairs of them. */
function graphIn(tiers: ReadonlyMap<string, number>, steps: readonly Omit<Between, 'says' | 'isAgainst'>[]) {
  const waits = new Map<string, string[]>([...tiers.keys()].map(uid => [uid, []]))
  for (const { key, first, later } of steps) {
    waits.set(key, [...first])
    for (const uid of later) waits.get(uid)?.push(key)
  }
  return graphOf(new Map([...waits.keys()].map(key => [key, key])), (_, key) => waits.get(key)!)
}

/** What is written of each object, by uid. */
function textsBy(steps: Iterable<Between>, members: 'first' | 'later') {
  const all = [...steps].flatMap(step => step[members].map(uid => ({ uid, says: step.says })))
  return Map.groupBy(all, ({ uid }) => uid)
}

function told(
  as: 'written' | 'unfollowed',
  refs: readonly ObjectRef[],
  texts: ReturnType<typeof textsBy>,
): Pick<UnnumberedWave, 'written' | 'unfollowed'> {
  const own = eachOnce(refs.flatMap(({ uid }) => texts.get(uid) ?? []).map(({ says }) => says))
  return own.length === 0 ? {} : { [as]: own }
}
