import type { ObjectRef } from '../api/object-ref.ts'
import type { Explored } from './explore.ts'

/**
 * For each cause (by key) every object that it holds: those that show it, and those that wait for one of these, through
 * any number of steps. Each once, those that show it first; cycles of waits are walked once.
 */
export function blockedBy(explored: ReadonlyMap<string, Explored>): ReadonlyMap<string, readonly ObjectRef[]> {
  const waiters = new Map<string, string[]>()
  const holders = new Map<string, Set<string>>()
  for (const [uid, { holdings }] of explored) {
    for (const { waitingFor = [], cause } of holdings) {
      for (const { ref } of waitingFor) append(waiters, ref.uid, uid)
      if (cause === undefined) continue
      const direct = holders.get(cause.key)
      if (direct === undefined) holders.set(cause.key, new Set([uid]))
      else direct.add(uid)
    }
  }
  return new Map(
    [...holders].map(([key, direct]) => {
      // A Set is walked in order of insertion, also over what is inserted on the way.
      for (const uid of direct) for (const waiter of waiters.get(uid) ?? []) direct.add(waiter)
      return [key, [...direct].map(uid => explored.get(uid)!.held.ref)]
    }),
  )
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
