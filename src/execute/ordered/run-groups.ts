import { append } from '../../api/long-lists.ts'
import { message } from '../../messages/sentence.ts'
import type { LiveGroup } from '../../plan/ordered/live-groups.ts'
import type { Step } from '../../plan/outcome.ts'
import { untouched } from './group-steps.ts'
import type { OrderedTools } from './ordered-tools.ts'
import { type EndReason, runGroup } from './run-group.ts'

export interface GroupsResult {
  /** One for each object, in order, those of later groups as `skipped` when the run ended before them. */
  readonly steps: readonly Step[]
  /** Where it ended and why; undefined: every object of every group is gone. */
  readonly stopped: { readonly group: number; readonly reason: EndReason } | undefined
}

/**
 * Deletes group after group, the next when each object of one is gone by uid. Ends at the deadline, at a refusal, when
 * an object is recreated, or at an interrupt, before any later group. A dry run deletes nothing: it asks for all.
 */
export async function runGroups(groups: readonly LiveGroup[], all: OrderedTools): Promise<GroupsResult> {
  const steps: Step[] = []
  for (const [index, group] of groups.entries()) {
    if (group.objects.length === 0) continue
    const tools = withOwnTime(all)
    const before = await cutBefore(tools)
    if (before !== undefined) {
      const rest = groups.slice(index).flatMap(each => untouched(each, CUT[before]))
      return { steps: [...steps, ...rest], stopped: { group: group.number, reason: before } }
    }
    const ran = await runGroup(group, groups.length, tools)
    append(steps, ran.steps)
    if (ran.reason === undefined) continue
    const later = groups
      .slice(index + 1)
      .flatMap(each => untouched(each, message('GroupUnfinished', { group: group.number })))
    return { steps: [...steps, ...later], stopped: { group: group.number, reason: ran.reason } }
  }
  return { steps, stopped: undefined }
}

function withOwnTime(tools: OrderedTools): OrderedTools {
  const { secondsPerGroup, clock } = tools
  if (secondsPerGroup === undefined) return tools
  return { ...tools, deadline: clock.elapsed() + secondsPerGroup }
}

const CUT = {
  interrupted: message('InterruptedBeforeIt'),
  timeout: message('TimedOutBeforeIt'),
  another: message('ResourceRecreated'),
} as const

/** Checked before anything of a group is asked for, where Orkestra asks first. */
async function cutBefore(tools: OrderedTools): Promise<keyof typeof CUT | undefined> {
  const { signal, clock, deadline, dryRun } = tools
  if (signal.aborted) return 'interrupted'
  if (dryRun) return undefined
  if (clock.elapsed() >= deadline) return 'timeout'
  return (await tools.subject()) === 'another' ? 'another' : undefined
}
