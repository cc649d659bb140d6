import { seenOf } from '../../api/fact.ts'
import { graphOf } from '../graph.ts'
import { once } from '../once.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { blockingDependents, terminatingDependents } from './blocking-dependents.ts'
import { deletesInForeground } from './owner-lookup.ts'

/**
 * Objects that wait in a circle for each other, this one among them, by uid in ascending order: all deleted in the
 * foreground, each blocking the next. The garbage collector cuts such a circle only while it deletes the dependents
 * itself; once all of them terminate it waits for ever. undefined when this object is in none.
 */
export function deadlockOf(held: StuckObject, context: RuleContext): readonly StuckObject[] | undefined {
  return once(context.facts, 'deadlocks', () => deadlocks(context)).get(held.ref.uid)
}

function deadlocks(context: RuleContext): ReadonlyMap<string, readonly StuckObject[]> {
  const owners = [...context.terminating.values()].filter(deletesInForeground)
  const graph = graphOf(new Map(owners.map(owner => [owner.ref.uid, owner])), owner =>
    blocking(owner, context).map(({ ref }) => ref.uid),
  )
  const circles = graph.cycles().map(uids => uids.toSorted().map(uid => graph.nodes.get(uid)!))
  return new Map(circles.flatMap(circle => circle.map(({ ref }) => [ref.uid, circle])))
}

function blocking(owner: StuckObject, context: RuleContext): readonly StuckObject[] {
  // Who blocks whom is in their own metadata: that others could not be read does not open a circle.
  const seen = seenOf(blockingDependents(owner, context)) ?? terminatingDependents(owner, context)
  return seen.filter(deletesInForeground)
}
