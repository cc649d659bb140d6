import { blockedBy } from './blocked-by.ts'
import type { Explored } from './explore.ts'
import type { RuleContext } from './held.ts'
import { unexplained } from './unexplained.ts'

/**
 * What was explored, with a cause for everything terminating: where no rule names one, the last of what it waits for (the
 * object itself, where it waits for nothing) is held by ControllerUnknown, which says what is missing.
 */
export function explainRest(
  explored: ReadonlyMap<string, Explored>,
  context: RuleContext,
): ReadonlyMap<string, Explored> {
  const caused = new Set([...blockedBy(explored).values()].flatMap(blocks => blocks.map(({ uid }) => uid)))
  const rest = [...explored].filter(([uid, { held }]) => held.meta.deletionTimestamp !== undefined && !caused.has(uid))
  if (rest.length === 0) return explored
  const whole = new Map(explored)
  for (const uid of endsOf(
    rest.map(([uid]) => uid),
    explored,
  )) {
    const { held, holdings } = explored.get(uid)!
    whole.set(uid, { held, holdings: [...holdings, unexplained(held, holdings, context)] })
  }
  return whole
}

/**
 * Objects at which the chains of these end, so that everything in them waits for one of those: what waits for nothing, and of
 * each circle one. No chain leads to an object that has a cause, or its first would have it too.
 */
function endsOf(starts: readonly string[], explored: ReadonlyMap<string, Explored>): readonly string[] {
  const targets = (uid: string): readonly string[] =>
    explored.get(uid)!.holdings.flatMap(({ waitingFor = [] }) => waitingFor.map(({ ref }) => ref.uid))
  // A Set is walked in order of insertion, also over what is inserted on the way.
  const reached = new Set(starts)
  const waiters = new Map<string, string[]>()
  const ends: string[] = []
  for (const uid of reached) {
    const next = targets(uid)
    if (next.length === 0) ends.push(uid)
    for (const target of next) {
      reached.add(target)
      const known = waiters.get(target)
      if (known === undefined) waiters.set(target, [uid])
      else known.push(uid)
    }
  }
  const led = new Set<string>()
  const leadTo = (end: string): void => {
    const open = [end]
    for (let uid = open.pop(); uid !== undefined; uid = open.pop()) {
      if (led.has(uid)) continue
      led.add(uid)
      open.push(...(waiters.get(uid) ?? []))
    }
  }
  for (const end of ends) leadTo(end)
  for (const start of starts) {
    if (led.has(start)) continue
    ends.push(start)
    leadTo(start)
  }
  return ends
}
