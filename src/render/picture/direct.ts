import type { Cause, ExplainedObject } from '../words/explanation.ts'

/**
 * The uids of the objects that a cause holds by itself: what waits for none of its other objects. Of a circle, in which
 * each waits for another, one stands for all of it. Every object that the cause blocks waits for one of these.
 */
export function directlyHeld({ blocks }: Cause, objects: ReadonlyMap<string, ExplainedObject>): readonly string[] {
  const blocked = new Set(blocks.map(({ uid }) => uid))
  const waitsFor = (uid: string): readonly string[] =>
    (objects.get(uid)?.waitingFor ?? []).map(({ ref }) => ref.uid).filter(other => other !== uid && blocked.has(other))
  const waits = [...blocked].flatMap(uid => waitsFor(uid).map(other => ({ uid, other })))
  const waiters = Map.groupBy(waits, ({ other }) => other)
  const direct = [...blocked].filter(uid => waitsFor(uid).length === 0)
  const left = new Set(blocked)
  for (const uid of direct) leaveOut(uid, left, waiters)
  while (left.size > 0) {
    const inCircle = walkToCircle(left, waitsFor)
    direct.push(inCircle)
    leaveOut(inCircle, left, waiters)
  }
  return direct
}

/** Takes an object out of those that are left, and all that wait for it. */
function leaveOut(
  start: string,
  left: Set<string>,
  waiters: ReadonlyMap<string, readonly { readonly uid: string }[]>,
): void {
  const queue = [start]
  for (let uid = queue.pop(); uid !== undefined; uid = queue.pop()) {
    if (left.delete(uid)) for (const waiter of waiters.get(uid) ?? []) queue.push(waiter.uid)
  }
}

/** Follows what waits for what until an object comes up a second time. */
function walkToCircle(left: ReadonlySet<string>, waitsFor: (uid: string) => readonly string[]): string {
  const seen = new Set<string>()
  // No list of all that are left: there may be as many circles as objects.
  let at = left.values().next().value!
  while (!seen.has(at)) {
    seen.add(at)
    at = waitsFor(at).find(other => left.has(other)) ?? at
  }
  return at
}
