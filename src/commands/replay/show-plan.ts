import { hanging } from '../../render/hanging.ts'
import { createPaint } from '../../render/paint.ts'
import { formatReplayPlan } from '../../render/replay-plan.ts'
import type { CommandContext } from '../command.ts'
import { planOutput, showPlace } from '../write/plan-output.ts'
import type { WriteOptions } from '../write/write-flags.ts'
import type { Limits } from './ordered-tools.ts'
import type { Prepared } from './prepare.ts'

/** Shows the plan: as the answer of a dry run, else beside it. */
export function showReplayPlan(
  { object, live, ...prepared }: Prepared,
  { timeoutSeconds, timeoutPerGroup }: Pick<Limits, 'timeoutSeconds' | 'timeoutPerGroup'>,
  afterwards: readonly string[],
  { dryRun, format, backupDirectory, overrides }: WriteOptions,
  context: CommandContext,
): void {
  const output = planOutput({ dryRun, format }, context)
  const { namespace, name } = object.metadata
  const subject = `${object.kind.toLowerCase()}/${name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`
  const paint = createPaint(context.terminal.colour && output.columns !== undefined)
  const plan = { ...prepared, subject, live, timeoutSeconds, timeoutPerGroup, afterwards, overrides: [...overrides] }
  showPlace({ dryRun, format }, context)
  output.write(formatReplayPlan(plan, { width: output.columns, paint }))
  const any = live.some(({ objects }) => objects.length > 0)
  if (dryRun !== 'none' || !any) return
  const text = `A backup of each object is written to ${backupDirectory} before it is deleted.`
  output.write(`\n${hanging('', text, '', output.columns).join('\n')}\n`)
}
