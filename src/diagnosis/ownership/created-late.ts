import { createdAt } from '../../api/object.ts'
import { isProgram, writerOf } from '../managers.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'
import { ownersBlockedBy } from './blocking-dependents.ts'

/** An owner that is deleted in the foreground, and a dependent that a program created long after that was asked for. */
export interface CreatedLate {
  readonly owner: StuckObject
  readonly dependent: StuckObject
  readonly manager: string
}

/**
 * What a program created for an owner that was being deleted: whatever the garbage collector deletes comes back
 * (ClickHouse/clickhouse-operator#309). Also of what goes with such a dependent. What is of the first half minute may
 * be the work of a controller that had not seen the deletion.
 */
export function createdLate(held: StuckObject, context: RuleContext, below = 0): CreatedLate | undefined {
  const owners = ownersBlockedBy(held, context)
  const manager = writerOf(held.meta, ['f:metadata', 'f:ownerReferences'])?.manager
  const isLate = ({ ageSeconds = 0 }: StuckObject) =>
    context.facts.now.getTime() - createdAt(held.meta) <= (ageSeconds - EARLY_SECONDS) * 1000
  const owner = owners.find(isLate)
  if (owner !== undefined && manager !== undefined && isProgram(manager)) return { owner, dependent: held, manager }
  // A workload of an operator has two levels below it; owners may own each other.
  return below < 3 ? owners.map(each => createdLate(each, context, below + 1)).find(each => each) : undefined
}
