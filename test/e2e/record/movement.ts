import { type Told, type ToldCause, type ToldObject, targetOf } from './told.ts'

/** What was told of the cluster, before and after it was read from elsewhere, and what is told of what was read. */
export interface Looks {
  readonly here: Told
  readonly before: Told
  readonly after: Told
}

/** Times of a deletion have whole seconds. */
const TICK = 1000

/** What moved while a cluster was read for elsewhere, by proof: nothing else may be told otherwise than on the cluster. */
export interface Movement {
  /** Told otherwise after than before, there in one of both alone, or came and went between. */
  moved(uid: string): boolean
  /** It moved, or waits for what moved: what it inherits may have moved with that. */
  touched(uid: string): boolean
  /** A cause that is told neither before nor after: all that it holds by itself moved. */
  passing(cause: ToldCause): boolean
}

export function movementOf({ here, before, after }: Looks): Movement {
  const [b, a, h] = [before, after, here].map(byUid) as [ByUid, ByUid, ByUid]
  const uids = new Set([...b.keys(), ...a.keys(), ...h.keys()])
  const moves = new Set([...uids].filter(uid => JSON.stringify(b.get(uid)) !== JSON.stringify(a.get(uid))))
  const isUntold = (uid: string) => !b.has(uid) && !a.has(uid)
  // It came and went: its deletion was asked for after the look before began, and it is gone.
  for (const uid of uids) if (isUntold(uid) && (here.asked.get(uid) ?? 0) >= before.began - TICK) moves.add(uid)
  // What nobody deletes is told where something waits for it: it came and went with all that do.
  for (let size = -1; size !== moves.size; ) {
    size = moves.size
    for (const uid of uids) {
      if (moves.has(uid) || !isUntold(uid) || here.asked.has(uid)) continue
      const waiters = here.objects.filter(({ waitingFor }) => waitingFor.some(edge => targetOf(edge) === uid))
      if (waiters.length > 0 && waiters.every(waiter => moves.has(waiter.uid))) moves.add(uid)
    }
  }
  const edges = (uid: string) => [b, a, h].flatMap(told => told.get(uid)?.waitingFor ?? []).map(targetOf)
  const touched = new Set(moves)
  for (let size = -1; size !== touched.size; ) {
    size = touched.size
    for (const uid of uids) if (edges(uid).some(target => touched.has(target))) touched.add(uid)
  }
  const isHeldByItself = (uid: string, blocks: readonly string[]) =>
    !(h.get(uid)?.waitingFor ?? []).some(edge => targetOf(edge) !== uid && blocks.includes(targetOf(edge)))
  return {
    moved: uid => moves.has(uid),
    touched: uid => touched.has(uid),
    passing: ({ blocks }) => {
      const roots = blocks.filter(uid => isHeldByItself(uid, blocks))
      return roots.length > 0 && roots.every(uid => moves.has(uid))
    },
  }
}

type ByUid = ReadonlyMap<string, ToldObject>

const byUid = ({ objects }: Told): ByUid => new Map(objects.map(object => [object.uid, object]))
