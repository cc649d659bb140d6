import type { LiveObject } from '../../change/ordered/live-groups.ts'
import type { GroupProgress, OrderedTools } from '../../change/ordered/ordered-tools.ts'
import type { Step } from '../../change/outcome.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { DeletionGroups } from '../../groups/deletion-groups.ts'
import { placedText } from '../../render/object-text.ts'
import { printable } from '../../render/printable.ts'
import type { CommandContext } from '../command.ts'
import { carryOut } from '../remove/carry-out.ts'
import { planAll } from '../remove/plan-all.ts'
import { toolsFor } from '../write/tools-for.ts'
import type { WriteOptions } from '../write/write-flags.ts'
import { explainLeft, reasons } from './explain-left.ts'

/** What running the groups takes: backups, the clock of the whole, the guarded removal, and words on how far it is. */
export async function orderedTools(
  groups: DeletionGroups,
  count: number,
  limits: { readonly timeoutSeconds: number | undefined; readonly pollSeconds: number },
  write: WriteOptions,
  transport: Transport,
  context: CommandContext,
): Promise<OrderedTools> {
  const tools = await toolsFor(write, count, transport, context)
  const { clock, terminal } = context
  const seconds = limits.timeoutSeconds
  return {
    ...tools,
    // The greatest time that a Date can hold: no limit.
    deadline: seconds === undefined ? new Date(8.64e15) : new Date(clock.now().getTime() + seconds * 1000),
    pollSeconds: limits.pollSeconds,
    propagation: groups.propagation,
    explain: async objects => reasons(await explainLeft(objects, context)),
    force: (objects, group) => force(objects, group, tools, write, context),
    report: progress => terminal.stderr.write(reportLines(progress)),
  }
}

/** Every finalizer of what is still there, each through its guards: `forceDelete` is a wish, not an override. */
async function force(
  objects: readonly LiveObject[],
  group: number,
  tools: Awaited<ReturnType<typeof toolsFor>>,
  write: WriteOptions,
  context: CommandContext,
): Promise<readonly Step[]> {
  const left = await explainLeft(objects, context)
  const steps: Step[] = []
  for (const own of Map.groupBy(left, ({ object }) => object.cluster).values()) {
    const { transport } = own[0]!.object.cluster
    for (const each of own) {
      const finalizers = each.explained.finalizers.map(({ name }) => name)
      const planned = await planAll([each], { finalizers }, write, transport, context)
      const carried = await carryOut(planned.removals, { ...tools, transport, waitSeconds: 0 })
      steps.push(...planned.steps, ...carried)
    }
  }
  return steps.map(step => ({ ...step, group }))
}

function reportLines({ group, groups, gone, objects, went, left, why }: GroupProgress): string {
  const lines = went.map(({ ref }) => `group ${group}/${groups}: ${placedText(ref)} is gone`)
  const waiting = left.map(({ ref }) => {
    const reason = why.get(ref.uid)
    return `  waiting for ${placedText(ref)}${reason === undefined ? '' : `: ${printable(reason)}`}`
  })
  return [
    ...lines,
    ...(left.length === 0 ? [] : [`group ${group}/${groups}: ${gone} of ${objects} gone`, ...waiting]),
    '',
  ].join('\n')
}
