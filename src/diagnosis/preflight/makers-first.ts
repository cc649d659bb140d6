import { DEFINITIONS } from '../../api/definitions.ts'
import type { ObjectRef } from '../../api/object-ref.ts'
import { graphOf } from '../graph.ts'
import type { UnnumberedWave } from './foreseen.ts'
import type { Reached } from './reach.ts'

type Reach = ReadonlyMap<string, Reached>

/** What is in these goes with them, and they come last. */
const LAST: ReadonlySet<string> = new Set(['namespaces', DEFINITIONS])

/**
 * The same waves, each object after its controller owner, whose controller recreates what it misses. An owner in reach
 * that is in none of the waves goes first too, unless the waves are to go before it.
 */
export function makersFirst(waves: readonly UnnumberedWave[], reach: Reach): readonly UnnumberedWave[] {
  const needed = withOwners(
    waves.flatMap(({ before = [] }) => before),
    reach,
  )
  const makerOf = (uid: string): ObjectRef | undefined => {
    const maker = reachedOwner(uid, reach)?.held
    if (maker === undefined || needed.has(maker.ref.uid) || LAST.has(maker.ref.resource)) return undefined
    return maker.meta.deletionTimestamp === undefined ? maker.ref : undefined
  }
  const placed = new Map(waves.flatMap(wave => wave.refs.map(ref => [ref.uid, { ref, wave }] as const)))
  const makes = new Map<string, ObjectRef[]>()
  // What is added meanwhile is walked too: a maker may be made by another one.
  for (const { ref } of placed.values()) {
    const maker = makerOf(ref.uid)
    if (maker === undefined) continue
    const before = makes.get(maker.uid) ?? []
    makes.set(maker.uid, [...before, ref])
    if (!placed.has(maker.uid)) placed.set(maker.uid, { ref: maker, wave: { reason: 'MakesAgain', refs: [maker] } })
  }
  // Those of one wave are put in this order when they are deleted.
  const waitsFor = (uid: string): readonly string[] => {
    const maker = makerOf(uid)?.uid
    return maker === undefined || placed.get(maker)!.wave === placed.get(uid)!.wave ? [] : [maker]
  }
  const steps = graphOf(placed, (_, uid) => waitsFor(uid)).waves()
  if (steps.length < 2) return waves
  return steps.flatMap(step =>
    [...Map.groupBy(step, ({ wave }) => wave)].map(([wave, same]) => {
      const refs = same.map(({ ref }) => ref)
      return { ...wave, refs, ...(wave.reason === 'MakesAgain' && { before: makes.get(refs[0]!.uid) }) }
    }),
  )
}

function withOwners(refs: readonly ObjectRef[], reach: Reach): ReadonlySet<string> {
  const all = new Set(refs.map(({ uid }) => uid))
  for (const uid of all) {
    const owner = reachedOwner(uid, reach)
    if (owner !== undefined) all.add(owner.held.ref.uid)
  }
  return all
}

export function reachedOwner(uid: string, reach: Reach): Reached | undefined {
  const owner = reach.get(uid)?.held.meta.ownerReferences?.find(({ controller }) => controller === true)
  return owner && reach.get(owner.uid)
}
