import type { ObjectRef } from '../../api/object-ref.ts'
import type { Preflight } from '../../diagnosis/preflight/foreseen.ts'

/** When an object goes: with which target, and in which wave. */
export interface Going {
  readonly ref: ObjectRef
  readonly wave: number
  /** The target itself, or what takes it along. */
  readonly with: ObjectRef
}

/** An object that does not go before what is only deleted after it. */
export interface Deadlock {
  readonly ref: ObjectRef
  readonly wave: number
  readonly later: readonly Going[]
}

/** When each object in reach goes, by uid; without those of which no wave is known. */
export function goingOf({ order, reach }: Pick<Preflight, 'order' | 'reach'>): ReadonlyMap<string, Going> {
  const going = new Map<string, Going>()
  for (const { wave, refs } of order) for (const ref of refs) going.set(ref.uid, { ref, wave, with: ref })
  const reached = new Map(reach.map(each => [each.ref.uid, each]))
  for (const { ref } of reach) {
    const seen = new Set<string>()
    let uid = ref.uid
    while (!going.has(uid) && !seen.has(uid) && reached.has(uid)) {
      seen.add(uid)
      uid = reached.get(uid)!.of.uid
    }
    const target = going.get(uid)
    if (target !== undefined && !going.has(ref.uid)) going.set(ref.uid, { ...target, ref })
  }
  return going
}

/** Which of these wait for something that goes in a later wave than they do; `awaits` has what is not deleted yet. */
export function deadlocksOf(
  left: readonly { readonly ref: ObjectRef; readonly awaits: readonly ObjectRef[] }[],
  going: ReadonlyMap<string, Going>,
): readonly Deadlock[] {
  return left.flatMap(({ ref, awaits }) => {
    const own = going.get(ref.uid)
    if (own === undefined) return []
    const later = awaits.flatMap(({ uid }) => going.get(uid) ?? []).filter(({ wave }) => wave > own.wave)
    return later.length === 0 ? [] : [{ ref, wave: own.wave, later }]
  })
}
