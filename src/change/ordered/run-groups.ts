import type { Step } from '../outcome.ts'
import { untouched } from './group-steps.ts'
import type { LiveGroup } from './live-groups.ts'
import type { OrderedTools } from './ordered-tools.ts'
import { type EndReason, runGroup } from './run-group.ts'

export interface Ran {
  /** One for each object, in order, those of later groups as `skipped` when the run ended before them. */
  readonly steps: readonly Step[]
  /** Where it ended and why; undefined: every object of every group is gone. */
  readonly stopped: { readonly group: number; readonly reason: EndReason } | undefined
}

/**
 * Deletes group after group, the next when each object of one is gone by uid. It ends at the deadline, at a refusal, when
 * something makes an object anew, or when the user interrupts; then nothing of a later group is touched. A dry run asks
 * for all groups, for nothing goes in it.
 */
export async function runGroups(groups: readonly LiveGroup[], tools: OrderedTools): Promise<Ran> {
  const steps: Step[] = []
  for (const [index, group] of groups.entries()) {
    if (group.objects.length === 0) continue
    const before = cutBefore(tools)
    if (before !== undefined) {
      const why = before === 'interrupted' ? 'interrupted before' : 'the time was over before'
      const rest = groups.slice(index).flatMap(each => untouched(each, why))
      return { steps: [...steps, ...rest], stopped: { group: group.number, reason: before } }
    }
    const ran = await runGroup(group, groups.length, tools)
    steps.push(...ran.steps)
    if (ran.reason === undefined) continue
    const later = groups.slice(index + 1).flatMap(each => untouched(each, `group ${group.number} did not end`))
    return { steps: [...steps, ...later], stopped: { group: group.number, reason: ran.reason } }
  }
  return { steps, stopped: undefined }
}

/** Checked before anything of a group is asked for, where Orkestra asks first. */
function cutBefore({ signal, clock, deadline, dryRun }: OrderedTools): EndReason | undefined {
  if (signal.aborted) return 'interrupted'
  return !dryRun && clock.now() >= deadline ? 'timeout' : undefined
}
