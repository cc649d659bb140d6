import type { Held, RuleContext } from '../held.ts'
import { once } from '../once.ts'
import { blockingDependents } from './blocking-dependents.ts'
import { deletesInForeground } from './owner-lookup.ts'

/**
 * Objects that wait in a circle for each other, this one among them, by uid in ascending order: all deleted in the
 * foreground, each blocking the next. The garbage collector cuts such a circle only while it deletes the dependents
 * itself; once all of them terminate it waits for ever. undefined when this object is in none.
 */
export function deadlockOf(held: Held, context: RuleContext): readonly Held[] | undefined {
  return once(context.facts, 'deadlocks', () => deadlocks(context)).get(held.ref.uid)
}

function deadlocks(context: RuleContext): ReadonlyMap<string, readonly Held[]> {
  const owners = [...context.terminating.values()].filter(deletesInForeground)
  const waits = new Map(owners.map(owner => [owner.ref.uid, blocking(owner, context)]))
  const circle = inCircles(new Map([...waits].map(([uid, held]) => [uid, held.map(each => each.ref.uid)])))
  const found = new Map<string, readonly Held[]>()
  for (const owner of owners) {
    if (!circle.has(owner.ref.uid) || found.has(owner.ref.uid)) continue
    // A Set is walked in order of insertion, also over what is inserted on the way.
    const members = new Set([owner])
    for (const member of members) {
      for (const next of waits.get(member.ref.uid) ?? []) if (circle.has(next.ref.uid)) members.add(next)
    }
    const sorted = [...members].toSorted((a, b) => (a.ref.uid < b.ref.uid ? -1 : 1))
    for (const { ref } of sorted) if (!found.has(ref.uid)) found.set(ref.uid, sorted)
  }
  return found
}

function blocking(owner: Held, context: RuleContext): readonly Held[] {
  const dependents = blockingDependents(owner, context)
  return dependents.state === 'known' ? dependents.value.filter(deletesInForeground) : []
}

/** What is left after taking away, again and again, what waits for nobody and what nobody waits for. */
function inCircles(waits: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const waiters = new Map<string, string[]>([...waits.keys()].map(uid => [uid, []]))
  for (const [uid, others] of waits) for (const other of others) waiters.get(other)?.push(uid)
  const left = new Set(waits.keys())
  for (const [out, back] of [
    [waits, waiters],
    [waiters, waits],
  ] as const) {
    const count = new Map([...left].map(uid => [uid, out.get(uid)!.filter(other => left.has(other)).length]))
    const free = [...left].filter(uid => count.get(uid) === 0)
    for (let uid = free.pop(); uid !== undefined; uid = free.pop()) {
      left.delete(uid)
      for (const other of back.get(uid)!) {
        if (!left.has(other)) continue
        count.set(other, count.get(other)! - 1)
        if (count.get(other) === 0) free.push(other)
      }
    }
  }
  return left
}
